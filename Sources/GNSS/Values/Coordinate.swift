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
