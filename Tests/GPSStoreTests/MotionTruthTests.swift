import GNSS
import GPSFormats
import GPSGeodesy
import GPSTrackRows
import SimulatedGPS
import Testing

@testable import GPSStore

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
