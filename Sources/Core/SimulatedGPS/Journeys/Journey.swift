extension Scenario {
  /// The journey of a receiver; speed and course follow from it.
  public enum Journey: Sendable {
    /// The receiver does not move.
    case still
    /// A walk around some blocks, with some rests.
    case walk
    /// A car trip in a town, with traffic lights.
    case drive
    /// A boat trip around some buoys, with a slight swell.
    case boat
    /// A flight to a different place, from runway to runway.
    case flight(to: Scenario.Place)
    /// A trip along a great circle at a constant speed in meters per second.
    case greatCircle(to: Scenario.Place, speed: Double)
    /// A route through given places: at their own times, or at a constant speed in meters per second.
    case route(Scenario.Route, speed: Double? = nil)
    /// Positions computed by your code, from the seconds since the beginning.
    ///
    /// Velocities are derived from the positions; values set by the code are ignored. The function must
    /// always return the same motion for the same time, and must not use the receiver that it moves, because
    /// it runs in the middle of that receiver's work.
    case custom(@Sendable (_ seconds: Double) -> Scenario.Motion)

    /// The flight of ``Scenario/flight``, to Hamburg.
    public static let flight = Scenario.Journey.flight(
      to: Scenario.Place(latitude: 53.6304, longitude: 9.9882, altitude: 16))
  }
}

/// A journey with a fixed beginning and its random parts chosen.
enum Path: Sendable {
  case still(Scenario.Motion)
  case circuit(Circuit)
  case voyage(Voyage)
  case route(RoutePath)
  case custom(@Sendable (Double) -> Scenario.Motion, geoidSeparation: Double)

  init(_ journey: Scenario.Journey, from place: Scenario.Place, seed: UInt64) {
    var random = RandomSource(seed: seed, stream: 1)
    switch journey {
    case .still: self = .still(Scenario.Motion(place))
    case .walk: self = .circuit(Circuit(from: place, manner: .walk, random: &random))
    case .drive: self = .circuit(Circuit(from: place, manner: .drive, random: &random))
    case .boat: self = .circuit(Circuit(from: place, manner: .boat, random: &random))
    case .flight(let goal): self = .voyage(Voyage(flyingFrom: place, to: goal))
    case .greatCircle(let goal, let speed):
      self = .voyage(Voyage(from: place, to: goal, speed: min(max(speed, 0.01), 12_000)))
    case .route(let route, let speed):
      self = .route(RoutePath(route, speed: speed, geoidSeparation: place.geoidSeparation))
    case .custom(let code): self = .custom(code, geoidSeparation: place.geoidSeparation)
    }
  }

  /// The position and motion at a time in seconds since the beginning.
  func motion(at seconds: Double) -> Scenario.Motion {
    switch self {
    case .still(let motion): motion
    case .circuit(let circuit): circuit.motion(at: seconds)
    case .voyage(let voyage): voyage.motion(at: seconds)
    case .route(let route): route.motion(at: seconds)
    case .custom(let code, let separation): Self.motion(of: code, at: seconds, separation)
    }
  }

  /// Derives the velocity from the positions just before and just after the moment.
  private static func motion(
    of code: @Sendable (Double) -> Scenario.Motion, at seconds: Double, _ separation: Double
  ) -> Scenario.Motion {
    var motion = sound(code(seconds))
    let before = sound(code(seconds - 0.05))
    let after = sound(code(seconds + 0.05))
    let scale = Earth.metersPerDegree(latitude: motion.latitude, height: motion.altitude + separation)
    motion.north = (after.latitude - before.latitude) * scale.north / 0.1
    motion.east = Trigonometry.aroundZero(after.longitude - before.longitude) * scale.east / 0.1
    motion.up = (after.altitude - before.altitude) / 0.1
    return motion
  }

  /// Clamps the result of user code to a valid position.
  private static func sound(_ motion: Scenario.Motion) -> Scenario.Motion {
    Scenario.Motion(
      Scenario.Place(latitude: motion.latitude, longitude: motion.longitude, altitude: motion.altitude))
  }
}
