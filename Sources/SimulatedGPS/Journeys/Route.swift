extension Scenario {
  /// A way through given places, as a GPX file has them.
  public struct Route: Sendable, Hashable {
    /// A place on the way.
    public struct Point: Sendable, Hashable {
      /// Degrees, north positive.
      public var latitude: Double
      /// Degrees, east positive.
      public var longitude: Double
      /// Metres above mean sea level, if known.
      public var altitude: Double?
      /// Seconds since 1970, if known.
      public var time: Double?

      /// Makes a point.
      public init(latitude: Double, longitude: Double, altitude: Double? = nil, time: Double? = nil) {
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
        self.time = time
      }
    }

    /// The places, in their order; at least one.
    public let points: [Point]

    /// Makes a route; nil without a point.
    public init?(_ points: [Point]) {
      guard !points.isEmpty else { return nil }
      self.points = points
    }

    /// Reads the track of a GPX file that lies in memory.
    ///
    /// Track points are taken; without any, route points; without these, waypoints. A million of them is the limit.
    ///
    /// - Throws: The line at which the file is no GPX, or no place; or that it has no points.
    public init(gpx bytes: Span<UInt8>) throws(GPXError) { self = try GPXReader.route(bytes) }

    /// The place at which it begins.
    public var start: Place {
      Place(latitude: points[0].latitude, longitude: points[0].longitude, altitude: points[0].altitude ?? 0)
    }
  }
}
