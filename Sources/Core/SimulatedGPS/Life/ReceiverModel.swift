internal import GPSBridge

/// The state of the simulated receiver, which turns the tracked signals into epochs.
struct ReceiverModel: Sendable {
  private(set) var tracker: Tracker
  private var error: PositionError
  private let calendar: SimulatedCalendar
  private let path: Path
  private let geoidSeparation: Double
  private let seed: UInt64
  /// Seconds for which the position is extrapolated after satellites are lost.
  private let coasting: Int
  private var start = Scenario.PowerUp.cold
  private var belief = Belief(.cold)
  private var startedAt = 0
  private var number = 0
  /// The last position computed from satellites, and its time.
  private var last: (motion: Scenario.Motion, offset: Vector, nanoseconds: Int64)?
  private var firstFix: Int64?

  init(_ scenario: Scenario, interval: Int64) {
    tracker = Tracker(scenario.dialect.constellations, seed: scenario.seed)
    error = PositionError(seed: scenario.seed, interval: Double(interval) / 1e9)
    calendar = SimulatedCalendar(
      start: scenario.beginning.secondsSince1970,
      leapMidnight: scenario.leapSecond.map { Int64($0.daysSince1970) * 86_400 })
    path = Path(scenario.journey, from: scenario.place, seed: scenario.seed)
    geoidSeparation = scenario.place.geoidSeparation
    seed = scenario.seed
    coasting = scenario.dialect.coasting
  }

  mutating func powerUp(_ start: Scenario.PowerUp, at nanoseconds: Int64) {
    self.start = start
    startedAt = Int(nanoseconds / 1_000_000_000)
    number = 0
    last = nil
    firstFix = nil
    belief = Belief(start)
    tracker.powerUp(start, second: startedAt)
  }

  mutating func receive(_ constellations: [Constellation]) { tracker.receive(constellations) }

  /// Sets the time between fixes, in nanoseconds, from now on.
  mutating func setInterval(_ interval: Int64) { error.setInterval(Double(interval) / 1e9) }

  // MARK: - Memory

  /// Seconds that the receiver searches in the wrong places after false aiding data.
  private static let misguidance = 30

  /// Whether the receiver has a time, right or wrong.
  func believesTime(at nanoseconds: Int64) -> Bool { belief.hasTime || knowsTime(nanoseconds) }

  /// Accepts aiding data; after the first fix the receiver knows better and ignores it.
  mutating func take(_ assistance: Assistance, at nanoseconds: Int64) {
    guard firstFix == nil, !belief.isMisled else { return }
    let second = Int(nanoseconds / 1_000_000_000)
    let wasGuided = belief.isGuided
    switch assistance {
    case .time(let said, let accuracy):
      belief.take(time: said - calendar.unixNanoseconds(at: nanoseconds), accuracy: accuracy)
    case .place(let latitude, let longitude, let accuracy):
      belief.take(place: distance(latitude, longitude, at: nanoseconds), accuracy: accuracy)
    case .orbit(let satellite, let until):
      let end = Int(clamping: until - unixSeconds(at: 0))
      tracker.learn(satellite, until: end, at: second)
    case .almanac(let satellite): tracker.learn(satellite, until: nil, at: second)
    case .foreign: belief.takeForeign()
    }
    if belief.isMisled {
      start = .cold
      tracker.mislead(until: second + Self.misguidance)
    } else if belief.isGuided, !wasGuided {
      tracker.guide()
    }
  }

  /// The known orbits; an exact one has the second since 1970 until which it is valid.
  func orbits(at nanoseconds: Int64) -> [(satellite: SatelliteIdentity, until: Int64?)] {
    tracker.orbits(at: Int(nanoseconds / 1_000_000_000)).map { satellite, end in
      (satellite, end.map { Int64($0) + unixSeconds(at: 0) })
    }
  }

  /// Converts simulated time to seconds since 1970.
  func unixSeconds(at nanoseconds: Int64) -> Int64 {
    calendar.unixNanoseconds(at: nanoseconds) / 1_000_000_000
  }

  /// Returns the distance in meters between the true position and the given one.
  private func distance(_ latitude: Double, _ longitude: Double, at nanoseconds: Int64) -> Double {
    let truth = path.motion(at: Double(nanoseconds) / 1e9)
    let here = Horizon(latitude: truth.latitude, longitude: truth.longitude, height: 0)
    return (Horizon(latitude: latitude, longitude: longitude, height: 0).position - here.position).length
  }

  /// Advances by one whole second.
  mutating func tick(_ second: Int, _ surroundings: Scenario.Surroundings, _ interference: Interference) {
    let nanoseconds = Int64(second) * 1_000_000_000
    tracker.look(second: second, orbitSeconds: calendar.orbitSeconds(at: nanoseconds)) {
      let motion = path.motion(at: Double(second))
      return Horizon(
        latitude: motion.latitude, longitude: motion.longitude, height: motion.altitude + geoidSeparation)
    }
    tracker.update(second: second, surroundings, interference)
  }

  /// Computes what the receiver reports for this moment.
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

  /// Carries an epoch forward to a later moment with the motion that inertial sensors measure.
  func carried(_ epoch: SimulatedEpoch, to nanoseconds: Int64) -> SimulatedEpoch {
    let truth = path.motion(at: Double(nanoseconds) / 1e9)
    var carried = epoch
    carried.instant = .nanoseconds(nanoseconds)
    carried.truth = truth
    if let time = epoch.timeOfDay {
      let before = calendar.utc(at: epoch.instant.wholeNanoseconds)
      let isRight = before.timeOfDay == time && (epoch.date ?? before.date) == before.date
      // A wrong clock keeps its error.
      let utc =
        isRight
        ? calendar.utc(at: nanoseconds)
        : UTC(epoch.date ?? before.date, time).moved(by: nanoseconds - epoch.instant.wholeNanoseconds)
      carried.timeOfDay = utc.timeOfDay
      carried.date = epoch.date.map { _ in utc.date }
    }
    guard epoch.hasFix else { return carried }
    let latitude = carried.motion.latitude + truth.latitude - epoch.truth.latitude
    let turn = Trigonometry.aroundZero(truth.longitude - epoch.truth.longitude)
    carried.motion.latitude = min(max(latitude, -90), 90)
    carried.motion.longitude = Trigonometry.aroundZero(carried.motion.longitude + turn)
    carried.motion.altitude += truth.altitude - epoch.truth.altitude
    carried.motion.east += truth.east - epoch.truth.east
    carried.motion.north += truth.north - epoch.truth.north
    carried.motion.up += truth.up - epoch.truth.up
    return carried
  }

  /// A running clock knows the time at once; a cold receiver reads it some seconds after its first signal.
  private func knowsTime(_ nanoseconds: Int64) -> Bool {
    if start != .cold { return true }
    guard let heard = tracker.firstHeard else { return false }
    // A given time only needs one satellite to confirm it.
    if belief.wasToldTime, !belief.isMisled { return true }
    return Int(nanoseconds / 1_000_000_000) >= heard + 6 + Int(seed % 6)
  }

  private func knowsDate(_ nanoseconds: Int64) -> Bool {
    if start == .hot { return true }
    return (tracker.hasRead || belief.wasToldTime && !belief.isMisled) && knowsTime(nanoseconds)
  }

  /// Returns a motion displaced by an offset in meters.
  static func moved(_ motion: Scenario.Motion, _ offset: Vector, height: Double) -> Scenario.Motion {
    let scale = Earth.metersPerDegree(latitude: motion.latitude, height: height)
    var moved = motion
    moved.latitude = min(max(motion.latitude + offset.y / scale.north, -90), 90)
    moved.longitude = Trigonometry.aroundZero(motion.longitude + offset.x / scale.east)
    moved.altitude += offset.z
    return moved
  }
}

extension UTC {
  /// Adds nanoseconds on a clock without leap seconds.
  fileprivate func moved(by nanoseconds: Int64) -> UTC {
    let (seconds, rest) = (Int64(nanosecond) + nanoseconds).quotientAndRemainder(dividingBy: 1_000_000_000)
    return UTC(secondsSince1970: secondsSince1970 + seconds, nanosecond: Int32(rest))
  }
}

/// Converts simulated time to UTC, including a leap second.
struct SimulatedCalendar: Sendable {
  /// The beginning, in seconds since 1970.
  let start: Int64
  /// The midnight, in seconds since 1970, before which a leap second is inserted.
  private let leapMidnight: Int64?

  init(start: Int64, leapMidnight: Int64?) {
    self.start = start
    // A leap second in the past is already part of the count.
    self.leapMidnight = leapMidnight.flatMap { $0 > start ? $0 : nil }
  }

  /// The time shown by a correct clock.
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

  /// Nanoseconds of Unix time.
  func unixNanoseconds(at nanoseconds: Int64) -> Int64 {
    let utc = utc(at: nanoseconds)
    return utc.secondsSince1970 * 1_000_000_000 + Int64(utc.nanosecond)
  }

  /// Seconds since the reference epoch of the orbits; leap seconds do not interrupt them.
  func orbitSeconds(at nanoseconds: Int64) -> Double {
    Double(start - Orbit.epoch) + Double(nanoseconds) / 1e9
  }
}
