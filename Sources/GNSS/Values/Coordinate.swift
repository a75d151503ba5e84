/// A geodetic position in degrees, north and east positive.
public struct Coordinate: Sendable, Hashable {
  /// −90 to 90.
  public let latitude: Double
  /// −180 to 180.
  public let longitude: Double

  /// Makes a position; nil for angles that no place has.
  public init?(latitude: Double, longitude: Double) {
    guard latitude >= -90, latitude <= 90, longitude >= -180, longitude <= 180 else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// Directions without libm: the pure modules link no C library.
enum Bearing {
  /// Degrees from north towards east, 0 to 360; nil where there is no direction.
  static func degrees(east: Double, north: Double) -> Double? {
    guard east.isFinite, north.isFinite, east != 0 || north != 0 else { return nil }
    let across = abs(east)
    let along = abs(north)
    let angle = across <= along ? arctangent(across / along) : 90 - arctangent(along / across)
    let bearing = north < 0 ? 180 - angle : angle
    return east < 0 && bearing > 0 ? 360 - bearing : bearing
  }

  /// The angle in degrees whose tangent is a number of 0 to 1; good to eleven digits.
  private static func arctangent(_ tangent: Double) -> Double {
    let root3 = 1.732_050_807_568_877_2
    // Beyond 15 degrees the series is slow: the angle is turned back by 30.
    let isSteep = tangent > 0.267_949_192_431_122_7
    let small = isSteep ? (tangent * root3 - 1) / (tangent + root3) : tangent
    let square = small * small
    var sum = 0.0
    var divisor = 15.0
    while divisor > 0 {
      sum = 1 / divisor - square * sum
      divisor -= 2
    }
    return (isSteep ? 30 : 0) + small * sum * 180 / Double.pi
  }
}
