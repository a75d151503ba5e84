/// A round trip that repeats: legs that begin and end at the same place.
struct Circuit: Sendable {
  /// The parameters of a round trip.
  struct Manner: Sendable {
    /// Meters from the center to the corners.
    var radius: Double
    var corners: Int
    /// Meters per second between corners.
    var cruise: Double
    /// Meters per second in a corner.
    var corner: Double
    /// The acceleration in meters per second squared.
    var effort: Double
    /// The probability of a stop in a corner, and its duration in seconds.
    var stops: Double
    var rest: ClosedRange<Double>
    /// The height variation caused by hills, in meters.
    var hills: Double
    /// The height of the waves in meters, and their period in seconds.
    var waves: Double = 0
    var wavePeriod: Double = 6

    /// On foot, around some blocks.
    static let walk = Manner(
      radius: 160, corners: 11, cruise: 1.4, corner: 0.9, effort: 0.8, stops: 0.25, rest: 4...25, hills: 6)
    /// By car, through a town.
    static let drive = Manner(
      radius: 1500, corners: 13, cruise: 15, corner: 5, effort: 1.6, stops: 0.4, rest: 5...35, hills: 25)
    /// By boat, around some buoys.
    static let boat = Manner(
      radius: 2600, corners: 7, cruise: 3.4, corner: 2.6, effort: 0.1, stops: 0, rest: 0...0, hills: 0,
      waves: 0.4)
  }

  private let origin: Scenario.Place
  private let manner: Manner
  private let legs: [Leg]
  /// Seconds from the beginning of the trip to the beginning of each leg.
  private let starts: [Double]
  /// Meters to the beginning of each leg.
  private let ways: [Double]
  private let duration: Double
  private let length: Double
  private let scale: (north: Double, east: Double)

  init(from origin: Scenario.Place, manner: Manner, random: inout RandomSource) {
    (self.origin, self.manner) = (origin, manner)
    let corners = Self.corners(manner, &random)
    var legs: [Leg] = []
    var starts: [Double] = []
    var ways: [Double] = []
    var time = 0.0
    var way = 0.0
    // The trip begins and ends stationary, so that all rounds are alike.
    var entry = 0.0
    for index in corners.indices {
      let from = corners[index]
      let to = corners[(index + 1) % corners.count]
      let isLast = index == corners.count - 1
      let isStop = isLast || random.happens(manner.stops)
      let exit = isStop ? 0 : manner.corner
      let rest =
        isStop && manner.rest.upperBound > 0
        ? random.number(manner.rest.lowerBound, manner.rest.upperBound) : 0
      let leg = Leg(
        fromEast: from.x, north: from.y, toEast: to.x, north: to.y, entry: entry, cruise: manner.cruise,
        exit: exit, effort: manner.effort, rest: rest)
      legs.append(leg)
      starts.append(time)
      ways.append(way)
      time += leg.duration
      way += leg.length
      entry = exit
    }
    (self.legs, self.starts, self.ways) = (legs, starts, ways)
    duration = time
    length = way
    scale = Earth.metersPerDegree(latitude: origin.latitude, height: origin.altitude + origin.geoidSeparation)
  }

  /// The corners around a center, in meters east and north of the first one, where the trip begins.
  private static func corners(_ manner: Manner, _ random: inout RandomSource) -> [Vector] {
    let heading = random.number(0, 6.283)
    return (0..<manner.corners).map { corner in
      let angle = heading + 6.283_185_307_179_586 * Double(corner) / Double(manner.corners)
      let reach = corner == 0 ? manner.radius : manner.radius * random.number(0.6, 1.3)
      let (sine, cosine) = Trigonometry.sineCosine(angle)
      let (sine0, cosine0) = Trigonometry.sineCosine(heading)
      return Vector(sine * reach - sine0 * manner.radius, cosine * reach - cosine0 * manner.radius, 0)
    }
  }

  /// The position and motion at a time in seconds since the beginning.
  func motion(at seconds: Double) -> Scenario.Motion {
    let rounds = Double(Int64(max(0, seconds) / duration))
    let time = max(0, seconds - rounds * duration)
    let index = starts.lastIndex(upTo: time)
    let leg = legs[index]
    let (way, speed) = leg.progress(at: time - starts[index])
    var motion = Scenario.Motion(
      latitude: origin.latitude + (leg.north + leg.northward * way) / scale.north,
      longitude: Trigonometry.aroundZero(origin.longitude + (leg.east + leg.eastward * way) / scale.east),
      altitude: origin.altitude)
    motion.east = leg.eastward * speed
    motion.north = leg.northward * speed
    if manner.hills > 0 {
      // Two hills per round, with level ground at the start of the round.
      let turn = 2 * 6.283_185_307_179_586 / length
      let (sine, cosine) = Trigonometry.sineCosine((ways[index] + way) * turn)
      motion.altitude += manner.hills * (1 - cosine)
      motion.up = manner.hills * sine * turn * speed
    }
    if manner.waves > 0 {
      let turn = 6.283_185_307_179_586 / manner.wavePeriod
      let (sine, cosine) = Trigonometry.sineCosine(seconds * turn)
      motion.altitude += manner.waves * sine
      motion.up = manner.waves * cosine * turn
    }
    return motion
  }
}
