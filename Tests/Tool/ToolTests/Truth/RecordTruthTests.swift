import GPSBridge
import GPSFormats
import GPSSystemCalls
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSBridgeTool

/// What `watch` prints of a receiver, whatever happens to it; a failure names the seed that brings it back.
@Suite(.timeLimit(.minutes(5))) struct `The truth of records` {
  private static let seed: UInt64 = 20_261_120
  private let schema: Schema

  init() throws { schema = try Schema.ofRecords() }

  /// All records of some minutes with a receiver.
  private func records(_ scenario: Scenario, _ seconds: Int) throws -> [JSONValue] {
    let time = ManualTime(utcSeconds: Double(scenario.beginning.secondsSince1970))
    let simulated = SimulatedReceiver(scenario, time: time)
    let options = try WatchOptions(parse(["watch", "auto", "--types=fix,sky,event,device"]))
    let kept = Guarded((records: LiveRecords(.automatic, options), lines: [[UInt8]]()))
    let listening = simulated.receiver.onReport { report in
      kept.withLock { $0.lines += $0.records.take(report, at: LiveMoment(time)) }
    }
    time.jump(by: .seconds(seconds))
    listening.cancel()
    return try kept.withLock { $0.lines }.map { try JSONReader.read(String(decoding: $0, as: UTF8.self)) }
  }

  private func check(
    _ scenario: Scenario, atLeast positions: Int = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    // The slowest dialect has an epoch every two seconds, and a bad line makes that six.
    var witness = RecordWitness(limit: 9)
    let told = try records(scenario, 150)
    for (index, record) in told.enumerated() {
      witness.read(record)
      // In an unoptimized build a look takes ten times as long, and what it looks for is seen in every tenth as well.
      guard WholeTruth.isAsked || index % 10 == 0 else { continue }
      let complaints = schema.complaints(about: record)
      #expect(complaints == [], "\(record)", sourceLocation: sourceLocation)
    }
    #expect(
      witness.lies == [], "sim:\(scenario.name)?dialect=\(scenario.dialect.name)&seed=\(scenario.seed)",
      sourceLocation: sourceLocation)
    #expect(witness.positions >= positions, sourceLocation: sourceLocation)
  }

  @Test(arguments: Scenario.all.map(\.name)) func `holds in each scenario`(name: String) throws {
    var scenario = try #require(Scenario(named: name))
    scenario.seed = Self.seed
    scenario.dialect = Dialect.all[name.utf8.count % Dialect.all.count]
    try check(scenario)
  }

  @Test(arguments: [
    Scenario.Fault.spoofing(drift: 5, timeJump: 100), .frozen, .frozenTime, .nullIsland, .rollover, .stalled,
  ]) func `holds while a receiver is mistaken, and when it comes to itself`(fault: Scenario.Fault) throws {
    var scenario = Scenario.staticDesk.telling {
      Story.Wait(for: .seconds(30))
      Story.Fault(fault, for: .seconds(50))
      Story.Restart(.cold)
    }
    scenario.seed = Self.seed
    try check(scenario, atLeast: 25)
  }

  @Test func `has a word for a time that goes back`() throws {
    let scenario = Scenario.staticDesk.telling {
      Story.Wait(for: .seconds(20))
      Story.Fault(.spoofing(drift: 0, timeJump: 100), for: .seconds(40))
    }
    let told = try records(scenario, 100).filter { $0["event"]?.text == "time_back" }
    #expect(told.count == 1)
    let step = try #require(told.first?["by_s"]?.number)
    #expect(abs(step - 99) < 2)
  }
}
