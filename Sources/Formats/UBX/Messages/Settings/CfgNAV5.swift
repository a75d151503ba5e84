/// The model of movement and the masks, up to u-blox 9.
///
/// ```
///  0  X2    mask
///  2  U1    dynModel
///  3  U1    fixMode            1…3
///  4  I4    fixedAlt           0.01 m
///  8  U4    fixedAltVar        0.0001 m²
/// 12  I1    minElev            1°
/// 13  U1    drLimit            1 s
/// 14  U2    pDop               0.1
/// 16  U2    tDop               0.1
/// 18  U2    pAcc               1 m
/// 20  U2    tAcc               1 m
/// 22  U1    staticHoldThresh   1 cm/s
/// 23  U1    dgnssTimeOut       1 s
/// 24  U1    cnoThreshNumSVs    1
/// 25  U1    cnoThresh          1 dB-Hz
/// 26  U2    reserved
/// 28  U2    staticHoldMaxDist  1 m
/// 30  U1    utcStandard
/// 31  U1×5  reserved
/// ```
///
/// The mask says which of the others count when it is sent.
///
/// Described as UBX-CFG-NAV5 in u-blox's interface descriptions.
public struct CfgNAV5: PayloadMessage {
  /// Settings that are meant.
  public var mask = Mask()
  /// How the receiver moves.
  public var model = DynamicModel.portable
  /// The kinds of fixes that are allowed.
  public var fixMode = FixMode.automatic
  /// Meters that are assumed for a fix in two dimensions.
  @Steps<Int32, 100> public var fixedAltitude: Double
  /// Square meters that they may be off.
  @Steps<UInt32, 10_000> public var fixedAltitudeVariance: Double
  /// Degrees above the horizon under which no satellite is used.
  public var minimumElevation: Int8 = 0
  /// Seconds for which the receiver extrapolates.
  public var deadReckoningLimit: UInt8 = 0
  /// The dilution of the position beyond which a fix is not good.
  @Steps<UInt16, 10> public var maximumPositionDilution: Double
  /// The dilution of the time beyond which a fix is not good.
  @Steps<UInt16, 10> public var maximumTimeDilution: Double
  /// The meters of error beyond which a position is not good.
  public var maximumPositionError: UInt16 = 0
  /// The meters of error beyond which a time is not good.
  public var maximumTimeError: UInt16 = 0
  /// Centimeters per second under which the position is held.
  public var staticHoldSpeed: UInt8 = 0
  /// Seconds after which corrections are too old.
  public var differentialTimeout: UInt8 = 0
  /// Satellites that must be that strong for a fix.
  public var signalsForFix: UInt8 = 0
  /// The strength that is meant.
  public var signalStrength: UInt8 = 0
  /// Meters after which the position is held no longer.
  public var staticHoldDistance: UInt16 = 0
  /// The laboratory whose UTC is wanted; 0 is the receiver's choice.
  public var utcStandard: UInt8 = 0
  private var reserved = Reserved<7>()
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .cfgNAV5 }

  /// Makes a message that says nothing yet.
  public init() {}

  /// 36 bytes and more.
  public static func fits(_ length: Int) -> Bool { length >= 36 }

  /// Reads a payload; false for one of another length.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.code(&mask, bytes)
    payload.code(&model, bytes)
    payload.code(&fixMode, bytes)
    payload.steps(&_fixedAltitude, bytes)
    payload.steps(&_fixedAltitudeVariance, bytes)
    payload.number(&minimumElevation, bytes)
    payload.number(&deadReckoningLimit, bytes)
    payload.steps(&_maximumPositionDilution, bytes)
    payload.steps(&_maximumTimeDilution, bytes)
    payload.number(&maximumPositionError, bytes)
    payload.number(&maximumTimeError, bytes)
    payload.number(&staticHoldSpeed, bytes)
    payload.number(&differentialTimeout, bytes)
    payload.number(&signalsForFix, bytes)
    payload.number(&signalStrength, bytes)
    payload.skip(2, keeping: &reserved, bytes)
    payload.number(&staticHoldDistance, bytes)
    payload.number(&utcStandard, bytes)
    payload.skip(5, keeping: &reserved, bytes)
    payload.end(&rest, bytes)
  }
}

extension CfgNAV5 {
  /// Settings that a message means, a bit for each.
  public struct Mask: OptionSet, Sendable, Hashable {
    /// The bits.
    public var rawValue: UInt16
    /// Makes a mask of its bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    /// Bit 0: the model.
    public static let model = Mask(rawValue: 0x01)
    /// Bit 1: the lowest elevation.
    public static let minimumElevation = Mask(rawValue: 0x02)
    /// Bit 2: the kinds of fixes.
    public static let fixMode = Mask(rawValue: 0x04)
    /// Bit 4: dilution and error of the position.
    public static let position = Mask(rawValue: 0x10)
    /// Bit 5: dilution and error of the time.
    public static let time = Mask(rawValue: 0x20)
    /// Bit 6: holding the position.
    public static let staticHold = Mask(rawValue: 0x40)
    /// Bit 7: the age of corrections.
    public static let differential = Mask(rawValue: 0x80)
    /// Bit 8: strength and count of signals.
    public static let signals = Mask(rawValue: 0x100)
    /// Bit 10: the standard of UTC.
    public static let utc = Mask(rawValue: 0x400)
  }
}
