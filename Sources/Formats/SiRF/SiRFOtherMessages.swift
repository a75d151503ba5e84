/// MID 6, the version of the firmware, as text.
///
/// Firmware before version 4 sends one text behind the identifier; later ones put two lengths in front of two texts.
public struct SiRFFirmware: SiRFContent, Sendable, Hashable {
  static let identifier: UInt8 = 6
  static let fewestBytes = 2

  /// The bytes behind the identifier.
  public var bytes: [UInt8] = []

  /// An empty version.
  public init() {}

  mutating func walk(_ payload: inout some SiRFVisitor) { payload.rest(&bytes) }

  /// The version as text, without padding; other than ASCII letters are left out.
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

/// MID 52, the time of the pulse.
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
  /// The year, with four digits.
  public var year: UInt16 = 0
  /// Seconds by which GPS is ahead of UTC.
  public var leapSeconds: Int16 = 0
  /// The fraction of such a second.
  public var fraction: UInt32 = 0
  /// Bit 0: the time is valid; bit 1: it is UTC; bit 2: the leap seconds came from a satellite.
  public var status: UInt8 = 0
  /// Four bytes without a meaning.
  public var rest: [UInt8] = []

  /// A message of zeros.
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

  /// Whether the leap seconds are those that satellites send.
  public var isUTCKnown: Bool { status & 7 == 7 }
}

/// MID 98, extended measured navigation data: the fix of a SiRF chip with u-blox's firmware.
///
/// ```
/// 0  1 I4 5 I4 9 I4   13 I4 17 I4 21 I4  25   26   28 29 30 31 32 U2 34 … 38
/// |  |    |    |      |     |     |      |    |    |  |  |  |  |     |
/// 62 lat  lon  height speed climb course mode year mo da ho mi ms    five dilutions
/// ```
///
/// Angles are in hundred-millionths of a radian, lengths in millimeters.
public struct SiRFExtended: SiRFContent, Sendable, Hashable {
  static let identifier: UInt8 = 98
  static let fewestBytes = 39

  /// Latitude in hundred-millionths of a radian.
  public var latitudeSteps: Int32 = 0
  /// Longitude in hundred-millionths of a radian.
  public var longitudeSteps: Int32 = 0
  /// Millimeters above the ellipsoid.
  public var heightMillimeters: Int32 = 0
  /// Speed over ground in millimeters per second.
  public var speedMillimeters: Int32 = 0
  /// Millimeters per second upwards.
  public var climbMillimeters: Int32 = 0
  /// Course over ground in hundred-millionths of a radian.
  public var courseSteps: Int32 = 0
  /// How the position was found as in MID 2, and in bit 6 whether the time is UTC.
  public var mode: UInt8 = 0
  /// The year, with four digits.
  public var year: UInt16 = 0
  /// The month.
  public var month: UInt8 = 0
  /// The day.
  public var day: UInt8 = 0
  /// The hour.
  public var hour: UInt8 = 0
  /// The minute.
  public var minute: UInt8 = 0
  /// Milliseconds of the minute.
  public var millisecond: UInt16 = 0
  /// Dilutions in fifths: of all, of the position, of the plane, of the height, of the time.
  public var dilutions: [UInt8] = []
  /// Bytes after these fields, as newer firmware appends them.
  public var appended: [UInt8] = []

  /// A message of zeros.
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

  /// How the position was found; bit 6 is about the time.
  public var fixMode: SiRFFixMode { SiRFFixMode(rawValue: mode & ~0x40) }
  /// Whether date and time are UTC.
  public var isUTCKnown: Bool { mode & 0x40 != 0 }
}
