/// The error of a simulated position: a common part, a slow part and a fast part.
///
/// The ionosphere and orbits shift all ranges of a region alike; more satellites do not average that away, so
/// the common part is independent of the geometry. Multipath and noise differ by range: the slow and the fast
/// part scale with the geometry and with the surroundings. Under an open sky half of all positions are within
/// 2.5 m with GPS alone, and within 2.0 m with four systems.
///
/// Each part is a Gauss–Markov process: its next value is a fraction of the last one plus noise. White noise
/// would make every filter look better than it is.
struct PositionError: Sendable {
  private var common = Vector(0, 0, 0)
  private var slow = Vector(0, 0, 0)
  private var quick = Vector(0, 0, 0)
  private var gait = Vector(0, 0, 0)
  private var random: RandomSource
  private var isFresh = true
  /// For each part, the fraction kept after one epoch and the weight of the new noise.
  private var commonFactors = (kept: 1.0, new: 0.0)
  private var slowFactors = (kept: 1.0, new: 0.0)
  private var quickFactors = (kept: 1.0, new: 0.0)

  /// Meters: the deviation of a range caused by multipath, which changes slowly, and by noise, which changes
  /// fast.
  static let slowRange = 1.55
  static let quickRange = 0.5
  /// Meters: the horizontal deviation of the common part, per axis, and its vertical deviation.
  static let commonPlane = 1.58
  static let commonHeight = 2.7
  /// Meters per second: the deviation of a measured speed.
  private static let speedRange = 0.04

  init(seed: UInt64, interval: Double) {
    random = RandomSource(seed: seed, stream: 2)
    setInterval(interval)
  }

  /// Sets the time between epochs, in seconds.
  mutating func setInterval(_ interval: Double) {
    commonFactors = Self.factors(interval / 600)
    slowFactors = Self.factors(interval / 90)
    quickFactors = Self.factors(interval / 1.5)
  }

  private static func factors(_ exponent: Double) -> (kept: Double, new: Double) {
    let kept = Decay.factor(exponent)
    return (kept, max(0, 1 - kept * kept).squareRoot())
  }

  mutating func advance() {
    if isFresh {
      isFresh = false
      slow = noise()
      quick = noise()
      common = noise()
    } else {
      common = common * commonFactors.kept + noise() * commonFactors.new
      slow = slow * slowFactors.kept + noise() * slowFactors.new
      quick = quick * quickFactors.kept + noise() * quickFactors.new
    }
    gait = gait * quickFactors.kept + noise() * quickFactors.new
  }

  private mutating func noise() -> Vector { Vector(random.normal(), random.normal(), random.normal()) }

  /// Returns the position error in meters east, north and up.
  func offset(_ geometry: SimulatedEpoch.Geometry, echo: Double) -> Vector {
    let ranges = slow * (Self.slowRange * echo) + quick * (Self.quickRange * echo)
    return Vector(
      ranges.x * geometry.east + common.x * Self.commonPlane,
      ranges.y * geometry.north + common.y * Self.commonPlane,
      ranges.z * geometry.vertical + common.z * Self.commonHeight)
  }

  /// Returns the velocity error in meters per second east, north and up.
  func velocity(_ geometry: SimulatedEpoch.Geometry, echo: Double) -> Vector {
    let scale = Self.speedRange * echo
    return Vector(
      gait.x * geometry.east * scale, gait.y * geometry.north * scale, gait.z * geometry.vertical * scale)
  }

  /// Meters: the deviations east, north and up of ``offset(_:echo:)``.
  static func deviation(_ geometry: SimulatedEpoch.Geometry, range: Double) -> Vector {
    let sum = { (part: Double, common: Double) in (part * part + common * common).squareRoot() }
    return Vector(
      sum(geometry.east * range, commonPlane), sum(geometry.north * range, commonPlane),
      geometry.vertical > 0 ? sum(geometry.vertical * range, commonHeight) : 0)
  }

  /// Meters: the deviation of a range as the receiver would report it.
  static func rangeDeviation(echo: Double) -> Double {
    (slowRange * slowRange + quickRange * quickRange).squareRoot() * echo
  }
}
