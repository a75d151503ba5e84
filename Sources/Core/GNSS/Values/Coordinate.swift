/// A geodetic position in degrees, north and east positive.
public struct Coordinate: Sendable, Hashable, CustomStringConvertible {
  /// The latitude, from −90 to 90.
  public let latitude: Double
  /// The longitude, from −180 to 180.
  public let longitude: Double

  /// Creates a coordinate; nil if an angle is out of range.
  public init?(latitude: Double, longitude: Double) {
    guard latitude >= -90, latitude <= 90, longitude >= -180, longitude <= 180 else { return nil }
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  /// Degrees with six decimals, a tenth of a meter: `48.117300, 11.516667`.
  public var description: String { Self.text(latitude) + ", " + Self.text(longitude) }

  /// In whole millionths and bytes, since the pure modules link no C library and no tables of characters.
  private static func text(_ degrees: Double) -> String {
    let millionths = Int(abs(degrees) * 1_000_000 + 0.5)
    var fraction = String(millionths % 1_000_000)
    while fraction.utf8.count < 6 { fraction = "0" + fraction }
    return (degrees < 0 && millionths > 0 ? "-" : "") + String(millionths / 1_000_000) + "." + fraction
  }
}

/// Directions without libm, since the pure modules link no C library.
enum Bearing {
  /// Degrees from north towards east, 0 to 360; nil without a direction.
  static func degrees(east: Double, north: Double) -> Double? {
    guard east.isFinite, north.isFinite, east != 0 || north != 0 else { return nil }
    let across = abs(east)
    let along = abs(north)
    let angle = across <= along ? arctangent(across / along) : 90 - arctangent(along / across)
    let bearing = north < 0 ? 180 - angle : angle
    return east < 0 && bearing > 0 ? 360 - bearing : bearing
  }

  /// The arctangent in degrees of a number from 0 to 1, accurate to eleven digits.
  private static func arctangent(_ tangent: Double) -> Double {
    let root3 = 1.732_050_807_568_877_2
    // Above 15 degrees the series converges slowly, so the angle is rotated by 30 degrees.
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
