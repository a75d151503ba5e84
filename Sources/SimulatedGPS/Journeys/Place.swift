extension Scenario {
  /// A place where a journey begins or leads to: degrees, and metres above the sea.
  public struct Place: Sendable, Hashable {
    /// Degrees, north positive.
    public var latitude: Double
    /// Degrees, east positive.
    public var longitude: Double
    /// Metres above mean sea level.
    public var altitude: Double
    /// Metres of the geoid above the ellipsoid there.
    public var geoidSeparation: Double

    /// Makes a place; angles that no place has are brought to the nearest one, or once around.
    public init(latitude: Double, longitude: Double, altitude: Double = 0, geoidSeparation: Double = 0) {
      self.latitude = latitude.isFinite ? min(max(latitude, -90), 90) : 0
      self.longitude = longitude.isFinite ? Trigonometry.aroundZero(longitude) : 0
      self.altitude = altitude.isFinite ? min(max(altitude, -1e5), 1e6) : 0
      self.geoidSeparation = geoidSeparation.isFinite ? min(max(geoidSeparation, -1e3), 1e3) : 0
    }

    /// Munich, from where the usual example sentence comes.
    public static let munich = Place(
      latitude: 48.1173, longitude: 11.516_667, altitude: 545.4, geoidSeparation: 46.9)
  }
}

extension Scenario {
  /// The true position of a receiver at some moment, and its velocity.
  public struct Motion: Sendable, Hashable {
    /// Degrees, north positive.
    public var latitude: Double
    /// Degrees, east positive.
    public var longitude: Double
    /// Metres above mean sea level.
    public var altitude: Double
    /// Metres per second towards the east.
    public var east = 0.0
    /// Metres per second towards the north.
    public var north = 0.0
    /// Metres per second upwards.
    public var up = 0.0

    /// Makes a motion that stands still.
    public init(latitude: Double, longitude: Double, altitude: Double) {
      self.latitude = latitude
      self.longitude = longitude
      self.altitude = altitude
    }

    /// Stands still at a place.
    public init(_ place: Place) {
      self.init(latitude: place.latitude, longitude: place.longitude, altitude: place.altitude)
    }

    /// Metres per second over ground.
    public var speed: Double { (east * east + north * north).squareRoot() }

    /// Degrees from true north, 0 to 360.
    public var course: Double {
      Trigonometry.inCircle(Trigonometry.arctangent(east, north) * Trigonometry.degreesPerRadian)
    }
  }
}
