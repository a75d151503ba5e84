/// The time pulse that a receiver outputs on a pin.
public struct TimePulse: Sendable, Hashable, CustomStringConvertible {
  /// The time from pulse to pulse in microseconds; 0 for no pulse.
  public let periodMicroseconds: UInt32
  /// The length of a pulse in microseconds.
  public let lengthMicroseconds: UInt32

  /// No pulse.
  public static let off = TimePulse(periodMicroseconds: 0, lengthMicroseconds: 0)

  /// Creates a pulse with a period and a length; the length is at least 1 µs and shorter than the period.
  public init(periodMicroseconds: UInt32, lengthMicroseconds: UInt32) {
    self.periodMicroseconds = periodMicroseconds
    self.lengthMicroseconds =
      periodMicroseconds == 0 ? 0 : min(max(lengthMicroseconds, 1), max(periodMicroseconds, 2) - 1)
  }

  /// Whether there is a pulse.
  public var isOn: Bool { periodMicroseconds > 0 }

  /// The pulse as text: `each 1 s for 100 ms`.
  public var description: String {
    isOn ? "each \(Self.words(periodMicroseconds)) for \(Self.words(lengthMicroseconds))" : "off"
  }

  private static func words(_ microseconds: UInt32) -> String {
    if microseconds % 1_000_000 == 0 { return "\(microseconds / 1_000_000) s" }
    return microseconds % 1000 == 0 ? "\(microseconds / 1000) ms" : "\(microseconds) us"
  }
}

/// A version of NMEA 0183 for the sentences of a receiver.
public enum SentenceVersion: Sendable, Hashable, CaseIterable {
  /// 2.1.
  case v2_1
  /// 2.3.
  case v2_3
  /// 4.0.
  case v4_0
  /// 4.10, which adds system and signal numbers.
  case v4_10
  /// 4.11.
  case v4_11

  /// The version as text, such as `4.10`.
  public var name: String { row.name }
  /// The number in CFG-NMEA.
  var messageNumber: UInt8 { row.message }
  /// The number under CFG-NMEA-PROTVER.
  var keyNumber: Int { row.key }

  private var row: (name: String, message: UInt8, key: Int) {
    switch self {
    case .v2_1: ("2.1", 0x21, 21)
    case .v2_3: ("2.3", 0x23, 23)
    case .v4_0: ("4.0", 0x40, 40)
    case .v4_10: ("4.10", 0x41, 41)
    case .v4_11: ("4.11", 0x4B, 42)
    }
  }
}

/// The place of a receiver that does not move, such as a clock's or a base station's antenna.
public enum SurveyedPlace: Sendable, Hashable, CustomStringConvertible {
  /// The receiver has no fixed place.
  case off
  /// The receiver surveys its place: at least this long, until the error is at most this large.
  case survey(seconds: Int, millimeters: Int)
  /// The receiver stands here: degrees times 10⁷, centimeters above the ellipsoid, and millimeters of error.
  case fixed(latitude: Int, longitude: Int, centimeters: Int, millimeters: Int)

  /// The place as text.
  public var description: String {
    switch self {
    case .off: "off"
    case .survey(let seconds, let millimeters):
      "survey for \(seconds) s, to \(Self.decimal(millimeters, 1000)) m"
    case .fixed(let latitude, let longitude, let centimeters, let millimeters):
      "\(Self.decimal(latitude, 10_000_000)) \(Self.decimal(longitude, 10_000_000)) "
        + "\(Self.decimal(centimeters, 100)) m, to \(Self.decimal(millimeters, 1000)) m"
    }
  }

  /// Formats a number of small parts as an exact decimal.
  private static func decimal(_ parts: Int, _ perUnit: Int) -> String {
    let digits = "\(perUnit)".utf8.count - 1
    let rest = "\(abs(parts) % perUnit)"
    let zeros = String(repeating: "0", count: digits - rest.utf8.count)
    return (parts < 0 ? "-" : "") + "\(abs(parts) / perUnit)." + zeros + rest
  }
}
