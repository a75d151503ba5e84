/// Antenna, noise and jamming, up to u-blox 9.
///
/// ```
///  0  X4     pinSel
///  4  X4     pinBank
///  8  X4     pinDir
/// 12  X4     pinVal
/// 16  U2     noisePerMS
/// 18  U2     agcCnt
/// 20  U1     aStatus
/// 21  U1     aPower
/// 22  X1     flags
///              bit 0     rtcCalib
///              bit 1     safeBoot
///              bits 2–3  jammingState
///              bit 4     xtalAbsent
/// 23  U1     reserved
/// 24  X4     usedMask
/// 28  U1×17  VP
/// 45  U1     jamInd      0…255
/// 46  U2     reserved
/// 48  X4     pinIrq
/// 52  X4     pullH
/// 56  X4     pullL
/// ```
///
/// Beside the usual 60 bytes there are 68 of u-blox 5 and 6, with more virtual pins, and 56 of u-blox 10, which
/// end after the interference.
///
/// Described as UBX-MON-HW in u-blox's interface descriptions.
public struct MonHW: PayloadMessage {
  /// Pins that are used for something else than input and output.
  public var pinSelection: UInt32 = 0
  /// Pins of the second bank.
  public var pinBank: UInt32 = 0
  /// Pins that are outputs.
  public var pinDirection: UInt32 = 0
  /// Pins that are high.
  public var pinValue: UInt32 = 0
  /// The level of noise, as the front end measures it.
  public var noise: UInt16 = 0
  /// The amplification: 0 to 8191.
  public var gain: UInt16 = 0
  /// The state of the antenna.
  public var antennaState = AntennaState.unknown
  /// Whether the antenna has power.
  public var antennaPower = AntennaPower.unknown
  /// Whether the clock that runs without power is calibrated.
  public var isClockCalibrated = false
  /// Whether the receiver runs in its safe mode.
  public var isSafeBoot = false
  /// Whether something disturbs the reception; unknown where it is not watched.
  public var jamming = JammingState.unknown
  /// Whether the clock that runs without power has no crystal.
  public var isCrystalAbsent = false
  /// Pins in use.
  public var usedPins: UInt32 = 0
  /// What the pins are used for, of those that each generation has.
  public var virtualPins = PayloadNumbers<17, UInt8>()
  /// How strong a continuous disturbance is, 0 to 255.
  public var interference: UInt8 = 0
  /// Pins that raise an interrupt.
  public var pinInterrupts: UInt32 = 0
  /// Pins that are pulled high.
  public var pinsPulledHigh: UInt32 = 0
  /// Pins that are pulled low.
  public var pinsPulledLow: UInt32 = 0
  private var reserved = Reserved<12>()
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .monHW }

  /// Makes a message that says nothing yet.
  public init() {}

  /// 56 bytes, or 60 and more.
  public static func fits(_ length: Int) -> Bool { length == 56 || length >= 60 }

  /// Reads a payload; false for one of another length.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.number(&pinSelection, bytes)
    payload.number(&pinBank, bytes)
    payload.number(&pinDirection, bytes)
    payload.number(&pinValue, bytes)
    payload.number(&noise, bytes)
    payload.number(&gain, bytes)
    payload.code(&antennaState, bytes)
    payload.code(&antennaPower, bytes)
    var flags = payload.word(UInt8.self, bytes)
    payload.flag(&isClockCalibrated, bit: 0, of: &flags)
    payload.flag(&isSafeBoot, bit: 1, of: &flags)
    payload.code(&jamming, bits: 2...3, of: &flags)
    payload.flag(&isCrystalAbsent, bit: 4, of: &flags)
    payload.close(flags, keeping: &reserved)
    payload.skip(1, keeping: &reserved, bytes)
    payload.number(&usedPins, bytes)
    // u-blox 5 and 6 have eight more virtual pins, which move the rest.
    let isOld = payload.isOfLength(68, rest, bytes)
    payload.numbers(&virtualPins, bytes)
    if isOld { payload.skip(8, keeping: &reserved, bytes) }
    payload.number(&interference, bytes)
    payload.skip(2, keeping: &reserved, bytes)
    guard payload.hasMore(than: 56, rest, bytes) else { return payload.end(&rest, bytes) }
    payload.number(&pinInterrupts, bytes)
    payload.number(&pinsPulledHigh, bytes)
    payload.number(&pinsPulledLow, bytes)
    payload.end(&rest, bytes)
  }
}
