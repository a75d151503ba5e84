internal import GPSBridge

/// The receiver's mind: what it hears becomes what it knows, from one epoch to the next.
struct ReceiverModel: Sendable {
  private(set) var tracker: Tracker
  private var error: PositionError
  private let calendar: SimulatedCalendar
  private let path: Path
  private let geoidSeparation: Double
  private let seed: UInt64
  /// Seconds for which a position is guessed when satellites go.
  private let coasting: Int
  private var start = Scenario.PowerUp.cold
  private var startedAt = 0
  private var number = 0
  /// The last position that satellites gave, and its second.
  private var last: (motion: Scenario.Motion, offset: Vector, nanoseconds: Int64)?
  private var hadFix = false
  private var firstFix: Int64?

  init(_ scenario: Scenario, interval: Int64) {
    tracker = Tracker(scenario.dialect.constellations, seed: scenario.seed)
    error = PositionError(seed: scenario.seed, interval: Double(interval) / 1e9)
    calendar = SimulatedCalendar(
      start: scenario.start.secondsSince1970,
      leapMidnight: scenario.leapSecond.map { Int64($0.daysSince1970) * 86_400 })
    path = Path(scenario.journey, from: scenario.place, seed: scenario.seed)
    geoidSeparation = scenario.place.geoidSeparation
    seed = scenario.seed
    coasting = scenario.dialect.coasting
  }

  /// Switches the receiver on.
  mutating func powerUp(_ start: Scenario.PowerUp, at nanoseconds: Int64) {
    self.start = start
    startedAt = Int(nanoseconds / 1_000_000_000)
    number = 0
    last = nil
    hadFix = false
    firstFix = nil
    tracker.powerUp(start, second: startedAt)
  }

  /// Fixes come at another interval from now on.
  mutating func setInterval(_ interval: Int64) { error.setInterval(Double(interval) / 1e9) }

  /// One whole second more.
  mutating func tick(_ second: Int, _ surroundings: Scenario.Surroundings, _ interference: Interference) {
    let nanoseconds = Int64(second) * 1_000_000_000
    tracker.look(second: second, orbitSeconds: calendar.orbitSeconds(at: nanoseconds)) {
      let motion = path.motion(at: Double(second))
      return Horizon(
        latitude: motion.latitude, longitude: motion.longitude, height: motion.altitude + geoidSeparation)
    }
    tracker.update(second: second, surroundings, interference)
  }

  /// The receiver's account of this moment.
  mutating func epoch(at nanoseconds: Int64, _ surroundings: Scenario.Surroundings) -> SimulatedEpoch {
    let truth = path.motion(at: Double(nanoseconds) / 1e9)
    number += 1
    error.advance()
    let utc = calendar.utc(at: nanoseconds)
    var epoch = SimulatedEpoch(
      number: number, instant: .nanoseconds(nanoseconds),
      timeOfDay: knowsTime(nanoseconds) ? utc.timeOfDay : nil,
      date: knowsDate(nanoseconds) ? utc.date : nil, mode: .none, isEstimated: false,
      motion: last?.motion ?? truth, hasPlace: last != nil, truth: truth, geoidSeparation: geoidSeparation,
      satellites: tracker.satellites, usedCount: tracker.usedCount, geometry: tracker.geometry,
      rangeDeviation: PositionError.rangeDeviation(echo: surroundings.echo))
    if let geometry = tracker.geometry {
      // The first seconds are rough: the ranges are not smoothed yet.
      let first = firstFix ?? nanoseconds
      firstFix = first
      let age = Double(nanoseconds - first) / 1e9
      let echo = surroundings.echo * (1 + 3 / (1 + age / 4))
      let offset = error.offset(geometry, echo: echo)
      epoch.hasPlace = true
      epoch.mode = tracker.isSpatial ? .threeDimensional : .twoDimensional
      epoch.motion = Self.moved(truth, offset, height: truth.altitude + geoidSeparation)
      if !tracker.isSpatial { epoch.motion.altitude = last?.motion.altitude ?? truth.altitude }
      let wander = error.velocity(geometry, echo: surroundings.echo)
      epoch.motion.east += wander.x
      epoch.motion.north += wander.y
      epoch.motion.up += wander.z
      last = (epoch.motion, offset, nanoseconds)
    } else if let last, nanoseconds - last.nanoseconds <= Int64(coasting) * 1_000_000_000, coasting > 0 {
      let seconds = Double(nanoseconds - last.nanoseconds) / 1e9
      let way = Vector(last.motion.east * seconds, last.motion.north * seconds, 0)
      epoch.mode = .twoDimensional
      epoch.isEstimated = true
      epoch.motion = Self.moved(last.motion, way, height: last.motion.altitude + geoidSeparation)
    }
    return epoch
  }

  /// A clock that runs on knows the time at once; who has none hears it some seconds after the first satellite.
  private func knowsTime(_ nanoseconds: Int64) -> Bool {
    if start != .cold { return true }
    guard let heard = tracker.firstHeard else { return false }
    return Int(nanoseconds / 1_000_000_000) >= heard + 6 + Int(seed % 6)
  }

  private func knowsDate(_ nanoseconds: Int64) -> Bool {
    if start == .hot { return true }
    return tracker.hasRead && knowsTime(nanoseconds)
  }

  /// A motion some metres further on.
  static func moved(_ motion: Scenario.Motion, _ offset: Vector, height: Double) -> Scenario.Motion {
    let scale = Earth.metresPerDegree(latitude: motion.latitude, height: height)
    var moved = motion
    moved.latitude = min(max(motion.latitude + offset.y / scale.north, -90), 90)
    moved.longitude = Trigonometry.aroundZero(motion.longitude + offset.x / scale.east)
    moved.altitude += offset.z
    return moved
  }
}

/// How simulated time reads on a true clock: nanoseconds since the beginning become UTC, leap second and all.
struct SimulatedCalendar: Sendable {
  /// The beginning, in seconds since 1970.
  let start: Int64
  /// The midnight, in seconds since 1970, in front of which a leap second is put in.
  private let leapMidnight: Int64?

  init(start: Int64, leapMidnight: Int64?) {
    self.start = start
    // A leap second that has been is part of the count already.
    self.leapMidnight = leapMidnight.flatMap { $0 > start ? $0 : nil }
  }

  /// The time that a true clock shows.
  func utc(at nanoseconds: Int64) -> UTC {
    var (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    if rest < 0 {
      whole -= 1
      rest += 1_000_000_000
    }
    var seconds = start + whole
    var isLeapSecond = false
    if let leapMidnight, seconds >= leapMidnight {
      isLeapSecond = seconds == leapMidnight
      seconds -= 1
    }
    return UTC(secondsSince1970: seconds, nanosecond: Int32(rest), isLeapSecond: isLeapSecond)
  }

  /// Seconds since the orbits' epoch: these run on evenly.
  func orbitSeconds(at nanoseconds: Int64) -> Double {
    Double(start - Orbit.epoch) + Double(nanoseconds) / 1e9
  }
}
