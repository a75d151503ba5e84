/// The motion that a receiver expects: it filters positions accordingly, and rejects impossible ones.
public enum MovementModel: String, Sendable, Hashable, CaseIterable {
  /// Carried in a hand or a bag; altitudes up to 12 km.
  case portable
  /// Not moving; altitudes up to 9 km.
  case stationary
  /// On foot; altitudes up to 9 km.
  case pedestrian
  /// By car; altitudes up to 6 km.
  case automotive
  /// By ship; altitudes up to 500 m.
  case sea
  /// By aircraft, under 1 g; no 2D fixes.
  case airborne1g = "airborne_1g"
  /// By aircraft, under 2 g.
  case airborne2g = "airborne_2g"
  /// By aircraft, under 4 g.
  case airborne4g = "airborne_4g"
  /// Worn on a wrist.
  case wrist
  /// By motorbike; some receivers only.
  case motorbike
  /// By lawn mower; receivers with sensors only.
  case mower
  /// By scooter; receivers with sensors only.
  case scooter
  /// By rail; receivers with sensors only.
  case rail
}

/// The languages that a receiver sends on the line.
public enum OutputLanguage: String, Sendable, Hashable, CaseIterable {
  /// NMEA sentences.
  case nmea
  /// The vendor's binary messages.
  case ubx
  /// Sentences and messages.
  case both
}

/// Whether a receiver saves power.
public enum PowerMode: String, Sendable, Hashable, CaseIterable {
  /// The receiver always runs at full power.
  case full
  /// The receiver sleeps between fixes, which may be late or less accurate.
  case saving
}

/// A version of NMEA 0183 for the sentences of a receiver.
public enum SentenceVersion: String, Sendable, Hashable, CaseIterable {
  /// 2.1.
  case v2_1 = "2.1"
  /// 2.3.
  case v2_3 = "2.3"
  /// 4.0.
  case v4_0 = "4.0"
  /// 4.10, which adds system and signal numbers.
  case v4_10 = "4.10"
  /// 4.11.
  case v4_11 = "4.11"
}

/// The time pulse that a receiver outputs on a pin.
public struct PulseSetting: Sendable, Hashable {
  /// The time from pulse to pulse in microseconds; 0 for no pulse.
  public let periodMicroseconds: UInt32
  /// The length of a pulse in microseconds.
  public let lengthMicroseconds: UInt32

  /// No pulse.
  public static let off = PulseSetting(periodMicroseconds: 0, lengthMicroseconds: 0)

  /// Creates a pulse with a period and a length; the length is at least 1 µs and shorter than the period.
  public init(periodMicroseconds: UInt32, lengthMicroseconds: UInt32) {
    self.periodMicroseconds = periodMicroseconds
    self.lengthMicroseconds =
      periodMicroseconds == 0 ? 0 : min(max(lengthMicroseconds, 1), max(periodMicroseconds, 2) - 1)
  }

  /// Creates a pulse with a period, one second by default.
  public static func each(_ period: Duration = .seconds(1), length: Duration = .milliseconds(100))
    -> PulseSetting
  {
    PulseSetting(periodMicroseconds: microseconds(period), lengthMicroseconds: microseconds(length))
  }

  /// Whether there is a pulse.
  public var isOn: Bool { periodMicroseconds > 0 }

  private static func microseconds(_ time: Duration) -> UInt32 {
    UInt32(min(max((time / .microseconds(1)).rounded(), 1), Double(UInt32.max)))
  }
}

extension PulseSetting: CustomStringConvertible {
  /// The pulse as text: `each 1 s for 100 ms`.
  public var description: String {
    isOn ? "each \(Self.words(periodMicroseconds)) for \(Self.words(lengthMicroseconds))" : "off"
  }

  private static func words(_ microseconds: UInt32) -> String {
    if microseconds % 1_000_000 == 0 { return "\(microseconds / 1_000_000) s" }
    return microseconds % 1000 == 0 ? "\(microseconds / 1000) ms" : "\(microseconds) us"
  }
}

/// The place of a receiver that does not move, such as a clock's or a base station's antenna.
public enum StandingPlace: Sendable, Hashable {
  /// The receiver has no fixed place.
  case off
  /// The receiver surveys its place: at least this long, until the error is at most this large.
  case survey(seconds: Int, millimeters: Int)
  /// The receiver stands here: degrees times 10⁷, centimeters above the ellipsoid, and millimeters of error.
  case fixed(latitude: Int, longitude: Int, centimeters: Int, millimeters: Int)
}

extension StandingPlace: CustomStringConvertible {
  /// The place as text.
  public var description: String {
    switch self {
    case .off: "off"
    case .survey(let seconds, let millimeters):
      "survey for \(seconds) s, to \(Self.meters(millimeters, 1000)) m"
    case .fixed(let latitude, let longitude, let centimeters, let millimeters):
      "\(Self.meters(latitude, 10_000_000)) \(Self.meters(longitude, 10_000_000)) "
        + "\(Self.meters(centimeters, 100)) m, to \(Self.meters(millimeters, 1000)) m"
    }
  }

  /// Formats a number of small parts as an exact decimal.
  private static func meters(_ parts: Int, _ perUnit: Int) -> String {
    let digits = "\(perUnit)".utf8.count - 1
    let rest = "\(abs(parts) % perUnit)"
    let zeros = String(repeating: "0", count: digits - rest.utf8.count)
    return (parts < 0 ? "-" : "") + "\(abs(parts) / perUnit)." + zeros + rest
  }
}
