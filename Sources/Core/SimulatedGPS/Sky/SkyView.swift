internal import GPSBridge

/// The positions of the satellites above the horizon, for one place and time.
struct SkyView: Sendable {
  /// A satellite above the horizon.
  struct Star: Sendable {
    let place: Int
    /// Degrees from north.
    let azimuth: Double
    /// Degrees above the horizon.
    let elevation: Double
    /// A unit vector: east, north, up.
    let direction: Vector
  }

  /// The satellites above the horizon, in the almanac's order.
  private(set) var stars: [Star] = []

  /// Recomputes the given almanac entries, for a time in seconds after the orbits' epoch.
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

/// The carrier-to-noise density of a satellite's signal in dB-Hz.
enum SignalStrength {
  /// The strength under an open sky with a patch antenna: about 33 at the horizon and 47 overhead.
  static func clear(sineOfElevation: Double) -> Double { 33 + 14 * sineOfElevation * (2 - sineOfElevation) }

  /// Variations of some decibels: one part is constant for each satellite, the second changes with time.
  ///
  /// The slow part changes linearly from one value to the next over twenty seconds.
  static func unrest(seed: UInt64, place: Int, second: Int) -> Double {
    let own = RandomSource.normal(RandomSource.hash(seed, place, -1)) * 1.2
    let step = second / 20
    let part = Double(second % 20) / 20
    let before = RandomSource.normal(RandomSource.hash(seed, place, step))
    let after = RandomSource.normal(RandomSource.hash(seed, place, step &+ 1))
    return own + (before + (after - before) * part) * 1.3
  }
}
