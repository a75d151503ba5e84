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

// The names under which Apple's interfaces speak of numbers.

/// An angle of latitude or longitude in degrees.
public typealias CLLocationDegrees = Double
/// A distance in metres.
public typealias CLLocationDistance = Double
/// A radius in metres; negative where the place is not known.
public typealias CLLocationAccuracy = Double
/// Metres per second; negative where it is not known.
public typealias CLLocationSpeed = Double
/// Metres per second; negative where it is not known.
public typealias CLLocationSpeedAccuracy = Double
/// Degrees from true north; negative where it is not known.
public typealias CLLocationDirection = Double
/// Degrees; negative where it is not known.
public typealias CLLocationDirectionAccuracy = Double

/// Stands for "every location" as a distance filter.
public let kCLDistanceFilterNone: CLLocationDistance = -1

/// As accurate as the receiver can: what is meant for cars is no different here.
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
/// As accurate as the receiver can.
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
/// Ten metres are good enough.
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
/// A hundred metres are good enough.
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
/// A kilometre is good enough.
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1000
/// Three kilometres are good enough.
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3000
/// Any location is good enough.
///
/// On a phone it is for programs that may not know the place exactly; here all may.
public let kCLLocationAccuracyReduced: CLLocationAccuracy = .greatestFiniteMagnitude

/// The largest distance there is: a filter that lets only the first location through.
public let CLLocationDistanceMax: CLLocationDistance = .greatestFiniteMagnitude
