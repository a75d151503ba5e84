internal import GPSBridge

/// Every satellite and its orbit: constellations with the real shapes, but with phases of our own.
struct Almanac: Sendable {
  struct Entry: Sendable {
    let identity: SatelliteIdentity
    let orbit: Orbit
  }

  /// All satellites, ordered by constellation and number.
  let entries: [Entry]

  /// All constellations, created once.
  static let full = Almanac(entries: gps + glonass + galileo + beidou)

  /// Indices of the entries that belong to the given constellations.
  static func places(of constellations: [Constellation]) -> [Int] {
    full.entries.indices.filter { constellations.contains(full.entries[$0].identity.constellation) }
  }

  /// Six unevenly filled planes; orbits of half a sidereal day, slightly eccentric.
  private static let gps: [Entry] = {
    let slots = [5, 5, 5, 5, 6, 5]
    var entries: [Entry] = []
    // Neighbors in a plane have distant numbers, as in reality; 31 is prime, so each number occurs once.
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

  /// Three planes of eight: circular and steep, each plane a little ahead of the one before.
  private static let glonass = walker(
    .glonass, numbers: Array(1...24), planes: 3, radius: 25_508.0, inclination: 64.8, node: 38.0, phase: 15)

  /// Three planes of eight.
  private static let galileo = walker(
    .galileo,
    numbers: [1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 15, 19, 21, 24, 25, 26, 27, 29, 30, 31, 33, 36],
    planes: 3, radius: 29_599.8, inclination: 56, node: 77.6, phase: 15)

  /// Five geostationary satellites, five that trace a figure eight over Asia, and three planes of eight.
  private static let beidou: [Entry] = {
    var entries: [Entry] = []
    // A geostationary satellite is placed relative to the position of Greenwich at the epoch.
    let greenwich = 100.121_805_435_512_21
    for (index, longitude) in [140.0, 84, 110.5, 160, 58.75].enumerated() {
      entries.append(
        Entry(
          identity: SatelliteIdentity(.beidou, index + 1),
          orbit: Orbit(
            Orbit.Elements(radius: 42_164.17, inclination: 1.2, node: 0, anomaly: longitude + greenwich))))
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

  /// A Walker constellation: evenly spaced planes, with evenly spaced satellites in each.
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

/// A satellite's orbit: a Kepler ellipse, fixed in inertial space.
struct Orbit: Sendable {
  /// The reference time of the angles, in seconds since 1970: the beginning of 2020.
  static let epoch: Int64 = 1_577_836_800
  /// The sidereal angle of Greenwich at that time, in radians.
  private static let greenwich = 100.121_805_435_512_21 * Trigonometry.radiansPerDegree

  /// The elements of an orbit: angles in degrees, at the epoch.
  struct Elements: Sendable, Hashable {
    /// Kilometers: the semi-major axis.
    var radius: Double
    var eccentricity = 0.0
    var inclination: Double
    /// The inertial longitude of the ascending node.
    var node: Double
    var perigee = 0.0
    var anomaly: Double
  }

  let elements: Elements
  private let eccentricity: Double
  /// Radians at the epoch.
  private let meanAnomaly: Double
  /// Radians per second.
  private let meanMotion: Double
  /// The axes of the ellipse, toward the perigee and 90 degrees ahead, in meters in inertial space.
  private let major: Vector
  private let minor: Vector

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

  /// The Earth's rotation, as sine and cosine of the sidereal angle of Greenwich.
  static func turn(at seconds: Double) -> (sine: Double, cosine: Double) {
    Trigonometry.sineCosine(greenwich + Earth.rotation * seconds)
  }

  /// The satellite's position in meters along Earth-fixed axes, some seconds after the epoch.
  func position(at seconds: Double, turn: (sine: Double, cosine: Double)) -> Vector {
    let even = meanAnomaly + meanMotion * seconds
    var (sine, cosine) = Trigonometry.sineCosine(even)
    if eccentricity > 0 {
      // Kepler's equation by Newton's method: for such small eccentricities, two steps are exact to 1 mm.
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
