extension Scenario {
  /// The journey of a receiver; speed and course follow from it.
  public enum Journey: Sendable {
    /// Nowhere.
    case still
    /// On foot, around some blocks, with a rest here and there.
    case walk
    /// By car through a town, with its lights.
    case drive
    /// By boat, around some buoys, with a little swell.
    case boat
    /// By air to another place, from runway to runway.
    case flight(to: Scenario.Place)
    /// The straight way over the globe, at one speed in metres per second.
    case greatCircle(to: Scenario.Place, speed: Double)
    /// Through given places: by their own times, or at one speed in metres per second.
    case route(Scenario.Route, speed: Double? = nil)
    /// As the code says: seconds since the beginning, and where that is.
    ///
    /// Velocities are worked out from the places; what the code sets there does not count. The function must always
    /// answer the same for the same moment, and must not turn to the receiver that it moves: it is asked in the middle of that.
    case custom(@Sendable (_ seconds: Double) -> Scenario.Motion)

    /// The flight of ``Scenario/flight``, to Hamburg.
    public static let flight = Scenario.Journey.flight(
      to: Scenario.Place(latitude: 53.6304, longitude: 9.9882, altitude: 16))
  }
}

/// A journey made ready: begun at a place, and with its random parts drawn.
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

  /// The position and motion, some seconds after the beginning.
  func motion(at seconds: Double) -> Scenario.Motion {
    switch self {
    case .still(let motion): motion
    case .circuit(let circuit): circuit.motion(at: seconds)
    case .voyage(let voyage): voyage.motion(at: seconds)
    case .route(let route): route.motion(at: seconds)
    case .custom(let code, let separation): Self.motion(of: code, at: seconds, separation)
    }
  }

  /// The velocity of code that only says places: from a moment before to a moment after.
  private static func motion(
    of code: @Sendable (Double) -> Scenario.Motion, at seconds: Double, _ separation: Double
  ) -> Scenario.Motion {
    var motion = sound(code(seconds))
    let before = sound(code(seconds - 0.05))
    let after = sound(code(seconds + 0.05))
    let scale = Earth.metresPerDegree(latitude: motion.latitude, height: motion.altitude + separation)
    motion.north = (after.latitude - before.latitude) * scale.north / 0.1
    motion.east = Trigonometry.aroundZero(after.longitude - before.longitude) * scale.east / 0.1
    motion.up = (after.altitude - before.altitude) / 0.1
    return motion
  }

  /// The answer of a user's code, brought to a place that exists.
  private static func sound(_ motion: Scenario.Motion) -> Scenario.Motion {
    Scenario.Motion(
      Scenario.Place(latitude: motion.latitude, longitude: motion.longitude, altitude: motion.altitude))
  }
}
