internal import GPSBridge

/// Aiding data: knowledge given to a receiver at start, so that it need not receive it from satellites.
enum Assistance: Sendable, Hashable {
  /// The time, in nanoseconds since 1970, and its uncertainty.
  case time(Int64, accuracy: Int64)
  /// The position in degrees, and its uncertainty in meters.
  case place(latitude: Double, longitude: Double, accuracy: Double)
  /// The exact orbit of a satellite, until a second since 1970; after that it counts as a rough one.
  case orbit(SatelliteIdentity, until: Int64)
  /// The rough orbit of a satellite.
  case almanac(SatelliteIdentity)
  /// Orbits that were read from a different receiver.
  case foreign

  /// Whether the data is useless to a receiver that does not know the time.
  var needsTime: Bool { if case .orbit = self { true } else { false } }

  /// Uncertainties beyond an hour or 300 kilometers make a time or a position useless for the search.
  static let vaguest = (time: Int64(3_600_000_000_000), place: 300_000.0)
}

/// The receiver's assumptions before any signal: its time, its position, and whether one is wrong.
struct Belief: Sendable {
  private(set) var hasTime: Bool
  private(set) var hasPlace: Bool
  /// Whether the time came from outside; the first satellite then confirms it.
  private(set) var wasToldTime = false
  /// Whether any of the given data is wrong.
  private(set) var isMisled = false

  /// A running clock knows the time; a memory with orbits also holds the position.
  init(_ start: Scenario.PowerUp) {
    hasTime = start != .cold
    hasPlace = start != .cold
  }

  /// Whether the receiver knows where to look for satellites.
  var isGuided: Bool { hasTime && hasPlace && !isMisled }

  mutating func take(time error: Int64, accuracy: Int64) {
    guard accuracy <= Assistance.vaguest.time else { return }
    (hasTime, wasToldTime) = (true, true)
    if error.magnitude > accuracy.magnitude { isMisled = true }
  }

  /// Accepts a position with the given error in meters.
  mutating func take(place error: Double, accuracy: Double) {
    guard accuracy <= Assistance.vaguest.place else { return }
    hasPlace = true
    if error > accuracy { isMisled = true }
  }

  /// Accepts orbits of a different receiver.
  mutating func takeForeign() { isMisled = true }
}
