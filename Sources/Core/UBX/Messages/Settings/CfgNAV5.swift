/// The dynamic model and the masks, up to u-blox 9.
///
/// ```
///  0  X2    mask
///  2  U1    dynModel
///  3  U1    fixMode            1…3
///  4  I4    fixedAlt           0.01 m
///  8  U4    fixedAltVar        0.0001 m²
/// 12  I1    minElev            1°
/// 13  U1    drLimit            1 s
/// 14  U2    pDop, tDop         0.1
/// 18  U2    pAcc, tAcc         1 m
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
/// The receiver applies only the fields selected by the mask.
public struct CfgNAV5: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.cfgNAV5, fewestBytes: 36) }
  public init() {}

  /// The fields to apply.
  public var mask = Mask()
  /// The dynamic model.
  public var model = DynamicModel.portable
  /// The allowed types of fix.
  public var fixMode = FixMode.automatic
  /// The altitude for a two-dimensional fix in meters.
  @Steps<Int32, 100> public var fixedAltitude: Double
  /// The variance of that altitude in square meters.
  @Steps<UInt32, 10_000> public var fixedAltitudeVariance: Double
  /// The lowest elevation of a satellite in use, in degrees.
  public var minimumElevation: Int8 = 0
  /// The time limit for dead reckoning in seconds.
  public var deadReckoningLimit: UInt8 = 0
  /// The highest PDOP of a valid fix.
  @Steps<UInt16, 10> public var maximumPositionDilution: Double
  /// The highest TDOP of a valid fix.
  @Steps<UInt16, 10> public var maximumTimeDilution: Double
  /// The largest position error of a valid fix, in meters.
  public var maximumPositionError: UInt16 = 0
  /// The largest error of a valid time, in meters.
  public var maximumTimeError: UInt16 = 0
  /// The speed below which the position is held, in centimeters per second.
  public var staticHoldSpeed: UInt8 = 0
  /// The age limit of differential corrections in seconds.
  public var differentialTimeout: UInt8 = 0
  /// The number of satellites that must exceed the signal strength for a fix.
  public var signalsForFix: UInt8 = 0
  /// The signal strength that these satellites must exceed, in dB-Hz.
  public var signalStrength: UInt8 = 0
  /// The distance at which the position is no longer held, in meters.
  public var staticHoldDistance: UInt16 = 0
  /// The UTC standard; 0 is automatic.
  public var utcStandard: UInt8 = 0
  private var kept = KeptBytes<7>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.fields(&mask, &model, &fixMode, &_fixedAltitude, &_fixedAltitudeVariance, bytes)
    payload.fields(&minimumElevation, &deadReckoningLimit, &_maximumPositionDilution, bytes)
    payload.fields(&_maximumTimeDilution, &maximumPositionError, &maximumTimeError, &staticHoldSpeed, bytes)
    payload.fields(&differentialTimeout, &signalsForFix, &signalStrength, bytes)
    payload.skip(2, keeping: &kept.reserved, bytes)
    payload.fields(&staticHoldDistance, &utcStandard, bytes)
    payload.skip(5, keeping: &kept.reserved, bytes)
    payload.end(&kept.rest, bytes)
  }

  /// A set of fields to apply.
  public struct Mask: OptionSet, Sendable, Hashable, PayloadCode {
    public var rawValue: UInt16
    /// Makes a mask from its bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    /// Bit 0: the dynamic model.
    public static let model = Mask(rawValue: 0x01)
    /// Bit 1: the lowest elevation.
    public static let minimumElevation = Mask(rawValue: 0x02)
    /// Bit 2: the allowed types of fix.
    public static let fixMode = Mask(rawValue: 0x04)
    /// Bit 4: the position mask.
    public static let position = Mask(rawValue: 0x10)
    /// Bit 5: the time mask.
    public static let time = Mask(rawValue: 0x20)
    /// Bit 6: static hold.
    public static let staticHold = Mask(rawValue: 0x40)
    /// Bit 7: the timeout of differential corrections.
    public static let differential = Mask(rawValue: 0x80)
    /// Bit 8: the strength and number of signals.
    public static let signals = Mask(rawValue: 0x100)
    /// Bit 10: the UTC standard.
    public static let utc = Mask(rawValue: 0x400)
  }
}
