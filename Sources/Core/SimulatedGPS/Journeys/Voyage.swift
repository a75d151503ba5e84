/// A journey along a great circle: at a constant speed, or as a flight with climb and descent.
struct Voyage: Sendable {
  private let origin: Scenario.Place
  private let circle: GreatCircle?
  private let leg: Leg
  /// Meters above the airport and meters per second of climb, for a flight.
  private let cruisingHeight: Double
  private let climb: Double

  /// Creates a journey at a constant speed and altitude.
  init(from origin: Scenario.Place, to goal: Scenario.Place, speed: Double) {
    self.init(from: origin, to: goal, cruise: speed, entry: speed, effort: 1, height: 0, climb: 0)
  }

  /// Creates a flight from runway to runway at about 10 km.
  init(flyingFrom origin: Scenario.Place, to goal: Scenario.Place) {
    self.init(from: origin, to: goal, cruise: 230, entry: 0, effort: 1.4, height: 10_000, climb: 9)
  }

  private init(
    from origin: Scenario.Place, to goal: Scenario.Place, cruise: Double, entry: Double, effort: Double,
    height: Double,
    climb: Double
  ) {
    self.origin = origin
    circle = GreatCircle(from: origin, to: goal)
    leg = Leg(
      fromEast: 0, north: 0, toEast: 0, north: circle?.length ?? 0, entry: entry, cruise: cruise, exit: entry,
      effort: effort, rest: 0)
    cruisingHeight = height
    self.climb = climb
  }

  /// The position and motion at a time in seconds since the beginning; after the end, at the destination.
  func motion(at seconds: Double) -> Scenario.Motion {
    guard let circle else { return Scenario.Motion(origin) }
    let time = min(max(0, seconds), leg.duration)
    let (way, speed) = leg.progress(at: time)
    var height = 0.0
    var up = 0.0
    if cruisingHeight > 0 {
      // Half a minute on each runway.
      let rising = (time - 30) * climb
      let falling = (leg.duration - 30 - time) * climb
      height = max(0, min(cruisingHeight, rising, falling))
      if height > 0, height < cruisingHeight { up = rising < falling ? climb : -climb }
    }
    let altitude = origin.altitude + height
    let isOver = seconds >= leg.duration
    var motion = circle.motion(
      way: way, speed: isOver ? 0 : speed, altitude: altitude, height: altitude + origin.geoidSeparation)
    motion.up = isOver ? 0 : up
    return motion
  }
}

/// The shortest path between two places on the globe.
struct GreatCircle: Sendable {
  private let start: Vector
  /// The direction 90 degrees ahead on the circle.
  private let ahead: Vector
  /// The length in meters.
  let length: Double

  /// Returns nil between antipodes, where the shortest path is not unique, and between equal places.
  init?(from origin: Scenario.Place, to goal: Scenario.Place) {
    start = Horizon(latitude: origin.latitude, longitude: origin.longitude, height: 0).up
    let end = Horizon(latitude: goal.latitude, longitude: goal.longitude, height: 0).up
    let upright = start.cross(end)
    let sine = upright.length
    guard sine > 1e-9 else { return nil }
    ahead = upright.cross(start) * (1 / sine)
    length = Trigonometry.arctangent(sine, start.dot(end)) * Earth.meanRadius
  }

  /// The position after a distance in meters, and the motion at a speed in meters per second.
  ///
  /// The path is computed on a sphere; speed and course are converted to the ellipsoid.
  func motion(way: Double, speed: Double, altitude: Double, height: Double) -> Scenario.Motion {
    let (sine, cosine) = Trigonometry.sineCosine(way / Earth.meanRadius)
    let point = start * cosine + ahead * sine
    let heading = ahead * cosine - start * sine
    let across = (point.x * point.x + point.y * point.y).squareRoot()
    let latitude = Trigonometry.arctangent(point.z, across)
    let longitude = Trigonometry.arctangent(point.y, point.x)
    var motion = Scenario.Motion(
      latitude: latitude * Trigonometry.degreesPerRadian,
      longitude: longitude * Trigonometry.degreesPerRadian, altitude: altitude)
    guard across > 1e-9 else { return motion }
    let rate = speed / Earth.meanRadius
    let radii = Earth.radii(sine: point.z, cosine: across, height: height)
    motion.north = heading.z / across * rate * radii.north
    motion.east = (heading.y * point.x - heading.x * point.y) / (across * across) * rate * radii.east
    return motion
  }
}
