/// MID 6, the firmware version as text.
///
/// Firmware before version 4 sends one text after the ID; newer firmware sends two lengths, then two texts.
public struct SiRFFirmware: SiRFContent, Sendable, Hashable {
  static let identifier: UInt8 = 6
  static let fewestBytes = 2

  /// The bytes after the ID.
  public var bytes: [UInt8] = []

  /// Makes an empty version.
  public init() {}

  mutating func walk(_ payload: inout some SiRFVisitor) { payload.rest(&bytes) }

  /// The version as text, without the lengths and padding: only printable ASCII characters.
  public var text: String {
    var texts = bytes[...]
    if bytes.count > 2, bytes.count == 2 + Int(bytes[0]) + Int(bytes[1]) { texts = texts.dropFirst(2) }
    var text = ""
    for byte in texts where 0x20...0x7E ~= byte {
      text.unicodeScalars.append(Unicode.Scalar(byte))
    }
    return text
  }
}

/// MID 52, the time of the time pulse.
///
/// ```
/// 0  1    2      3      4   5     6    8 I2    10 U4    14
/// |  |    |      |      |   |     |    |       |        |
/// 34 hour minute second day month year seconds fraction status
/// ```
public struct SiRFPulseTime: SiRFContent, Sendable, Hashable {
  static let identifier: UInt8 = 52
  static let fewestBytes = 19

  /// The hour.
  public var hour: UInt8 = 0
  /// The minute.
  public var minute: UInt8 = 0
  /// The second.
  public var second: UInt8 = 0
  /// The day.
  public var day: UInt8 = 0
  /// The month.
  public var month: UInt8 = 0
  /// The four-digit year.
  public var year: UInt16 = 0
  /// The offset of GPS time from UTC in seconds.
  public var leapSeconds: Int16 = 0
  /// The fraction of that offset.
  public var fraction: UInt32 = 0
  /// The status: bit 0 valid time, bit 1 UTC, bit 2 leap seconds from a satellite.
  public var status: UInt8 = 0
  /// Four bytes without a documented meaning.
  public var rest: [UInt8] = []

  /// Makes a message of zeros.
  public init() { rest = [UInt8](repeating: 0, count: 4) }

  mutating func walk(_ payload: inout some SiRFVisitor) {
    payload.number(&hour)
    payload.number(&minute)
    payload.number(&second)
    payload.number(&day)
    payload.number(&month)
    payload.number(&year)
    payload.number(&leapSeconds)
    payload.number(&fraction)
    payload.number(&status)
    payload.rest(&rest)
  }

  /// Whether the time is valid UTC with leap seconds from a satellite.
  public var isUTCKnown: Bool { status & 7 == 7 }
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
public struct SiRFExtended: SiRFContent, Sendable, Hashable {
  static let identifier: UInt8 = 98
  static let fewestBytes = 39

  /// The latitude in 1e-8 radians.
  public var latitudeSteps: Int32 = 0
  /// The longitude in 1e-8 radians.
  public var longitudeSteps: Int32 = 0
  /// The height above the ellipsoid in millimeters.
  public var heightMillimeters: Int32 = 0
  /// The speed over ground in millimeters per second.
  public var speedMillimeters: Int32 = 0
  /// The upward velocity in millimeters per second.
  public var climbMillimeters: Int32 = 0
  /// The course over ground in 1e-8 radians.
  public var courseSteps: Int32 = 0
  /// The mode as in MID 2; bit 6 is set if the time is UTC.
  public var mode: UInt8 = 0
  /// The four-digit year.
  public var year: UInt16 = 0
  /// The month.
  public var month: UInt8 = 0
  /// The day.
  public var day: UInt8 = 0
  /// The hour.
  public var hour: UInt8 = 0
  /// The minute.
  public var minute: UInt8 = 0
  /// The milliseconds of the minute.
  public var millisecond: UInt16 = 0
  /// The dilutions of precision in units of 0.2: GDOP, PDOP, HDOP, VDOP, TDOP.
  public var dilutions: [UInt8] = []
  /// Bytes after the documented fields, appended by newer firmware.
  public var appended: [UInt8] = []

  /// Makes a message of zeros.
  public init() { dilutions = [UInt8](repeating: 0, count: 5) }

  mutating func walk(_ payload: inout some SiRFVisitor) {
    payload.number(&latitudeSteps)
    payload.number(&longitudeSteps)
    payload.number(&heightMillimeters)
    payload.number(&speedMillimeters)
    payload.number(&climbMillimeters)
    payload.number(&courseSteps)
    payload.number(&mode)
    payload.number(&year)
    payload.number(&month)
    payload.number(&day)
    payload.number(&hour)
    payload.number(&minute)
    payload.number(&millisecond)
    payload.bytes(&dilutions, count: 5)
  }

  /// The type of fix, without bit 6, which concerns the time.
  public var fixMode: SiRFFixMode { SiRFFixMode(rawValue: mode & ~0x40) }
  /// Whether date and time are UTC.
  public var isUTCKnown: Bool { mode & 0x40 != 0 }
}
