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
public struct SiRFGeodetic: SiRFContent, Sendable, Hashable {
  static let identifier: UInt8 = 41
  static let fewestBytes = 91

  /// The reasons why the solution is invalid, one bit each; 0 if it is valid.
  public var invalidity: UInt16 = 0
  /// The type of solution; its low byte is the mode in MID 2.
  public var type: UInt16 = 0
  /// The GPS week; modulo 1024 on SiRF II.
  public var week: UInt16 = 0
  /// The milliseconds since the start of the week.
  public var timeOfWeek: UInt32 = 0
  /// The UTC year; 0 if the firmware does not send UTC.
  public var year: UInt16 = 0
  /// The UTC month.
  public var month: UInt8 = 0
  /// The UTC day.
  public var day: UInt8 = 0
  /// The UTC hour.
  public var hour: UInt8 = 0
  /// The UTC minute.
  public var minute: UInt8 = 0
  /// The milliseconds of the UTC minute.
  public var millisecond: UInt16 = 0
  /// The satellites in use, one bit each; the lowest bit is number 1.
  public var satelliteBits: UInt32 = 0
  /// The latitude in 1e-7 degrees.
  public var latitudeSteps: Int32 = 0
  /// The longitude in 1e-7 degrees.
  public var longitudeSteps: Int32 = 0
  /// The height above the ellipsoid in centimeters.
  public var ellipsoidalCentimeters: Int32 = 0
  /// The altitude above mean sea level in centimeters.
  public var altitudeCentimeters: Int32 = 0
  /// The map datum; 21 is WGS 84.
  public var datum: UInt8 = 0
  /// The speed over ground in centimeters per second.
  public var speedCentimeters: UInt16 = 0
  /// The course over ground in hundredths of a degree.
  public var courseHundredths: UInt16 = 0
  /// A field that is not used.
  public var variation: Int16 = 0
  /// The upward velocity in centimeters per second.
  public var climbCentimeters: Int16 = 0
  /// The turn rate, only from SiRF's dead reckoning.
  public var turnRate: Int16 = 0
  /// The estimated horizontal error in centimeters.
  public var horizontalErrorCentimeters: UInt32 = 0
  /// The estimated vertical error in centimeters.
  public var verticalErrorCentimeters: UInt32 = 0
  /// The estimated error of the time.
  public var timeError: UInt32 = 0
  /// The estimated error of the velocity in centimeters per second.
  public var velocityErrorCentimeters: UInt16 = 0
  /// The clock and its errors, and data for dead reckoning: 24 bytes.
  public var clock: [UInt8] = []
  /// The number of satellites in use.
  public var satellitesUsed: UInt8 = 0
  /// The horizontal dilution of precision in units of 0.2.
  public var dilutionFifths: UInt8 = 0
  /// Additional information about the mode.
  public var additionalMode: UInt8 = 0
  /// Bytes after the documented fields, appended by newer firmware.
  public var appended: [UInt8] = []

  /// Makes a message of zeros.
  public init() { clock = [UInt8](repeating: 0, count: 24) }

  mutating func walk(_ payload: inout some SiRFVisitor) {
    payload.number(&invalidity)
    payload.number(&type)
    payload.number(&week)
    payload.number(&timeOfWeek)
    payload.number(&year)
    payload.number(&month)
    payload.number(&day)
    payload.number(&hour)
    payload.number(&minute)
    payload.number(&millisecond)
    payload.number(&satelliteBits)
    payload.number(&latitudeSteps)
    payload.number(&longitudeSteps)
    payload.number(&ellipsoidalCentimeters)
    payload.number(&altitudeCentimeters)
    payload.number(&datum)
    payload.number(&speedCentimeters)
    payload.number(&courseHundredths)
    payload.number(&variation)
    payload.number(&climbCentimeters)
    payload.number(&turnRate)
    payload.number(&horizontalErrorCentimeters)
    payload.number(&verticalErrorCentimeters)
    payload.number(&timeError)
    payload.number(&velocityErrorCentimeters)
    payload.bytes(&clock, count: 24)
    payload.number(&satellitesUsed)
    payload.number(&dilutionFifths)
    payload.number(&additionalMode)
  }

  /// Whether the message contains UTC; firmware before 2.3.2 does not send it.
  public var isDated: Bool { year != 0 }
  /// The type of fix.
  public var fixMode: SiRFFixMode { SiRFFixMode(rawValue: UInt8(truncatingIfNeeded: type)) }
  /// Whether the receiver marks the solution as valid.
  public var isValid: Bool { invalidity == 0 && fixMode.dimensions > 0 }
}
