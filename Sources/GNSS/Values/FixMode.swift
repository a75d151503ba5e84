/// How many dimensions of a position are known.
public enum FixMode: UInt8, Sendable, Hashable, Comparable {
  /// There is no fix.
  case none = 1
  /// Latitude and longitude.
  case twoDimensional = 2
  /// Latitude, longitude and altitude.
  case threeDimensional = 3
  /// The position is given and only the time is solved for.
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
  /// Made up by a simulator.
  case simulated
}
