import GNSS
import GPSFormats
import GPSGeodesy
import GPSTrackRows
import Glibc
import TestSupport
import Testing

@testable import GPSStore
@testable import SimulatedGPS

/// A machine with a vehicle that a test drives.
private struct Ride {
  var machine = MotionMachine()
  var spans: [MotionMachine.Span] = []
  /// Milliseconds since 1970, and by the clock that never jumps.
  var time: Int64 = 1_795_158_000_000
  var monotonic: Int64 = 0
  var session: Int64 = 1
  var place: Coordinate
  var error: Double? = 3
  private(set) var number: Int64 = 0
  private var random: SeededGenerator
  /// Meters of wandering, which changes slowly, and meters per second of noise.
  private var (wander, noise) = ((north: 0.0, east: 0.0), 0.1)

  init(_ latitude: Double = 47, _ longitude: Double = 9, seed: UInt64 = 1) throws {
    place = try #require(Coordinate(latitude: latitude, longitude: longitude))
    random = SeededGenerator(seed: seed)
  }

  var trips: [MotionMachine.Trip] { spans.compactMap { if case .trip(let trip) = $0 { trip } else { nil } } }
  var stops: [MotionMachine.Stop] { spans.compactMap { if case .stop(let stop) = $0 { stop } else { nil } } }

  /// Lets time pass without a fix.
  mutating func wait(_ seconds: Double) {
    time += Int64(seconds * 1000)
    monotonic += Int64(seconds * 1000)
  }

  /// Goes for some seconds at a speed in meters per second, with a fix each `interval` seconds.
  mutating func go(
    _ seconds: Double, at speed: Double, toward bearing: Double = 60, each interval: Double = 1,
    reportsSpeeds: Bool = true
  ) throws {
    for _ in 0..<Int(seconds / interval) {
      wait(interval)
      place = try #require(place.destination(bearing: bearing, distance: speed * interval))
      try report(reportsSpeeds ? speed : nil)
    }
  }

  mutating func report(_ speed: Double?) throws {
    // An error that forgets itself in minutes, as that of a receiver does; its size is some meters.
    wander.north = wander.north * 0.99 + Double.random(in: -0.6...0.6, using: &random)
    wander.east = wander.east * 0.99 + Double.random(in: -0.6...0.6, using: &random)
    let here = try #require(
      place.destination(bearing: 0, distance: wander.north)?.destination(bearing: 90, distance: wander.east))
    number += 1
    var fix = Fix()
    (fix.mode, fix.coordinate) = (.threeDimensional, here)
    fix.speed = speed.map { abs($0 + Double.random(in: -noise...noise, using: &random)) }
    if let error { fix.errors = ErrorEstimate(horizontal: error, vertical: error, source: .receiver) }
    fix.time = TrackRow.instant(time)
    take(TrackRow(fix, signal: nil, received: TrackRow.instant(time)))
  }

  mutating func take(_ row: TrackRow) {
    let fix = StoredFix(number: number, session: session, monotonic: monotonic, row: row)
    if let sample = MotionMachine.Sample(fix) { spans += machine.take(sample) }
  }
}

private func isNear(_ found: Double, _ expected: Double, within share: Double = 0.01) -> Bool {
  abs(found - expected) <= expected * share
}

@Suite struct `Motion from fixes` {
  @Test(arguments: [1, 2, 3] as [UInt64]) func `is none in a day at rest`(seed: UInt64) throws {
    var ride = try Ride(seed: seed)
    let naive = ride.place
    try ride.go(86_400, at: 0)
    #expect(ride.machine.way == 0 && ride.spans.isEmpty && ride.machine.openTrip == nil)
    let stop = try #require(ride.machine.openStop)
    #expect(stop.ended - stop.began == 86_399_000 && stop.place.distance(to: naive) < 10)
  }

  @Test(arguments: [0.1, 0.2, 1, 2, 5]) func `is the way of a drive at any rate`(interval: Double) throws {
    var ride = try Ride()
    try ride.go(120, at: 0, each: interval)
    try ride.go(600, at: 12, each: interval)
    try ride.go(400, at: 0, each: interval)
    #expect(isNear(ride.machine.way, 7200), "\(ride.machine.way)")
    let trip = try #require(ride.trips.first)
    #expect(ride.trips.count == 1 && isNear(trip.way, 7200) && trip.straight == 0)
    #expect(abs(trip.began - 1_795_158_120_000) <= 6000 && abs(trip.ended - 1_795_158_720_000) <= 6000)
    #expect(abs(trip.moving - 600) < 8 && trip.fastest > 12 && trip.fastest < 12.2)
    #expect(trip.start.distance(to: trip.end) > 7170)
  }

  @Test func `is the way of a walk, with and without speeds`() throws {
    for speed in [1.3, 0.7] {
      for hasSpeeds in [true, false] {
        var ride = try Ride()
        try ride.go(300, at: 0)
        try ride.go(1800, at: speed, toward: 10, reportsSpeeds: hasSpeeds)
        #expect(
          isNear(ride.machine.way, 1800 * speed, within: hasSpeeds ? 0.02 : 0.05),
          "\(speed) \(hasSpeeds) \(ride.machine.way)")
        #expect(ride.trips.isEmpty && ride.machine.openTrip != nil)
      }
    }
  }

  @Test func `ends a trip with a stop of five minutes, and names one of two`() throws {
    var ride = try Ride()
    for pause in [60, 150, 400, 60] as [Double] {
      try ride.go(300, at: 10)
      try ride.go(pause, at: 0)
    }
    #expect(ride.trips.count == 1 && ride.stops.count == 2)
    let (trip, stop) = (try #require(ride.trips.first), try #require(ride.stops.first))
    #expect(isNear(trip.way, 9000) && abs(trip.moving - 900) < 20)
    #expect(abs(stop.ended - stop.began - 150_000) < 8000)
    let open = try #require(ride.machine.openTrip)
    #expect(isNear(open.way, 3000) && isNear(ride.machine.way, 12_000))
    #expect(ride.stops[1].last <= open.first && trip.last <= ride.stops[1].first)
  }

  @Test func `goes straight across a gap, and says so`() throws {
    var ride = try Ride()
    try ride.go(300, at: 10)
    ride.wait(40)
    ride.place = try #require(ride.place.destination(bearing: 60, distance: 400))
    try ride.go(300, at: 10)
    try ride.go(400, at: 0)
    let trip = try #require(ride.trips.first)
    #expect(ride.trips.count == 1 && isNear(trip.way, 6400) && isNear(trip.straight, 410, within: 0.05))
  }

  @Test func `has no trip across a long gap, but its way`() throws {
    var ride = try Ride()
    try ride.go(300, at: 10)
    ride.wait(3600)
    ride.place = try #require(ride.place.destination(bearing: 60, distance: 20_000))
    try ride.go(300, at: 10)
    try ride.go(400, at: 0)
    #expect(ride.trips.count == 2 && ride.trips.allSatisfy { isNear($0.way, 3000) && $0.straight == 0 })
    #expect(isNear(ride.machine.way, 26_000) && ride.stops.isEmpty && ride.machine.openStop != nil)
  }

  @Test func `has one stop where a program was not running meanwhile`() throws {
    var ride = try Ride()
    try ride.go(300, at: 10)
    try ride.go(200, at: 0)
    ride.wait(30_000)
    (ride.session, ride.monotonic) = (2, 0)
    try ride.go(200, at: 0)
    try ride.go(300, at: 10)
    try ride.go(400, at: 0)
    #expect(ride.trips.count == 2 && isNear(ride.machine.way, 6000))
    let stop = try #require(ride.stops.first)
    #expect(isNear(Double(stop.ended - stop.began), 30_400_000))
  }

  @Test func `has no trip across a step of a clock`() throws {
    for step in [3_600_000, -3_600_000, 619_315_200_000, -619_315_200_000] as [Int64] {
      var ride = try Ride()
      try ride.go(600, at: 10)
      ride.time += step
      try ride.go(600, at: 10)
      try ride.go(400, at: 0)
      #expect(ride.trips.count == 2 && ride.trips.allSatisfy { isNear($0.way, 6000) }, "\(step)")
      #expect(ride.trips.allSatisfy { (595_000...605_000).contains($0.ended - $0.began) }, "\(step)")
      #expect(isNear(ride.machine.way, 12_000), "\(step)")
    }
  }

  @Test func `has no trip back in time when a session began with a wrong clock`() throws {
    var ride = try Ride()
    try ride.go(600, at: 10)
    (ride.time, ride.session, ride.monotonic) = (ride.time - 86_400_000, 2, 0)
    try ride.go(600, at: 10)
    try ride.go(400, at: 0)
    #expect(ride.trips.count == 2 && ride.trips.allSatisfy { $0.began <= $0.ended && isNear($0.way, 6000) })
  }

  @Test func `is not made of suspect fixes, or of times that can't be right`() throws {
    for mark in [TrackRow.Flags.suspect, .wrongTime] {
      var ride = try Ride()
      try ride.go(300, at: 0)
      for second in 1...600 {
        ride.wait(1)
        var fix = Fix()
        (fix.mode, fix.speed) = (.threeDimensional, 30)
        fix.coordinate = ride.place.destination(bearing: 0, distance: Double(second) * 30)
        fix.time = TrackRow.instant(ride.time)
        ride.take(TrackRow(fix, signal: nil, received: TrackRow.instant(ride.time), marks: mark))
      }
      try ride.go(300, at: 0)
      #expect(ride.machine.way == 0 && ride.spans.isEmpty && ride.machine.openTrip == nil)
    }
  }

  @Test func `is the same with a pole or the date line in between`() throws {
    for (latitude, longitude, bearing) in [(89.98, 10, 0), (0, 179.98, 90), (-10, -179.99, 270)]
      as [(Double, Double, Double)]
    {
      var ride = try Ride(latitude, longitude)
      try ride.go(300, at: 0)
      for _ in 0..<60 { try ride.go(5, at: 10, toward: bearing) }
      try ride.go(400, at: 0)
      #expect(isNear(ride.machine.way, 3000) && ride.trips.count == 1, "\(latitude) \(ride.machine.way)")
    }
  }

  /// Speeds in meters per second, in turn for ten seconds each, for some minutes.
  private static let slow: [(speeds: [Double], minutes: Int)] = [
    ([0.45], 20), ([0.6, 0.3], 20), ([0.35], 20), ([0.3], 110), ([0.2, 0.5], 60),
  ]

  @Test(arguments: 0..<slow.count, [nil, 3.0]) func `is the way of slow motion between two rests`(
    place: Int, error: Double?
  ) throws {
    let (speeds, minutes) = Self.slow[place]
    let start = try #require(Coordinate(latitude: 47, longitude: 9))
    var (machine, meters) = (MotionMachine(), 0.0)
    for second in 0..<(minutes * 60 + 580) {
      let isMoving = 300..<(300 + minutes * 60) ~= second
      let speed = isMoving ? speeds[(second - 300) / 10 % speeds.count] : 0
      meters += speed
      let here = try #require(start.destination(bearing: 0, distance: meters))
      _ = machine.take(
        MotionMachine.Sample(
          number: Int64(second), time: Int64(second) * 1000, place: here, speed: speed, error: error))
    }
    #expect(isNear(machine.way, meters, within: 0.02), "\(machine.way) of \(meters)")
    let trip = try #require(machine.openTrip)
    #expect(isNear(trip.way, meters, within: 0.02) && trip.moving > Double(minutes * 60 - 400))
  }

  @Test(arguments: [0.45, 0.6], [1, 2, 3] as [UInt64]) func `is the way of slow motion with noise`(
    speed: Double, seed: UInt64
  ) throws {
    var ride = try Ride(seed: seed)
    try ride.go(300, at: 0)
    try ride.go(3600, at: speed)
    try ride.go(600, at: 0)
    #expect(isNear(ride.machine.way, 3600 * speed, within: 0.04), "\(ride.machine.way)")
  }

  /// A boat on meters of chain, which swings by 45° to both sides in eight minutes, while the tide turns the wind.
  @Test(arguments: [15, 30, 50] as [Double], [1, 10]) func `is none of a boat at anchor with a radius`(
    chain: Double, interval: Int
  ) throws {
    for (hasSpeeds, error) in [(true, 3), (true, nil), (false, nil)] as [(Bool, Double?)] {
      var ride = try Ride()
      (ride.machine, ride.error) = (MotionMachine(radius: chain * 1.1), error)
      let anchor = ride.place
      for _ in 0..<(86_400 / interval) {
        ride.wait(Double(interval))
        let hours = Double(ride.monotonic) / 3_600_000
        let wind = 90 * tanh(20 * sin(hours * 2 * .pi / 12.4))
        ride.place = try #require(
          anchor.destination(bearing: wind + 45 * sin(hours * 7.5 * 2 * .pi), distance: chain))
        try ride.report(hasSpeeds ? chain / 100 * abs(cos(hours * 7.5 * 2 * .pi)) : nil)
      }
      let stop = try #require(ride.machine.openStop)
      #expect(ride.machine.way == 0 && ride.spans.isEmpty && ride.machine.openTrip == nil)
      #expect(stop.ended - stop.began == Int64(86_400 - interval) * 1000)
      // It sails away.
      try ride.go(1200, at: 3, toward: 200, each: Double(interval))
      let trip = try #require(ride.machine.openTrip)
      #expect(isNear(ride.machine.way, 3600, within: 0.05) && abs(trip.moving - 1200) < 60)
    }
  }

  /// What loggers write without speeds and accuracies: meters per second, and seconds from place to place.
  @Test(
    arguments: [
      (1.35, 1), (1.35, 5), (1.35, 10), (0.9, 1), (0.9, 5), (0.9, 10), (5, 1), (14, 1), (2.5, 10), (3, 30),
      (3, 60),
    ]
      as [(Double, Int)])
  func `is that of the places where no speed is reported`(speed: Double, interval: Int) throws {
    var ride = try Ride()
    ride.error = nil
    let seconds = Double(max(1800 / interval, 120) * interval)
    try ride.go(seconds, at: speed, toward: 10, each: Double(interval), reportsSpeeds: false)
    #expect(isNear(ride.machine.way, speed * seconds, within: 0.03), "\(ride.machine.way / seconds)")
    let trip = try #require(ride.machine.openTrip)
    #expect(isNear(trip.moving, seconds, within: 0.05) && trip.straight == 0, "\(trip.moving) of \(seconds)")
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func `is none at rest where no speed is reported`(seed: UInt64)
    throws
  {
    var ride = try Ride(seed: seed)
    ride.error = nil
    try ride.go(86_400, at: 0, reportsSpeeds: false)
    #expect(ride.machine.way == 0 && ride.spans.isEmpty)
  }
}

/// A simulated receiver, what its fixes say about motion, and what its motion was.
private struct Played {
  private(set) var machine = MotionMachine()
  private(set) var spans: [MotionMachine.Span] = []
  private(set) var fixes = 0
  /// The meters of its route since the first fix.
  private(set) var truth = 0.0
  private var place: Coordinate?

  init(_ scenario: Scenario, seconds: Int) {
    var engine = SimulatedReceiverMachine(scenario)
    var decoder = FixDecoder(.live(hostClock: scenario.beginning))
    for second in 1...seconds {
      for emission in engine.advance(to: .seconds(second)) {
        guard case .bytes(let chunk) = emission else { continue }
        decoder.decode(chunk.bytes.span) { output in
          if case .fix(let fix) = output { take(fix, scenario.beginning, second) }
        }
      }
      guard let truth = engine.lastEpoch?.truth else { continue }
      let here = Coordinate(latitude: truth.latitude, longitude: truth.longitude)
      if fixes > 0, let place, let here { self.truth += place.distance(to: here) }
      place = here
    }
  }

  private mutating func take(_ fix: Fix, _ start: UTC, _ second: Int) {
    guard fix.hasPosition else { return }
    fixes += 1
    let received = UTC(secondsSince1970: start.secondsSince1970 + Int64(second))
    let row = TrackRow(fix, signal: nil, received: received)
    let stored = StoredFix(number: Int64(fixes), session: 1, monotonic: Int64(second) * 1000, row: row)
    if let sample = MotionMachine.Sample(stored) { spans += machine.take(sample) }
  }

  var description: String { "\(machine.way) m of \(truth) m, \(fixes) fixes, \(spans)" }
}

@Suite struct `Motion of simulated receivers` {
  @Test(arguments: Dialect.all.map(\.name)) func `is none at rest in each dialect`(dialect: String) throws {
    var scenario = Scenario.staticDesk
    scenario.dialect = try #require(Dialect(named: dialect))
    let played = Played(scenario, seconds: 900)
    // The slowest has a fix each two seconds.
    #expect(played.fixes > 400)
    #expect(played.machine.way == 0 && played.machine.openTrip == nil && played.spans.isEmpty)
  }

  /// Dialects whose satellites, and so the errors of their positions, differ.
  private static let skies: [String] = Dialect.all.indices.compactMap { place in
    let dialect = Dialect.all[place]
    return Dialect.all[..<place].contains { $0.constellations == dialect.constellations } ? nil : dialect.name
  }

  /// A fix a second with the errors of a dialect's satellites, which are looked at each minute.
  @Test(arguments: skies) func `is none in a day at rest under the sky of each dialect`(dialect: String)
    throws
  {
    var scenario = Scenario.staticDesk
    scenario.dialect = try #require(Dialect(named: dialect))
    var receiver = ReceiverModel(scenario, interval: 1_000_000_000)
    receiver.powerUp(.hot, at: 0)
    var error = PositionError(seed: 1, interval: 1)
    let desk = try #require(Coordinate(latitude: 47, longitude: 9))
    let (north, east) = (1 / 111_180.0, 1 / (111_320 * 0.682))
    var (machine, spans, fixes) = (MotionMachine(), [MotionMachine.Span](), 0)
    for minute in 0..<1440 {
      receiver.tick(minute * 60, scenario.surroundings, .none)
      let epoch = receiver.epoch(at: Int64(minute) * 60_000_000_000, scenario.surroundings)
      guard let geometry = epoch.geometry else { continue }
      for second in (minute * 60)..<(minute * 60 + 60) {
        error.advance()
        let (offset, speed) = (error.offset(geometry, echo: 1), error.velocity(geometry, echo: 1))
        let place = try #require(
          Coordinate(latitude: desk.latitude + offset.y * north, longitude: desk.longitude + offset.x * east))
        spans += machine.take(
          MotionMachine.Sample(
            time: Int64(second) * 1000, place: place,
            speed: (speed.x * speed.x + speed.y * speed.y).squareRoot(), error: epoch.horizontalDeviation))
        fixes += 1
      }
    }
    #expect(fixes > 86_000)
    #expect(machine.way == 0 && machine.openTrip == nil && spans.isEmpty, "\(machine.way) \(spans)")
  }

  @Test(arguments: ["walk", "drive", "tunnel", "boat", "canyon"], [1, 2] as [UInt64])
  func `is the simulator's route`(name: String, seed: UInt64) throws {
    var scenario = try #require(Scenario(named: name))
    scenario.seed = seed
    let played = Played(scenario, seconds: 1500)
    // Between houses, the reported speeds of a walk are too high: noise adds to them.
    let share = name == "canyon" ? 0.04 : 0.01
    #expect(played.truth > 1000 && played.fixes > 1200)
    #expect(abs(played.machine.way - played.truth) <= played.truth * share, "\(played.description)")
    let trips = played.spans.compactMap { if case .trip(let trip) = $0 { trip } else { nil } }
    let ways = (trips + [played.machine.openTrip].compactMap { $0 }).map(\.way)
    #expect(abs(ways.reduce(0, +) - played.truth) <= played.truth * share, "\(ways) \(played.description)")
  }
}
