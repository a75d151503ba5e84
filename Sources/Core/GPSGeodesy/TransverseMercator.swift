internal import Glibc

/// The projection of UTM: Krüger's series to the sixth order of the third flattening, accurate to nanometers.
enum TransverseMercator {
  private static let n = Ellipsoid.wgs84.thirdFlattening
  private static let scale = 0.9996
  /// The radius of a circle as long as a meridian, by the scale of the grid.
  private static let radius =
    scale * Ellipsoid.wgs84.equatorialRadius / (1 + n)
    * (1 + n * n * (1.0 / 4 + n * n * (1.0 / 64 + n * n / 256)))

  private static let forward = terms([
    [1.0 / 2, -2.0 / 3, 5.0 / 16, 41.0 / 180, -127.0 / 288, 7891.0 / 37800],
    [13.0 / 48, -3.0 / 5, 557.0 / 1440, 281.0 / 630, -1_983_433.0 / 1_935_360],
    [61.0 / 240, -103.0 / 140, 15061.0 / 26880, 167_603.0 / 181_440],
    [49561.0 / 161_280, -179.0 / 168, 6_601_661.0 / 7_257_600],
    [34729.0 / 80640, -3_418_889.0 / 1_995_840],
    [212_378_941.0 / 319_334_400],
  ])

  private static let inverse = terms([
    [1.0 / 2, -2.0 / 3, 37.0 / 96, -1.0 / 360, -81.0 / 512, 96199.0 / 604_800],
    [1.0 / 48, 1.0 / 15, -437.0 / 1440, 46.0 / 105, -1_118_711.0 / 3_870_720],
    [17.0 / 480, -37.0 / 840, -209.0 / 4480, 5569.0 / 90720],
    [4397.0 / 161_280, -11.0 / 504, -830_251.0 / 7_257_600],
    [4583.0 / 161_280, -108_847.0 / 3_991_680],
    [20_648_693.0 / 638_668_800],
  ]).map { -$0 }

  /// The value of each polynomial; the first has the powers 1 to 6 of n, the last has the sixth alone.
  private static func terms(_ polynomials: [[Double]]) -> [Double] {
    polynomials.enumerated().map { index, factors in
      factors.reversed().reduce(0) { $0 * n + $1 } * pow(n, Double(index + 1))
    }
  }

  /// Meters east of the central meridian and north of the equator; the offset is in degrees of longitude.
  static func project(latitude: Double, offset: Double) -> (x: Double, y: Double) {
    let tangent = ConformalLatitude.tangent(geodetic: tan(latitude * .pi / 180))
    let angle = offset * .pi / 180
    let place = shifted(asinh(sin(angle) / hypot(tangent, cos(angle))), atan2(tangent, cos(angle)), forward)
    return (radius * place.east, radius * place.north)
  }

  /// The latitude, and the degrees of longitude from the central meridian, of a place in meters.
  static func place(x: Double, y: Double) -> (latitude: Double, offset: Double) {
    let (east, north) = shifted(x / radius, y / radius, inverse)
    let tangent = sin(north) / hypot(sinh(east), cos(north))
    let latitude = atan(ConformalLatitude.geodetic(tangent: tangent))
    return (latitude * 180 / .pi, atan2(sinh(east), cos(north)) * 180 / .pi)
  }

  private static func shifted(_ east: Double, _ north: Double, _ terms: [Double]) -> (
    east: Double, north: Double
  ) {
    var (x, y) = (east, north)
    for (index, factor) in terms.enumerated() {
      let turn = 2 * Double(index + 1)
      x += factor * cos(turn * north) * sinh(turn * east)
      y += factor * sin(turn * north) * cosh(turn * east)
    }
    return (x, y)
  }
}

/// The projection of the grid around the poles: a plane that touches the ellipsoid there.
enum PolarStereographic {
  private static let unit = 2 * 0.994 * Ellipsoid.wgs84.equatorialRadius / ConformalLatitude.polarFactor
  /// Meters that are added to both coordinates, so that none is negative.
  static let origin = 2_000_000.0

  /// Easting and northing of a place in the grid around the pole of its hemisphere.
  static func project(latitude: Double, longitude: Double, isNorth: Bool) -> (x: Double, y: Double) {
    let tangent = ConformalLatitude.tangent(geodetic: tan(abs(latitude) * .pi / 180))
    let distance = abs(latitude) == 90 ? 0 : unit / (hypot(1, tangent) + tangent)
    let direction = Angle(degrees: longitude)
    return (origin + distance * direction.sine, origin + (isNorth ? -distance : distance) * direction.cosine)
  }

  /// The place at an easting and a northing; the longitude of a pole is 0.
  static func place(x: Double, y: Double, isNorth: Bool) -> (latitude: Double, longitude: Double) {
    let (east, south) = (x - origin, isNorth ? origin - y : y - origin)
    let ratio = hypot(east, south) / unit
    guard ratio > 0 else { return (isNorth ? 90 : -90, 0) }
    let latitude = atan(ConformalLatitude.geodetic(tangent: (1 / ratio - ratio) / 2)) * 180 / .pi
    return (isNorth ? latitude : -latitude, atan2(east, south) * 180 / .pi)
  }
}
