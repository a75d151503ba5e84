public import GPSBridge

/// A latitude and longitude in degrees, which may be invalid.
///
/// Check a coordinate of unknown origin with ``CLLocationCoordinate2DIsValid(_:)``.
public struct CLLocationCoordinate2D: Sendable, Hashable {
  /// The latitude in degrees, north positive.
  public var latitude: CLLocationDegrees
  /// The longitude in degrees, east positive.
  public var longitude: CLLocationDegrees

  /// Creates the coordinate with latitude and longitude 0, in the Gulf of Guinea.
  public init() {
    latitude = 0
    longitude = 0
  }

  /// Creates a coordinate from two angles, without checking them.
  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  /// Creates a coordinate from a valid one.
  public init(_ coordinate: Coordinate) {
    self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
  }
}

extension Coordinate {
  /// Creates a coordinate from Apple's form; nil if it is invalid.
  public init?(_ coordinate: CLLocationCoordinate2D) {
    self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
  }
}

/// Returns a coordinate from two angles, without checking them.
public func CLLocationCoordinate2DMake(
  _ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D { CLLocationCoordinate2D(latitude: latitude, longitude: longitude) }

/// Returns whether a coordinate is valid; NaN is not.
public func CLLocationCoordinate2DIsValid(_ coordinate: CLLocationCoordinate2D) -> Bool {
  Coordinate(coordinate) != nil
}

/// An invalid coordinate, which stands for an unknown position.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

// Apple's type names for numbers.

/// An angle of latitude or longitude in degrees.
public typealias CLLocationDegrees = Double
/// A distance in meters.
public typealias CLLocationDistance = Double
/// An accuracy in meters; negative if the position is unknown.
public typealias CLLocationAccuracy = Double
/// A speed in meters per second; negative if unknown.
public typealias CLLocationSpeed = Double
/// The accuracy of a speed in meters per second; negative if unknown.
public typealias CLLocationSpeedAccuracy = Double
/// A direction in degrees from true north; negative if unknown.
public typealias CLLocationDirection = Double
/// The accuracy of a direction in degrees; negative if unknown.
public typealias CLLocationDirectionAccuracy = Double

/// A distance filter that passes every location.
public let kCLDistanceFilterNone: CLLocationDistance = -1

/// The best accuracy of the receiver; the same here as ``kCLLocationAccuracyBest``.
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
/// The best accuracy of the receiver.
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
/// An accuracy of ten meters.
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
/// An accuracy of a hundred meters.
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
/// An accuracy of a kilometer.
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1000
/// An accuracy of three kilometers.
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3000
/// Any accuracy.
///
/// On a phone, this is for programs without permission for the exact location; here, all programs have it.
public let kCLLocationAccuracyReduced: CLLocationAccuracy = .greatestFiniteMagnitude

/// The largest distance; as a filter, it passes only the first location.
public let CLLocationDistanceMax: CLLocationDistance = .greatestFiniteMagnitude
