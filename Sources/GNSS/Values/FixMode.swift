internal import NMEA

/// How many dimensions of a position are known.
public enum FixMode: UInt8, Sendable, Hashable, Comparable {
  /// There is no fix.
  case none = 1
  /// Latitude and longitude.
  case twoDimensional = 2
  /// Latitude, longitude and altitude.
  case threeDimensional = 3
  /// The position is given, and only the time is solved for.
  case time = 4

  /// The order of what is known.
  public static func < (a: FixMode, b: FixMode) -> Bool { a.rawValue < b.rawValue }
}

/// How a fix was found.
public enum FixQuality: UInt8, Sendable, Hashable {
  /// By satellites alone.
  case autonomous
  /// With differential corrections: SBAS or a base station.
  case differential
  /// By the precise positioning service.
  case precise
  /// By carrier phase, with whole-number ambiguities.
  case rtkFixed
  /// By carrier phase, with ambiguities still floating.
  case rtkFloat
  /// Without satellites, from speed and heading.
  case deadReckoning
  /// Typed in by hand.
  case manual
  /// Known beforehand: a timing receiver was told its place, or has measured it for hours, and solves for the time alone.
  case surveyed
  /// Made up by a simulator.
  case simulated
}

extension FixQuality {
  /// The meaning of GGA's number; nil for "none" and for numbers that no standard gives a meaning.
  init?(_ quality: GGA.Quality) {
    switch quality {
    case .autonomous: self = .autonomous
    case .differential: self = .differential
    case .precise: self = .precise
    case .rtkFixed: self = .rtkFixed
    case .rtkFloat: self = .rtkFloat
    case .deadReckoning: self = .deadReckoning
    case .manual: self = .manual
    case .simulator: self = .simulated
    default: return nil
    }
  }

  /// The meaning of a mode letter; nil for "no fix" and for letters that no standard gives a meaning.
  init?(_ mode: ModeIndicator) {
    switch mode {
    case .autonomous: self = .autonomous
    case .differential: self = .differential
    case .precise: self = .precise
    case .rtkFixed: self = .rtkFixed
    case .rtkFloat: self = .rtkFloat
    case .deadReckoning: self = .deadReckoning
    case .manual: self = .manual
    case .simulator: self = .simulated
    default: return nil
    }
  }

  /// The best of the letters that GNS has for each constellation.
  init?(best modes: ModeList) {
    var best: FixQuality?
    for index in 0..<modes.count {
      guard let quality = modes[index].flatMap({ FixQuality($0) }) else { continue }
      if best.map({ $0.worth < quality.worth }) ?? true { best = quality }
    }
    guard let best else { return nil }
    self = best
  }

  /// Whether corrections make the ranges better than they are by themselves.
  var isCorrected: Bool {
    switch self {
    case .differential, .precise, .rtkFloat, .rtkFixed: true
    case .autonomous, .deadReckoning, .manual, .surveyed, .simulated: false
    }
  }

  private var worth: Int {
    switch self {
    case .simulated: 0
    case .manual: 1
    case .deadReckoning: 2
    case .autonomous: 3
    case .differential: 4
    case .precise: 5
    case .rtkFloat: 6
    case .rtkFixed: 7
    case .surveyed: 8
    }
  }
}
