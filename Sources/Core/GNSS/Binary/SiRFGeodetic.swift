/// MID 41, geodetic navigation data: latitude, longitude, heights, UTC and errors.
///
/// ```
/// 0  1       3    5    7      11   13 14 15 16 17 U2 19 U4 23 I4 27 I4 31 I4     35 I4   39    40    42     44
/// |  |       |    |    |      |    |  |  |  |  |     |     |     |     |         |       |     |     |      |
/// 29 invalid type week TOW U4 year mo da ho mi ms    used  lat   lon   ellipsoid sea cm  datum speed course -
///
/// 46    48   50 U4      54 U4    58 U4 62 U2    64 24 bytes 88         89  90
/// |     |    |          |        |     |        |           |          |   |
/// climb turn horizontal vertical time  velocity clock …     satellites DOP mode
/// ```
///
/// Firmware before 2.3.2 sends zeros for UTC. Newer firmware appends fields; some loggers send 97 bytes.
package struct SiRFGeodetic: SiRFContent, Sendable, Hashable {
  static let identifier: UInt8 = 41
  static let fewestBytes = 91

  /// The reasons why the solution is invalid, one bit each; 0 if it is valid.
  var invalidity: UInt16 = 0
  /// The type of solution; its low byte is the mode in MID 2.
  var type: UInt16 = 0
  /// The GPS week; modulo 1024 on SiRF II.
  var week: UInt16 = 0
  /// The milliseconds since the start of the week.
  var timeOfWeek: UInt32 = 0
  var moment = SiRFMoment()
  /// The satellites in use, one bit each; the lowest bit is number 1.
  var satelliteBits: UInt32 = 0
  /// The latitude and the longitude in 1e-7 degrees.
  var latitudeSteps: Int32 = 0
  var longitudeSteps: Int32 = 0
  /// The height above the ellipsoid in centimeters.
  var ellipsoidalCentimeters: Int32 = 0
  /// The altitude above mean sea level in centimeters.
  var altitudeCentimeters: Int32 = 0
  /// The map datum; 21 is WGS 84.
  var datum: UInt8 = 0
  /// The speed over ground in centimeters per second.
  var speedCentimeters: UInt16 = 0
  /// The course over ground in hundredths of a degree.
  var courseHundredths: UInt16 = 0
  /// A field that is not used.
  var variation: Int16 = 0
  /// The upward velocity in centimeters per second.
  var climbCentimeters: Int16 = 0
  /// The turn rate, only from SiRF's dead reckoning.
  var turnRate: Int16 = 0
  /// The estimated errors of the position in centimeters.
  var horizontalErrorCentimeters: UInt32 = 0
  var verticalErrorCentimeters: UInt32 = 0
  /// The estimated error of the time.
  var timeError: UInt32 = 0
  /// The estimated error of the velocity in centimeters per second.
  var velocityErrorCentimeters: UInt16 = 0
  /// The clock and its errors, and data for dead reckoning: 24 bytes.
  var clock: [UInt8] = []
  var satellitesUsed: UInt8 = 0
  /// The horizontal dilution of precision in units of 0.2.
  var dilutionFifths: UInt8 = 0
  var additionalMode: UInt8 = 0
  var appended: [UInt8] = []

  init() { clock = [UInt8](repeating: 0, count: 24) }

  mutating func walk(_ payload: inout some BinaryVisitor) {
    payload.numbers(&invalidity, &type, &week, &timeOfWeek, &moment)
    payload.numbers(&satelliteBits, &latitudeSteps)
    payload.numbers(&longitudeSteps, &ellipsoidalCentimeters, &altitudeCentimeters, &datum, &speedCentimeters)
    payload.numbers(&courseHundredths, &variation, &climbCentimeters, &turnRate, &horizontalErrorCentimeters)
    payload.numbers(&verticalErrorCentimeters, &timeError, &velocityErrorCentimeters)
    payload.bytes(&clock, count: 24)
    payload.numbers(&satellitesUsed, &dilutionFifths, &additionalMode)
  }

  /// Whether the message contains UTC; firmware before 2.3.2 does not send it.
  var isDated: Bool { moment.year != 0 }
  var fixMode: SiRFFixMode { SiRFFixMode(rawValue: UInt8(truncatingIfNeeded: type)) }
  /// Whether the receiver marks the solution as valid.
  var isValid: Bool { invalidity == 0 && fixMode.dimensions > 0 }
}

/// The UTC date and time in several messages.
struct SiRFMoment: BinaryNumber, Sendable, Hashable {
  /// The year with four digits; 0 if the firmware does not send UTC.
  var year: UInt16 = 0
  var month: UInt8 = 0
  var day: UInt8 = 0
  var hour: UInt8 = 0
  var minute: UInt8 = 0
  /// The milliseconds of the minute.
  var millisecond: UInt16 = 0

  mutating func walk(_ payload: inout some BinaryVisitor) {
    payload.numbers(&year, &month, &day, &hour, &minute, &millisecond)
  }
}
