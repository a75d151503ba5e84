// The position of a stationary receiver, for timing and as a base station, up to u-blox 9.

/// The position of a timing receiver.
///
/// ```
///  0  U1  timeMode                0…2
///  1  U1  reserved
///  2  X2  flags: bit 0 lla, 1 altInv
///  4  I4  ecefXOrLat, ecefYOrLon  1 cm or 1e-7°
/// 12  I4  ecefZOrAlt              1 cm
/// 16  U4  fixedPosAcc             1 mm
/// 20  U4  svinMinDur              1 s
/// 24  U4  svinAccLimit            1 mm
/// ```
package struct CfgTMODE2: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.cfgTMODE2, fewestBytes: 28) }
  package init() {}

  package var mode = SurveyMode.off
  /// Whether the position is latitude, longitude and height instead of ECEF.
  package var isGeographic = false
  package var isHeightInvalid = false
  /// The ECEF X coordinate in centimeters, or the latitude in 1e-7 degrees.
  package var first: Int32 = 0
  /// The ECEF Y coordinate in centimeters, or the longitude in 1e-7 degrees.
  package var second: Int32 = 0
  /// The ECEF Z coordinate or the height, in centimeters.
  package var third: Int32 = 0
  /// The accuracy of the position in meters.
  @Steps<UInt32, 1000> package var accuracy: Double
  /// The shortest survey in seconds.
  package var fewestSeconds: UInt32 = 0
  /// The accuracy that ends a survey, in meters.
  @Steps<UInt32, 1000> package var accuracyLimit: Double
  package var kept = KeptBytes<3>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.code(&mode, bytes)
    payload.skip(1, keeping: &kept.reserved, bytes)
    var flags = payload.word(UInt16.self, bytes)
    payload.flags(&isGeographic, &isHeightInvalid, from: 0, of: &flags)
    payload.close(flags, keeping: &kept.reserved)
    payload.fields(&first, &second, &third, &_accuracy, &fewestSeconds, &_accuracyLimit, bytes)
  }
}

/// The position of a base station.
///
/// ```
///  0  U1    version                     0
///  1  U1    reserved
///  2  X2    flags: bits 0–7 rcvrMode, 8 lla
///  4  I4    ecefXOrLat, ecefYOrLon      1 cm or 1e-7°
/// 12  I4    ecefZOrAlt                  1 cm
/// 16  I1    ecefXOrLatHP, ecefYOrLonHP  0.1 mm or 1e-9°
/// 18  I1    ecefZOrAltHP                0.1 mm
/// 19  U1    reserved
/// 20  U4    fixedPosAcc                 0.1 mm
/// 24  U4    svinMinDur                  1 s
/// 28  U4    svinAccLimit                0.1 mm
/// 32  U4×2  reserved
/// ```
package struct CfgTMODE3: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.cfgTMODE3, fewestBytes: 40) }
  package init() {}

  package var version: UInt8 = 0
  package var mode = SurveyMode.off
  /// Whether the position is latitude, longitude and height instead of ECEF.
  package var isGeographic = false
  /// The ECEF X coordinate in centimeters, or the latitude in 1e-7 degrees.
  package var first: Int32 = 0
  /// The ECEF Y coordinate in centimeters, or the longitude in 1e-7 degrees.
  package var second: Int32 = 0
  /// The ECEF Z coordinate or the height, in centimeters.
  package var third: Int32 = 0
  /// An offset to add to `first`, in 0.1 mm or 1e-9 degrees.
  package var fineFirst: Int8 = 0
  /// An offset to add to `second`, in 0.1 mm or 1e-9 degrees.
  package var fineSecond: Int8 = 0
  /// An offset to add to `third`, in 0.1 mm.
  package var fineThird: Int8 = 0
  /// The accuracy of the position in meters.
  @Steps<UInt32, 10_000> package var accuracy: Double
  /// The shortest survey in seconds.
  package var fewestSeconds: UInt32 = 0
  /// The accuracy that ends a survey, in meters.
  @Steps<UInt32, 10_000> package var accuracyLimit: Double
  package var kept = KeptBytes<12>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.version(&version, in: 0...0, bytes)
    payload.skip(1, keeping: &kept.reserved, bytes)
    var flags = payload.word(UInt16.self, bytes)
    payload.code(&mode, bits: 0...7, of: &flags)
    payload.flag(&isGeographic, bit: 8, of: &flags)
    payload.close(flags, keeping: &kept.reserved)
    payload.fields(&first, &second, &third, &fineFirst, &fineSecond, &fineThird, bytes)
    payload.skip(1, keeping: &kept.reserved, bytes)
    payload.fields(&_accuracy, &fewestSeconds, &_accuracyLimit, bytes)
    payload.skip(8, keeping: &kept.reserved, bytes)
  }
}

/// How the position of a stationary receiver is determined.
package struct SurveyMode: RawRepresentable, Sendable, Hashable, PayloadCode {
  package var rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package static let off = SurveyMode(rawValue: 0)
  package static let surveying = SurveyMode(rawValue: 1)
  package static let fixed = SurveyMode(rawValue: 2)
}
