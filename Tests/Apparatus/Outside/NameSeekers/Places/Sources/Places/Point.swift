// Many packages about places are written like this: they take the system's types where they find its module, and bring their
// own where they do not.

#if canImport(CoreLocation)
import CoreLocation
#else
/// Latitude and longitude in degrees.
public struct CLLocationCoordinate2D: Sendable, Equatable {
  /// Degrees, north positive.
  public var latitude: Double
  /// Degrees, east positive.
  public var longitude: Double

  /// Takes two angles.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }
}
#endif

/// A place.
public struct Point {
  /// The place's angles.
  public var coordinate: CLLocationCoordinate2D

  /// Makes a place.
  public init(_ coordinate: CLLocationCoordinate2D) { self.coordinate = coordinate }
}
