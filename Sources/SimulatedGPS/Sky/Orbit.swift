/// A satellite's way around the Earth: an ellipse after Kepler, fixed among the stars.
struct Orbit: Sendable {
  /// The moment that the angles are given for, in seconds since 1970: the beginning of 2020.
  static let epoch: Int64 = 1_577_836_800
  /// The angle between Greenwich and the stars at that moment, in radians.
  private static let greenwich = 100.121_805_435_512_21 * Trigonometry.radiansPerDegree

  /// The numbers of an orbit: angles in degrees, at the epoch.
  struct Elements: Sendable, Hashable {
    /// Kilometres: the semi-major axis.
    var radius: Double
    var eccentricity = 0.0
    /// How far the plane leans away from the equator.
    var inclination: Double
    /// The longitude among the stars at which the plane rises through the equator.
    var node: Double
    /// From the node to the perigee.
    var perigee = 0.0
    /// From the perigee to the satellite, as if it went evenly.
    var anomaly: Double
  }

  /// The numbers it was made of.
  let elements: Elements
  private let eccentricity: Double
  /// Radians at the epoch.
  private let meanAnomaly: Double
  /// Radians per second.
  private let meanMotion: Double
  /// Towards the perigee, and a quarter of the ellipse on, both in metres among the stars.
  private let major: Vector
  private let minor: Vector

  /// Makes an orbit.
  init(_ elements: Elements) {
    self.elements = elements
    let axis = elements.radius * 1000
    eccentricity = elements.eccentricity
    meanAnomaly = elements.anomaly * Trigonometry.radiansPerDegree
    meanMotion = (Earth.gravitation / (axis * axis * axis)).squareRoot()
    let (sinNode, cosNode) = Trigonometry.sineCosine(elements.node * Trigonometry.radiansPerDegree)
    let (sinLean, cosLean) = Trigonometry.sineCosine(elements.inclination * Trigonometry.radiansPerDegree)
    let (sinPerigee, cosPerigee) = Trigonometry.sineCosine(elements.perigee * Trigonometry.radiansPerDegree)
    major =
      Vector(
        cosNode * cosPerigee - sinNode * sinPerigee * cosLean,
        sinNode * cosPerigee + cosNode * sinPerigee * cosLean, sinPerigee * sinLean) * axis
    let flatness = (1 - eccentricity * eccentricity).squareRoot()
    minor =
      Vector(
        -cosNode * sinPerigee - sinNode * cosPerigee * cosLean,
        -sinNode * sinPerigee + cosNode * cosPerigee * cosLean, cosPerigee * sinLean)
      * (axis * flatness)
  }

  /// How far the Earth has turned, as sine and cosine of the angle between Greenwich and the stars.
  static func turn(at seconds: Double) -> (sine: Double, cosine: Double) {
    Trigonometry.sineCosine(greenwich + Earth.rotation * seconds)
  }

  /// The satellite's position, in metres along axes fixed to the Earth, some seconds after the epoch.
  func position(at seconds: Double, turn: (sine: Double, cosine: Double)) -> Vector {
    let even = meanAnomaly + meanMotion * seconds
    var (sine, cosine) = Trigonometry.sineCosine(even)
    if eccentricity > 0 {
      // Kepler's equation after Newton: for such round orbits two steps are exact to the millimetre.
      var anomaly = even + eccentricity * sine
      for _ in 0..<2 {
        (sine, cosine) = Trigonometry.sineCosine(anomaly)
        anomaly -= (anomaly - eccentricity * sine - even) / (1 - eccentricity * cosine)
      }
      (sine, cosine) = Trigonometry.sineCosine(anomaly)
    }
    let star = major * (cosine - eccentricity) + minor * sine
    return Vector(
      star.x * turn.cosine + star.y * turn.sine, star.y * turn.cosine - star.x * turn.sine, star.z)
  }
}
