internal import GPSSystemCalls

extension Scenario {
  /// A route through given places, as in a GPX file.
  public struct Route: Sendable, Hashable {
    /// A place on the route.
    public struct Point: Sendable, Hashable {
      /// The latitude in degrees, north positive.
      public var latitude: Double
      /// The longitude in degrees, east positive.
      public var longitude: Double
      /// The altitude in meters above mean sea level, if known.
      public var altitude: Double?
      /// Seconds since 1970, if known.
      public var time: Double?

      /// Creates a point.
      public init(latitude: Double, longitude: Double, altitude: Double? = nil, time: Double? = nil) {
        (self.latitude, self.longitude, self.altitude, self.time) = (latitude, longitude, altitude, time)
      }
    }

    /// The places in order; at least one.
    public let points: [Point]

    /// Creates a route; nil without points.
    public init?(_ points: [Point]) {
      guard !points.isEmpty else { return nil }
      self.points = points
    }

    /// The place at which it begins.
    public var start: Place {
      Place(latitude: points[0].latitude, longitude: points[0].longitude, altitude: points[0].altitude ?? 0)
    }
  }
}

struct RoutePath: Sendable {
  private let points: [Scenario.Route.Point]
  /// Seconds from the beginning to each point, never decreasing.
  private let times: [Double]
  private let height: Double

  /// Uses the route's times if no speed is given and all points have one; otherwise the speed in m/s.
  init(_ route: Scenario.Route, speed: Double?, geoidSeparation: Double) {
    let usesTimes = speed == nil && route.points.allSatisfy { $0.time != nil }
    let pace = max(speed ?? 1.4, 0.01)
    var points: [Scenario.Route.Point] = []
    var times: [Double] = []
    var lastAltitude = route.points[0].altitude ?? 0
    for var point in route.points {
      // A point without an altitude gets that of the point before it.
      lastAltitude = point.altitude ?? lastAltitude
      point.altitude = lastAltitude
      guard let last = points.last, let lastTime = times.last else {
        points = [point]
        times = [0]
        continue
      }
      let time: Double
      if usesTimes {
        time = (point.time ?? 0) - (route.points[0].time ?? 0)
        // Recorders set their clocks while running; a point not later than the previous one is dropped.
        guard time > lastTime else { continue }
      } else {
        let way = Self.distance(last, point)
        guard way > 1e-6 else { continue }
        time = lastTime + way / pace
      }
      points.append(point)
      times.append(time)
    }
    (self.points, self.times) = (points, times)
    height = geoidSeparation
  }

  /// The position and motion; the first point before the beginning, and the last point after the end.
  func motion(at seconds: Double) -> Scenario.Motion {
    guard let end = times.last, seconds < end, seconds >= 0 else {
      return Self.still(seconds < 0 ? points[0] : points[points.count - 1])
    }
    let index = times.lastIndex(upTo: seconds)
    let from = points[index]
    let to = points[index + 1]
    let duration = times[index + 1] - times[index]
    let part = (seconds - times[index]) / duration
    let altitudes = (from.altitude ?? 0, to.altitude ?? 0)
    let turn = Trigonometry.aroundZero(to.longitude - from.longitude)
    var motion = Scenario.Motion(
      latitude: from.latitude + (to.latitude - from.latitude) * part,
      longitude: Trigonometry.aroundZero(from.longitude + turn * part),
      altitude: altitudes.0 + (altitudes.1 - altitudes.0) * part)
    let scale = Earth.metersPerDegree(latitude: motion.latitude, height: motion.altitude + height)
    motion.north = (to.latitude - from.latitude) * scale.north / duration
    motion.east = turn * scale.east / duration
    motion.up = (altitudes.1 - altitudes.0) / duration
    return motion
  }

  private static func still(_ point: Scenario.Route.Point) -> Scenario.Motion {
    Scenario.Motion(latitude: point.latitude, longitude: point.longitude, altitude: point.altitude ?? 0)
  }

  /// The distance in meters between two nearby points.
  private static func distance(_ a: Scenario.Route.Point, _ b: Scenario.Route.Point) -> Double {
    let scale = Earth.metersPerDegree(latitude: (a.latitude + b.latitude) / 2, height: a.altitude ?? 0)
    let north = (b.latitude - a.latitude) * scale.north
    let east = Trigonometry.aroundZero(b.longitude - a.longitude) * scale.east
    return (north * north + east * east).squareRoot()
  }
}

/// Reads the file of a route as a whole.
enum RouteFile {
  /// The maximum size of a file in bytes; recorded and drawn routes are smaller.
  private static let limit = 64 << 20

  static func bytes(_ path: String) throws(RouteError) -> [UInt8] {
    let descriptor: CInt
    do throws(Errno) { descriptor = try Kernel.open(path, for: .reading) } catch {
      throw RouteError("it cannot be opened: \(error.words)")
    }
    defer { try? Kernel.close(descriptor) }
    guard Kernel.node(of: descriptor)?.isFile == true else {
      throw RouteError("this is not a file")
    }
    let bytes: [UInt8]
    do throws(Errno) { bytes = try Kernel.read(descriptor, limit: limit + 1) } catch {
      throw RouteError("it cannot be read: \(error.words)")
    }
    guard bytes.count <= limit else {
      throw RouteError("it has more than \(limit >> 20) MB; simplify it")
    }
    return bytes
  }
}
