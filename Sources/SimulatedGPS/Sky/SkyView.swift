internal import GPSBridge

/// Where the satellites above the horizon stand, for one place and moment.
struct SkyView: Sendable {
  /// A satellite above the horizon.
  struct Star: Sendable {
    /// Its place in the almanac.
    let place: Int
    /// Degrees from north.
    let azimuth: Double
    /// Degrees above the horizon.
    let elevation: Double
    /// East, north, up.
    let direction: Vector
  }

  /// Those above the horizon, in the almanac's order.
  private(set) var stars: [Star] = []

  /// Looks at the sky again, at the places of the almanac that matter, some seconds after the orbits' epoch.
  mutating func look(at places: [Int], from horizon: Horizon, seconds: Double) {
    let turn = Orbit.turn(at: seconds)
    let entries = Almanac.full.entries
    stars.removeAll(keepingCapacity: true)
    for place in places {
      let point = entries[place].orbit.position(at: seconds, turn: turn)
      let direction = horizon.direction(to: point)
      guard direction.z > 0 else { continue }
      stars.append(
        Star(
          place: place,
          azimuth: Trigonometry.inCircle(
            Trigonometry.arctangent(direction.x, direction.y) * Trigonometry.degreesPerRadian),
          elevation: Trigonometry.arcsine(direction.z) * Trigonometry.degreesPerRadian, direction: direction))
    }
  }
}
