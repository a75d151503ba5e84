internal import GPSBridge

/// Knowledge that a receiver is given to start with, so that it need not hear it from the sky.
enum Assistance: Sendable, Hashable {
  /// The time, in nanoseconds since 1970, and how far off it may be.
  case time(Int64, accuracy: Int64)
  /// The place in degrees, and the metres that it may be off.
  case place(latitude: Double, longitude: Double, accuracy: Double)
  /// The exact orbit of a satellite, until a second since 1970; behind that it is a rough one.
  case orbit(SatelliteIdentity, until: Int64)
  /// The rough orbit of a satellite.
  case almanac(SatelliteIdentity)
  /// Orbits that belong to another receiver.
  case foreign

  /// Whether it says nothing to a receiver that does not know the time.
  var needsTime: Bool { if case .orbit = self { true } else { false } }

  /// A time or a place that is vaguer than this does not say where to look: an hour, or 300 kilometres.
  static let vaguest = (time: Int64(3_600_000_000_000), place: 300_000.0)
}

/// What a receiver holds for true before the sky has told it anything: its time, its place, and whether one is wrong.
struct Belief: Sendable {
  /// Whether it takes a time for known.
  private(set) var hasTime: Bool
  /// Whether it takes a place for known.
  private(set) var hasPlace: Bool
  /// Whether the time came from outside: the first satellite confirms it.
  private(set) var wasToldTime = false
  /// Whether something that it was told is wrong.
  private(set) var isMisled = false

  /// A clock that ran on knows the time; a memory that has orbits knows the place, too.
  init(_ start: Scenario.PowerUp) {
    hasTime = start != .cold
    hasPlace = start != .cold
  }

  /// Whether it knows where to look.
  var isGuided: Bool { hasTime && hasPlace && !isMisled }

  /// It is told a time that is off by so much.
  mutating func take(time error: Int64, accuracy: Int64) {
    guard accuracy <= Assistance.vaguest.time else { return }
    (hasTime, wasToldTime) = (true, true)
    if error.magnitude > accuracy.magnitude { isMisled = true }
  }

  /// It is told a place that is so many metres off.
  mutating func take(place error: Double, accuracy: Double) {
    guard accuracy <= Assistance.vaguest.place else { return }
    hasPlace = true
    if error > accuracy { isMisled = true }
  }

  /// It is told orbits that are not its own.
  mutating func takeForeign() { isMisled = true }
}
