/// The I/Q signal quality, up to u-blox 9.
///
/// ```
///  0  I1    ofsI
///  1  U1    magI
///  2  I1    ofsQ
///  3  U1    magQ, cfgSource
///  5  U1×3  reserved
///  8  U4    lowLevCfg
/// 12  U4×2  reserved
/// 20  U4    postStatus
/// 24  U4    reserved
/// ```
public struct MonHW2: PayloadMessage {
  public static var form: PayloadForm { PayloadForm(.monHW2, fewestBytes: 28) }
  public init() {}

  /// The offset of the in-phase part.
  public var offsetI: Int8 = 0
  /// The magnitude of the in-phase part.
  public var magnitudeI: UInt8 = 0
  /// The offset of the quadrature part.
  public var offsetQ: Int8 = 0
  /// The magnitude of the quadrature part.
  public var magnitudeQ: UInt8 = 0
  /// The source of the low-level configuration: 113 ROM, 111 OTP, 112 pins, 102 flash.
  public var configurationSource: UInt8 = 0
  /// The low-level configuration.
  public var lowLevelConfiguration: UInt32 = 0
  /// The result of the power-on self-test.
  public var selfTest: UInt32 = 0
  private var kept = KeptBytes<15>()

  @inline(__always) public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.fields(&offsetI, &magnitudeI, &offsetQ, &magnitudeQ, &configurationSource, bytes)
    payload.skip(3, keeping: &kept.reserved, bytes)
    payload.number(&lowLevelConfiguration, bytes)
    payload.skip(8, keeping: &kept.reserved, bytes)
    payload.number(&selfTest, bytes)
    payload.skip(4, keeping: &kept.reserved, bytes)
    payload.end(&kept.rest, bytes)
  }
}

/// The status of the pins, since u-blox 9.
///
/// ```
///  0  U1    version     0
///  1  U1    nPins       n
///  2  X1    flags
///             bit 0     rtcCalib
///             bit 1     safeBoot
///             bit 2     xtalAbsent
///  3  C10   hwVersion
/// 13  U1×9  reserved
///           again for each pin:
/// +0  U2    pinId
/// +2  X2    pinMask
///             bits 0–0  periphPIO
///             bits 1–3  pinBank
///             bits 4–4  direction
///             bits 5–5  pinValue
///             bit 6     vpManager
///             bit 7     pioIrq
///             bit 8     pioPullHigh
///             bit 9     pioPullLow
/// +4  U1    VP
/// +5  U1    reserved
/// ```
public struct MonHW3: PayloadMessage {
  public static var form: PayloadForm { PayloadForm(.monHW3, fewestBytes: 22) }
  public init() {}

  /// The version of the layout.
  public var version: UInt8 = 0
  /// Whether the real-time clock is calibrated.
  public var isClockCalibrated = false
  /// Whether the receiver is in safe boot mode.
  public var isSafeBoot = false
  /// Whether the real-time clock has no crystal.
  public var isCrystalAbsent = false
  /// The hardware version, such as `00190000`.
  public var hardware = PayloadText<10>()
  /// The pins, at most 255.
  public var pins: [Pin] = []
  private var kept = KeptBytes<10>()

  @inline(__always) public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.version(&version, in: 0...0, bytes)
    let count = payload.count(of: pins, bytes)
    var flags = payload.word(UInt8.self, bytes)
    payload.flags(&isClockCalibrated, &isSafeBoot, &isCrystalAbsent, from: 0, of: &flags)
    payload.close(flags, keeping: &kept.reserved)
    payload.text(&hardware, bytes)
    payload.skip(9, keeping: &kept.reserved, bytes)
    payload.group(&pins, count: count, bytes)
    payload.end(&kept.rest, bytes)
  }
}

extension MonHW3 {
  /// The status of one pin.
  public struct Pin: PayloadBlock {
    /// The number of the pin.
    public var number: UInt16 = 0
    /// The function: 0 peripheral, 1 general-purpose input or output.
    public var isInputOutput: UInt8 = 0
    /// The pin's bank.
    public var bank: UInt8 = 0
    /// The direction: 0 input, 1 output.
    public var direction: UInt8 = 0
    /// The level: 0 low, 1 high.
    public var level: UInt8 = 0
    /// Whether the virtual pin manager controls the pin.
    public var isVirtual = false
    /// Whether the pin raises interrupts.
    public var raisesInterrupt = false
    /// Whether the pin is pulled up.
    public var isPulledHigh = false
    /// Whether the pin is pulled down.
    public var isPulledLow = false
    /// The virtual pin that is mapped to this pin.
    public var virtualPin: UInt8 = 0
    private var reserved = Reserved<3>()

    public var length: Int { 6 }
    public init() {}

    public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
      payload.number(&number, bytes)
      var mask = payload.word(UInt16.self, bytes)
      payload.number(&isInputOutput, bits: 0...0, of: &mask)
      payload.number(&bank, bits: 1...3, of: &mask)
      payload.number(&direction, bits: 4...4, of: &mask)
      payload.number(&level, bits: 5...5, of: &mask)
      payload.flags(&isVirtual, &raisesInterrupt, &isPulledHigh, &isPulledLow, from: 6, of: &mask)
      payload.close(mask, keeping: &reserved)
      payload.number(&virtualPin, bytes)
      payload.skip(1, keeping: &reserved, bytes)
    }
  }
}
