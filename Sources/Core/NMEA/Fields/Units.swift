/// Knots, nautical miles per hour.
package enum Knots { package static let inMetersPerSecond = 1852.0 / 3600 }

enum KilometersPerHour { static let inMetersPerSecond = 1 / 3.6 }

/// Statute miles per hour.
enum MilesPerHour { static let inMetersPerSecond = 0.44704 }

/// International feet.
package enum Feet { package static let inMeters = 0.3048 }

/// Fathoms of six feet.
enum Fathoms { static let inMeters = 1.8288 }

package enum NauticalMiles { package static let inMeters = 1852.0 }

enum Milliseconds { static let inSeconds = 1e-3 }

enum Nanoseconds { static let inSeconds = 1e-9 }
