internal import GPSBridge

/// Every satellite there is, and its orbit: constellations with the shape of the real ones, and phases of our own.
struct Almanac: Sendable {
  /// One satellite.
  struct Entry: Sendable {
    let identity: SatelliteIdentity
    let orbit: Orbit
  }

  /// All satellites, ordered by constellation and number.
  let entries: [Entry]

  /// All constellations: made once.
  static let full = Almanac(entries: gps + glonass + galileo + beidou)

  /// The places in the list whose constellation a receiver hears.
  static func places(of constellations: [Constellation]) -> [Int] {
    full.entries.indices.filter { constellations.contains(full.entries[$0].identity.constellation) }
  }

  /// Six planes, unevenly filled, orbits of half a sidereal day, a little out of round.
  private static let gps: [Entry] = {
    let slots = [5, 5, 5, 5, 6, 5]
    var entries: [Entry] = []
    // Neighbours in a plane have numbers far apart, as in the sky: 31 is prime, so each number comes once.
    for plane in 0..<6 {
      for slot in 0..<slots[plane] {
        let number = entries.count * 12 % 31 + 1
        let anomaly = Double(slot) * 360 / Double(slots[plane]) + Double(plane) * 34 + Double(slot * slot % 7)
        entries.append(
          Entry(
            identity: SatelliteIdentity(.gps, number),
            orbit: Orbit(
              Orbit.Elements(
                radius: 26_559.71, eccentricity: 0.002 + 0.0005 * Double(number % 23),
                inclination: 54.2 + 0.08 * Double(number % 20), node: 17.6 + 60 * Double(plane),
                perigee: Double(number * 47 % 360), anomaly: anomaly - Double(number * 47 % 360)))))
      }
    }
    return entries.sorted { $0.identity.number < $1.identity.number }
  }()

  /// Three planes of eight, round, steep, each a little ahead of the last.
  private static let glonass = walker(
    .glonass, numbers: Array(1...24), planes: 3, radius: 25_508.0, inclination: 64.8, node: 38.0, phase: 15)

  /// Three planes of eight.
  private static let galileo = walker(
    .galileo,
    numbers: [1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 15, 19, 21, 24, 25, 26, 27, 29, 30, 31, 33, 36],
    planes: 3, radius: 29_599.8, inclination: 56, node: 77.6, phase: 15)

  /// Five that stand still, five that draw an eight over Asia, and three planes of eight.
  private static let beidou: [Entry] = {
    var entries: [Entry] = []
    // A satellite that goes round with the Earth stands where the position of Greenwich at the epoch puts it.
    let greenwich = 100.121_805_435_512_21
    for (index, longitude) in [140.0, 84, 110.5, 160, 58.75].enumerated() {
      entries.append(
        Entry(
          identity: SatelliteIdentity(.beidou, index + 1),
          orbit: Orbit(
            Orbit.Elements(
              radius: 42_164.17, inclination: 1.2, node: 0, anomaly: longitude + greenwich))))
    }
    for index in 0..<5 {
      let node = Double(index) * 72
      entries.append(
        Entry(
          identity: SatelliteIdentity(.beidou, index + 6),
          orbit: Orbit(
            Orbit.Elements(
              radius: 42_164.17, inclination: 55, node: node,
              anomaly: (index < 3 ? 118 : 95) + greenwich - node))))
    }
    return entries
      + walker(
        .beidou, numbers: Array(19...30) + Array(32...37) + Array(41...46), planes: 3, radius: 27_906.1,
        inclination: 55, node: 5.0, phase: 15)
  }()

  /// Planes at even distances, satellites at even distances in each: what constellations are planned as.
  private static func walker(
    _ constellation: Constellation, numbers: [Int], planes: Int, radius: Double, inclination: Double,
    node: Double, phase: Double
  ) -> [Entry] {
    let perPlane = numbers.count / planes
    return numbers.enumerated().map { index, number in
      let plane = index / perPlane
      return Entry(
        identity: SatelliteIdentity(constellation, number),
        orbit: Orbit(
          Orbit.Elements(
            radius: radius, inclination: inclination, node: node + 360 / Double(planes) * Double(plane),
            anomaly: 360 / Double(perPlane) * Double(index % perPlane) + phase * Double(plane))))
    }
  }
}

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
