public import GPSBridge

/// Latitude and longitude in degrees, whether or not there is such a place.
///
/// Ask ``CLLocationCoordinate2DIsValid(_:)`` before trusting one that somebody else made.
public struct CLLocationCoordinate2D: Sendable, Hashable {
  /// Degrees, north positive.
  public var latitude: CLLocationDegrees
  /// Degrees, east positive.
  public var longitude: CLLocationDegrees

  /// The place in the Gulf of Guinea where both angles are zero.
  public init() {
    latitude = 0
    longitude = 0
  }

  /// Takes two angles as they are.
  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Takes over a place.
  public init(_ coordinate: Coordinate) {
    self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
  }
}

extension Coordinate {
  /// Takes over two angles; nil for those that no place has.
  public init?(_ coordinate: CLLocationCoordinate2D) {
    self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
  }
}

/// Takes two angles as they are.
public func CLLocationCoordinate2DMake(
  _ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
  CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}

/// Whether there is such a place: what is no number is none.
public func CLLocationCoordinate2DIsValid(_ coordinate: CLLocationCoordinate2D) -> Bool {
  Coordinate(coordinate) != nil
}

/// Stands for "no place", and is not valid.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)
