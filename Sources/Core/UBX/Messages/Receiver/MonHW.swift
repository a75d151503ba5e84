/// The state of antenna, noise and jamming, up to u-blox 9.
///
/// ```
///  0  X4     pinSel, pinBank, pinDir, pinVal
/// 16  U2     noisePerMS, agcCnt
/// 20  U1     aStatus, aPower
/// 22  X1     flags: bit 0 rtcCalib, 1 safeBoot, 2–3 jammingState, 4 xtalAbsent
/// 23  U1     reserved
/// 24  X4     usedMask
/// 28  U1×17  VP
/// 45  U1     jamInd                           0…255
/// 46  U2     reserved
/// 48  X4     pinIrq, pullH, pullL
/// ```
///
/// Besides the usual 60 bytes there are two variants: 68 bytes with more virtual pins on u-blox 5 and 6, and
/// 56 bytes on u-blox 10, ending after the interference.
public struct MonHW: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.monHW, fewestBytes: 56) }

  /// The pins used as peripherals, one bit each.
  public var pinSelection: UInt32 = 0
  /// The pins of bank B, one bit each.
  public var pinBank: UInt32 = 0
  /// The pins that are outputs, one bit each.
  public var pinDirection: UInt32 = 0
  /// The pins that are high, one bit each.
  public var pinValue: UInt32 = 0
  /// The noise level measured by the front end.
  public var noise: UInt16 = 0
  /// The gain of the AGC, 0 to 8191.
  public var gain: UInt16 = 0
  /// The state of the antenna.
  public var antennaState = AntennaState.unknown
  /// The power state of the antenna.
  public var antennaPower = AntennaPower.unknown
  /// Whether the real-time clock is calibrated.
  public var isClockCalibrated = false
  /// Whether the receiver is in safe boot mode.
  public var isSafeBoot = false
  /// The jamming state; unknown if it is not monitored.
  public var jamming = JammingState.unknown
  /// Whether the real-time clock has no crystal.
  public var isCrystalAbsent = false
  /// The pins in use, one bit each.
  public var usedPins: UInt32 = 0
  /// The virtual pin functions that all generations have.
  public var virtualPins = PayloadNumbers<17, UInt8>()
  /// The strength of continuous-wave interference, 0 to 255.
  public var interference: UInt8 = 0
  /// The pins that raise interrupts, one bit each.
  public var pinInterrupts: UInt32 = 0
  /// The pins that are pulled up, one bit each.
  public var pinsPulledHigh: UInt32 = 0
  /// The pins that are pulled down, one bit each.
  public var pinsPulledLow: UInt32 = 0
  package var kept = KeptBytes<12>()

  public init() {}
  package static func fits(_ length: Int) -> Bool { length == 56 || length >= 60 }

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.fields(&pinSelection, &pinBank, &pinDirection, &pinValue, &noise, &gain, bytes)
    payload.fields(&antennaState, &antennaPower, bytes)
    var flags = payload.word(UInt8.self, bytes)
    payload.flags(&isClockCalibrated, &isSafeBoot, from: 0, of: &flags)
    payload.code(&jamming, bits: 2...3, of: &flags)
    payload.flag(&isCrystalAbsent, bit: 4, of: &flags)
    payload.close(flags, keeping: &kept.reserved)
    payload.skip(1, keeping: &kept.reserved, bytes)
    payload.number(&usedPins, bytes)
    // u-blox 5 and 6 have eight more virtual pins, which shift the fields after them.
    let isOld = payload.isOfLength(68, kept.rest, bytes)
    payload.numbers(&virtualPins, bytes)
    if isOld { payload.skip(8, keeping: &kept.reserved, bytes) }
    payload.number(&interference, bytes)
    payload.skip(2, keeping: &kept.reserved, bytes)
    guard payload.hasMore(than: 56, kept.rest, bytes) else { return }
    payload.fields(&pinInterrupts, &pinsPulledHigh, &pinsPulledLow, bytes)
  }
}
