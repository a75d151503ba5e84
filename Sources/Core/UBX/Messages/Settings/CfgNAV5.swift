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
package struct CfgNAV5: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.cfgNAV5, fewestBytes: 36) }
  package init() {}

  package var mask = Mask()
  package var model = DynamicModel.portable
  package var fixMode = FixMode.automatic
  /// The altitude for a two-dimensional fix in meters.
  @Steps<Int32, 100> package var fixedAltitude: Double
  /// The variance of that altitude in square meters.
  @Steps<UInt32, 10_000> package var fixedAltitudeVariance: Double
  /// The lowest elevation of a satellite in use, in degrees.
  package var minimumElevation: Int8 = 0
  /// The time limit for dead reckoning in seconds.
  package var deadReckoningLimit: UInt8 = 0
  /// The highest PDOP of a valid fix.
  @Steps<UInt16, 10> package var maximumPositionDilution: Double
  /// The highest TDOP of a valid fix.
  @Steps<UInt16, 10> package var maximumTimeDilution: Double
  /// The largest position error of a valid fix, in meters.
  package var maximumPositionError: UInt16 = 0
  /// The largest error of a valid time, in meters.
  package var maximumTimeError: UInt16 = 0
  /// The speed below which the position is held, in centimeters per second.
  package var staticHoldSpeed: UInt8 = 0
  /// The age limit of differential corrections in seconds.
  package var differentialTimeout: UInt8 = 0
  /// The number of satellites that must exceed the signal strength for a fix.
  package var signalsForFix: UInt8 = 0
  /// The signal strength that these satellites must exceed, in dB-Hz.
  package var signalStrength: UInt8 = 0
  /// The distance at which the position is no longer held, in meters.
  package var staticHoldDistance: UInt16 = 0
  /// The UTC standard; 0 is automatic.
  package var utcStandard: UInt8 = 0
  package var kept = KeptBytes<7>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.fields(&mask, &model, &fixMode, &_fixedAltitude, &_fixedAltitudeVariance, bytes)
    payload.fields(&minimumElevation, &deadReckoningLimit, &_maximumPositionDilution, bytes)
    payload.fields(&_maximumTimeDilution, &maximumPositionError, &maximumTimeError, &staticHoldSpeed, bytes)
    payload.fields(&differentialTimeout, &signalsForFix, &signalStrength, bytes)
    payload.skip(2, keeping: &kept.reserved, bytes)
    payload.fields(&staticHoldDistance, &utcStandard, bytes)
    payload.skip(5, keeping: &kept.reserved, bytes)
  }

  package struct Mask: OptionSet, Sendable, Hashable, PayloadCode {
    package var rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }
    package static let model = Mask(rawValue: 0x01)
    package static let minimumElevation = Mask(rawValue: 0x02)
    package static let fixMode = Mask(rawValue: 0x04)
    package static let position = Mask(rawValue: 0x10)
    package static let time = Mask(rawValue: 0x20)
    package static let staticHold = Mask(rawValue: 0x40)
    package static let differential = Mask(rawValue: 0x80)
    package static let signals = Mask(rawValue: 0x100)
    package static let utc = Mask(rawValue: 0x400)
  }
}
