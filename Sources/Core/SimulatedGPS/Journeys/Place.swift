extension Scenario {
  /// The start or destination of a journey: degrees, and meters above sea level.
  public struct Place: Sendable, Hashable {
    /// The latitude in degrees, north positive.
    public var latitude: Double
    /// The longitude in degrees, east positive.
    public var longitude: Double
    /// The altitude in meters above mean sea level.
    public var altitude: Double
    /// The height of the geoid above the ellipsoid there, in meters.
    public var geoidSeparation: Double

    /// Creates a place; the latitude is clamped, and the longitude is wrapped.
    public init(latitude: Double, longitude: Double, altitude: Double = 0, geoidSeparation: Double = 0) {
      self.latitude = latitude.isFinite ? min(max(latitude, -90), 90) : 0
      self.longitude = longitude.isFinite ? Trigonometry.aroundZero(longitude) : 0
      self.altitude = altitude.isFinite ? min(max(altitude, -1e5), 1e6) : 0
      self.geoidSeparation = geoidSeparation.isFinite ? min(max(geoidSeparation, -1e3), 1e3) : 0
    }

    /// Munich, the place of the standard example sentence.
    public static let munich = Place(
      latitude: 48.1173, longitude: 11.516_667, altitude: 545.4, geoidSeparation: 46.9)
  }

  /// The true position of a receiver at some moment, and its velocity.
  public struct Motion: Sendable, Hashable {
    /// The latitude in degrees, north positive.
    public var latitude: Double
    /// The longitude in degrees, east positive.
    public var longitude: Double
    /// The altitude in meters above mean sea level.
    public var altitude: Double
    /// The velocity toward the east in meters per second.
    public var east = 0.0
    /// The velocity toward the north in meters per second.
    public var north = 0.0
    /// The upward velocity in meters per second.
    public var up = 0.0

    /// Creates a motion without velocity.
    public init(latitude: Double, longitude: Double, altitude: Double) {
      (self.latitude, self.longitude, self.altitude) = (latitude, longitude, altitude)
    }

    /// Creates a motion without velocity at a place.
    public init(_ place: Place) {
      self.init(latitude: place.latitude, longitude: place.longitude, altitude: place.altitude)
    }

    /// The speed over ground in meters per second.
    public var speed: Double { (east * east + north * north).squareRoot() }

    /// The course in degrees from true north, 0 to 360.
    public var course: Double {
      Trigonometry.inCircle(Trigonometry.arctangent(east, north) * Trigonometry.degreesPerRadian)
    }
  }
}
