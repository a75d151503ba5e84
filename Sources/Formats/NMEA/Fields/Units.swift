/// Knots, nautical miles per hour.
enum Knots { static let inMetersPerSecond = 1852.0 / 3600 }

enum KilometersPerHour { static let inMetersPerSecond = 1 / 3.6 }

/// Statute miles per hour.
enum MilesPerHour { static let inMetersPerSecond = 0.44704 }

/// International feet.
enum Feet { static let inMeters = 0.3048 }

/// Fathoms of six feet.
enum Fathoms { static let inMeters = 1.8288 }

enum NauticalMiles { static let inMeters = 1852.0 }

enum Milliseconds { static let inSeconds = 1e-3 }

enum Nanoseconds { static let inSeconds = 1e-9 }
