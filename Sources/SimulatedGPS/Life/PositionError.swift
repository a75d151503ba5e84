/// How far off a receiver is: an error that comes and goes slowly, and one that trembles, each as large as the
/// geometry makes it.
///
/// They are Gauss–Markov processes: what they are now is a part of what they were, and something new. White noise
/// would make any filter look good.
struct PositionError: Sendable {
  private var slow = Vector(0, 0, 0)
  private var quick = Vector(0, 0, 0)
  private var gait = Vector(0, 0, 0)
  private var random: RandomSource
  private var isFresh = true
  /// The part of each error that is left after one epoch, and the new part that is added.
  private var slowFactors = (kept: 1.0, new: 0.0)
  private var quickFactors = (kept: 1.0, new: 0.0)

  /// Metres: what a range is off by, slowly (ionosphere, orbits, echoes) and quickly (noise).
  static let slowRange = 1.1
  static let quickRange = 0.35
  /// Metres per second: what a measured speed is off by.
  private static let speedRange = 0.04

  init(seed: UInt64, interval: Double) {
    random = RandomSource(seed: seed, stream: 2)
    setInterval(interval)
  }

  /// Seconds between epochs.
  mutating func setInterval(_ interval: Double) {
    slowFactors = Self.factors(interval / 90)
    quickFactors = Self.factors(interval / 1.5)
  }

  private static func factors(_ exponent: Double) -> (kept: Double, new: Double) {
    let kept = Decay.factor(exponent)
    return (kept, max(0, 1 - kept * kept).squareRoot())
  }

  /// One epoch more.
  mutating func advance() {
    if isFresh {
      isFresh = false
      slow = noise()
      quick = noise()
    } else {
      slow = slow * slowFactors.kept + noise() * slowFactors.new
      quick = quick * quickFactors.kept + noise() * quickFactors.new
    }
    gait = gait * quickFactors.kept + noise() * quickFactors.new
  }

  private mutating func noise() -> Vector { Vector(random.normal(), random.normal(), random.normal()) }

  /// Metres east, north and up.
  func offset(_ geometry: SimulatedEpoch.Geometry, echo: Double) -> Vector {
    let ranges = slow * (Self.slowRange * echo) + quick * (Self.quickRange * echo)
    return Vector(ranges.x * geometry.east, ranges.y * geometry.north, ranges.z * geometry.vertical)
  }

  /// Metres per second east, north and up.
  func velocity(_ geometry: SimulatedEpoch.Geometry, echo: Double) -> Vector {
    let scale = Self.speedRange * echo
    return Vector(
      gait.x * geometry.east * scale, gait.y * geometry.north * scale, gait.z * geometry.vertical * scale)
  }

  /// Metres: the deviation of a range as the receiver would give it.
  static func rangeDeviation(echo: Double) -> Double {
    (slowRange * slowRange + quickRange * quickRange).squareRoot() * echo
  }
}
