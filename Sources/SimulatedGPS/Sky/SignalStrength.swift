/// How well a satellite is heard: carrier to noise density in dB-Hz.
enum SignalStrength {
  /// What an open sky gives: about 33 at the horizon and 47 overhead, as a flat antenna hears it.
  static func clear(sineOfElevation: Double) -> Double {
    33 + 14 * sineOfElevation * (2 - sineOfElevation)
  }

  /// What differs from satellite to satellite for good, and from second to second: some decibels of each.
  ///
  /// The slow part moves from one value to the next within twenty seconds, in straight lines.
  static func unrest(seed: UInt64, place: Int, second: Int) -> Double {
    let own = RandomSource.normal(RandomSource.hash(seed, place, -1)) * 1.2
    let step = second / 20
    let part = Double(second % 20) / 20
    let before = RandomSource.normal(RandomSource.hash(seed, place, step))
    let after = RandomSource.normal(RandomSource.hash(seed, place, step &+ 1))
    return own + (before + (after - before) * part) * 1.3
  }
}
