/// One knot, the sea mile per hour.
enum Knots {
  static let inMetersPerSecond = 1852.0 / 3600
}

/// One kilometer per hour.
enum KilometersPerHour {
  static let inMetersPerSecond = 1 / 3.6
}

/// The statute mile per hour.
enum MilesPerHour {
  static let inMetersPerSecond = 0.44704
}

/// The international foot.
enum Feet {
  static let inMeters = 0.3048
}

/// The fathom, six feet.
enum Fathoms {
  static let inMeters = 1.8288
}

/// The nautical mile.
enum NauticalMiles {
  static let inMeters = 1852.0
}

/// The thousandth of a second.
enum Milliseconds {
  static let inSeconds = 1e-3
}

/// The thousand-millionth of a second.
enum Nanoseconds {
  static let inSeconds = 1e-9
}
