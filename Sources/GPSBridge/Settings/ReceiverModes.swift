/// How a receiver moves: it filters its positions by that, and refuses what can't be.
public enum MovementModel: String, Sendable, Hashable, CaseIterable {
  /// In a hand or a bag; up to 12 km.
  case portable
  /// Not at all; up to 9 km.
  case stationary
  /// On foot; up to 9 km.
  case pedestrian
  /// By car; up to 6 km.
  case automotive
  /// By ship; up to 500 m.
  case sea
  /// By aircraft, under 1 g; no fixes in two dimensions.
  case airborne1g = "airborne_1g"
  /// By aircraft, under 2 g.
  case airborne2g = "airborne_2g"
  /// By aircraft, under 4 g.
  case airborne4g = "airborne_4g"
  /// At a wrist.
  case wrist
  /// By motorbike, of some receivers.
  case motorbike
  /// By lawn mower, of receivers with sensors.
  case mower
  /// By scooter, of receivers with sensors.
  case scooter
  /// By rail, of receivers with sensors.
  case rail
}

/// The languages that a receiver speaks on the line.
public enum OutputLanguage: String, Sendable, Hashable, CaseIterable {
  /// Sentences.
  case nmea
  /// Its maker's binary messages.
  case ubx
  /// Sentences and messages.
  case both
}

/// Whether a receiver saves power.
public enum PowerMode: String, Sendable, Hashable, CaseIterable {
  /// It is always fully awake.
  case full
  /// It sleeps between fixes, which may come late or be less exact.
  case saving
}

/// An edition of NMEA 0183 that a receiver can write its sentences in.
public enum SentenceVersion: String, Sendable, Hashable, CaseIterable {
  /// 2.1.
  case v2_1 = "2.1"
  /// 2.3.
  case v2_3 = "2.3"
  /// 4.0.
  case v4_0 = "4.0"
  /// 4.10: with a number of the system, and of the signal.
  case v4_10 = "4.10"
  /// 4.11.
  case v4_11 = "4.11"
}

/// The pulse that a receiver gives on a pin.
public struct PulseSetting: Sendable, Hashable {
  /// Microseconds from pulse to pulse; 0 where there is none.
  public let periodMicroseconds: UInt32
  /// Microseconds that a pulse lasts.
  public let lengthMicroseconds: UInt32

  /// No pulse.
  public static let off = PulseSetting(periodMicroseconds: 0, lengthMicroseconds: 0)

  /// A pulse in so many microseconds, of so many; at least one, and shorter than its period.
  public init(periodMicroseconds: UInt32, lengthMicroseconds: UInt32) {
    self.periodMicroseconds = periodMicroseconds
    self.lengthMicroseconds =
      periodMicroseconds == 0 ? 0 : min(max(lengthMicroseconds, 1), max(periodMicroseconds, 2) - 1)
  }

  /// A pulse each second, or each so often.
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
  /// The pulse for a person: `each 1 s for 100 ms`.
  public var description: String {
    isOn ? "each \(Self.words(periodMicroseconds)) for \(Self.words(lengthMicroseconds))" : "off"
  }

  private static func words(_ microseconds: UInt32) -> String {
    if microseconds % 1_000_000 == 0 { return "\(microseconds / 1_000_000) s" }
    return microseconds % 1000 == 0 ? "\(microseconds / 1000) ms" : "\(microseconds) us"
  }
}

/// The place of a receiver that does not move: the antenna of a clock, or of a base station.
public enum StandingPlace: Sendable, Hashable {
  /// It moves.
  case off
  /// It finds its place out: for so many seconds at least, until the error is below so many millimeters.
  case survey(seconds: Int, millimeters: Int)
  /// It stands here: ten millionths of a degree, centimeters above the ellipsoid, millimeters of error.
  case fixed(latitude: Int, longitude: Int, centimeters: Int, millimeters: Int)
}

extension StandingPlace: CustomStringConvertible {
  /// The place for a person.
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

  /// A number of small parts as a decimal, exactly.
  private static func meters(_ parts: Int, _ perUnit: Int) -> String {
    let digits = "\(perUnit)".utf8.count - 1
    let rest = "\(abs(parts) % perUnit)"
    let zeros = String(repeating: "0", count: digits - rest.utf8.count)
    return (parts < 0 ? "-" : "") + "\(abs(parts) / perUnit)." + zeros + rest
  }
}
