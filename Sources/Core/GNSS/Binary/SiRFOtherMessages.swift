/// MID 52, the time of the time pulse.
///
/// ```
/// 0  1    2      3      4   5     6    8 I2    10 U4    14
/// |  |    |      |      |   |     |    |       |        |
/// 34 hour minute second day month year seconds fraction status
/// ```
package struct SiRFPulseTime: SiRFContent, Sendable, Hashable {
  static let identifier: UInt8 = 52
  static let fewestBytes = 19

  /// The time and the date: 7 bytes.
  var time: [UInt8] = []
  /// The offset of GPS time from UTC in seconds.
  var leapSeconds: Int16 = 0
  /// The fraction of that offset.
  var fraction: UInt32 = 0
  /// The status: bit 0 valid time, bit 1 UTC, bit 2 leap seconds from a satellite.
  var status: UInt8 = 0
  /// Four bytes without a documented meaning.
  var rest: [UInt8] = []

  init() { (time, rest) = ([UInt8](repeating: 0, count: 7), [UInt8](repeating: 0, count: 4)) }

  mutating func walk(_ payload: inout some BinaryVisitor) {
    payload.bytes(&time, count: 7)
    payload.numbers(&leapSeconds, &fraction, &status)
    payload.rest(&rest)
  }

  /// Whether the time is valid UTC with leap seconds from a satellite.
  var isUTCKnown: Bool { status & 7 == 7 }
}

/// MID 98, extended measured navigation data: the fix from a SiRF chip with u-blox's firmware.
///
/// ```
/// 0  1 I4 5 I4 9 I4   13 I4 17 I4 21 I4  25   26   28 29 30 31 32 U2 34 … 38
/// |  |    |    |      |     |     |      |    |    |  |  |  |  |     |
/// 62 lat  lon  height speed climb course mode year mo da ho mi ms    five dilutions
/// ```
///
/// Angles are in units of 1e-8 radians, lengths in millimeters.
package struct SiRFExtended: SiRFContent, Sendable, Hashable {
  static let identifier: UInt8 = 98
  static let fewestBytes = 39

  /// The latitude and the longitude in 1e-8 radians.
  var latitudeSteps: Int32 = 0
  var longitudeSteps: Int32 = 0
  /// The height above the ellipsoid in millimeters.
  var heightMillimeters: Int32 = 0
  /// The speed over ground in millimeters per second.
  var speedMillimeters: Int32 = 0
  /// The upward velocity in millimeters per second.
  var climbMillimeters: Int32 = 0
  /// The course over ground in 1e-8 radians.
  var courseSteps: Int32 = 0
  /// The mode as in MID 2; bit 6 is set if the time is UTC.
  var mode: UInt8 = 0
  var moment = SiRFMoment()
  /// The dilutions of precision in units of 0.2: GDOP, PDOP, HDOP, VDOP, TDOP.
  var dilutions: [UInt8] = []
  var appended: [UInt8] = []

  init() { dilutions = [UInt8](repeating: 0, count: 5) }

  mutating func walk(_ payload: inout some BinaryVisitor) {
    payload.numbers(&latitudeSteps, &longitudeSteps, &heightMillimeters, &speedMillimeters, &climbMillimeters)
    payload.numbers(&courseSteps, &mode, &moment)
    payload.bytes(&dilutions, count: 5)
  }

  /// The type of fix, without bit 6, which concerns the time.
  var fixMode: SiRFFixMode { SiRFFixMode(rawValue: mode & ~0x40) }
  /// Whether date and time are UTC.
  var isUTCKnown: Bool { mode & 0x40 != 0 }
}
