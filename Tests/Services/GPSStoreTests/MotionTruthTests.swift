import GNSS
import GPSFormats
import GPSGeodesy
import GPSTrackRows
import Testing

@testable import GPSStore
@testable import SimulatedGPS

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
    var decoder = FixDecoder(.live(hostClock: scenario.start))
    for second in 1...seconds {
      for emission in engine.advance(to: .seconds(second)) {
        guard case .bytes(let chunk) = emission else { continue }
        decoder.decode(chunk.bytes.span) { output in
          if case .fix(let fix) = output { take(fix, scenario.start, second) }
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
    let stored = StoredFix(
      number: Int64(fixes), session: 1, monotonic: Int64(second) * 1000, row: row)
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
          Coordinate(
            latitude: desk.latitude + offset.y * north, longitude: desk.longitude + offset.x * east))
        spans += machine.take(
          MotionMachine.Sample(
            time: Int64(second) * 1000, place: place,
            speed: (speed.x * speed.x + speed.y * speed.y).squareRoot(),
            error: epoch.horizontalDeviation))
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
