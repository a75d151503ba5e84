import GPSBridge
import GPSFormats
import GPSSystemCalls
import SimulatedGPS
import Testing

@testable import GPSBridgeTool

@Suite(.timeLimit(.minutes(2))) struct `Hearing a receiver out` {
  private final class Told: Sendable { let reports = Guarded<[(Report, ReceiverCondition)]>([]) }

  /// Listens to a scenario as the doctor does, in no time.
  private func hear(
    _ scenario: Scenario, duration: Duration? = nil, keepsBytes: Bool = false
  ) -> (heard: HeardFacts, took: Duration) {
    let time = ManualTime(utcSeconds: 1_795_158_480)
    let simulated = SimulatedReceiver(scenario, time: time)
    let start = time.now
    var hearing = Hearing(duration: duration, keepsBytes: keepsBytes, at: start)
    let told = Told()
    let chunks = Guarded<[([UInt8], ContinuousClock.Instant)]>([])
    let pieces = simulated.receiver.onBytes { bytes, arrival in
      chunks.withLock { $0.append((bytes, arrival)) }
    }
    let listening = simulated.receiver.onReport { report in
      let condition = simulated.receiver.condition
      told.reports.withLock { $0.append((report, condition)) }
    }
    while !hearing.isEnough(at: time.now) {
      time.jump(by: .milliseconds(250))
      let reports = told.reports.withLock { reports in
        defer { reports = [] }
        return reports
      }
      for (report, condition) in reports { hearing.take(report, condition, at: LiveMoment(time)) }
      hearing.look(simulated.receiver.condition, at: time.now)
    }
    for (bytes, arrival) in chunks.withLock({ $0 }) { hearing.take(bytes, arrival: arrival) }
    return withExtendedLifetime((listening, pieces)) {
      (hearing.result(at: time.now), start.duration(to: time.now))
    }
  }

  private func code(_ heard: HeardFacts) -> String { Diagnosis.verdict(heard.facts).code.rawValue }

  @Test(arguments: [
    ("sim:static?start=hot", "good", 5.0...8), ("sim:silent", "no_data", 5...8),
    ("sim:nofix", "weak_signal", 30...36), ("sim:rollover?start=hot", "rollover", 5...8),
    ("sim:wrongbaud?start=hot", "good", 5...20), ("sim:static?start=hot&dialect=mtk", "good", 5...13),
    ("sim:garbage?start=hot", "bad_checksums", 5...8),
  ]) func `takes as long as it takes to know what is the matter`(
    name: String, verdict: String, seconds: ClosedRange<Double>
  ) throws {
    let (heard, took) = hear(try Scenario(parsing: name))
    #expect(code(heard) == verdict)
    #expect(seconds.contains(took / .seconds(1)), "\(took)")
    #expect(heard.node?.hasPrefix("sim/") == true && heard.isSimulated)
  }

  /// What is reported of a receiver that works for some seconds and then sends nothing.
  private func stopped(
    _ name: String = "sim:static?start=hot", after seconds: Double, duration: Duration?
  ) throws -> [Finding] {
    var scenario = try Scenario(parsing: name)
    scenario.events.append(Scenario.Event(from: .seconds(seconds), .fault(.silent)))
    var facts = HostFacts()
    facts.heard = hear(scenario, duration: duration).heard
    return StreamChecks.verdicts(facts)
  }

  @Test(arguments: 12...30)
  func `ends with a failure when the receiver has stopped, and with no word of a fix`(seconds: Int) throws {
    let findings = try stopped(after: 8, duration: .seconds(seconds))
    #expect(findings.map(\.code) == ["no_data"] && findings.first?.level == .failure, "\(findings)")
  }

  @Test func `goes on when bytes fail to come, until it is clear whether the receiver has stopped`() throws {
    // After five seconds, a good receiver reveals nothing new.
    #expect(try stopped(after: 3.5, duration: nil).map(\.code) == ["no_data"])
  }

  @Test func `calls no pause between two epochs silence`() throws {
    let findings = try stopped("sim:static?start=hot&rate=0.2", after: 60, duration: .seconds(24))
    #expect(!findings.contains { $0.level == .failure })
  }

  @Test func `never says that nothing comes from a port that is not understood`() {
    let (heard, took) = hear(.babble)
    #expect(code(heard) == "not_a_gps")
    #expect((15...40).contains(took / .seconds(1)), "\(took)")
    #expect(heard.counts.bytes > 1000)
    #expect(Set(heard.facts.port.speedsTried).count == heard.facts.port.speedsTried.count)
  }

  @Test func `takes as long as it was told to`() throws {
    let (heard, took) = hear(try Scenario(parsing: "sim:static?start=hot"), duration: .seconds(20))
    #expect(took == .seconds(20) && abs((heard.rate ?? 0) - 1) < 0.02)
    #expect((17...21).contains(heard.counts.epochs))
  }

  @Test func `measures this computer's clock against the receiver's`() throws {
    // The scenario begins where the clock stands.
    let scenario = try Scenario(parsing: "sim:static?start=hot&time=2026-11-20T07:08:00Z")
    let ahead = try #require(hear(scenario).heard.clockAhead)
    #expect((0...0.3).contains(ahead))
    let behind = try Scenario(parsing: "sim:static?start=hot&time=2026-11-20T07:09:00Z")
    #expect(abs(try #require(hear(behind).heard.clockAhead) + 60) < 0.3)
  }

  @Test func `keeps what was said where that is wanted`() throws {
    let scenario = try Scenario(parsing: "sim:static?start=hot")
    #expect(hear(scenario).heard.chunks.isEmpty)
    let heard = hear(scenario, duration: .seconds(3), keepsBytes: true).heard
    let bytes = heard.chunks.flatMap(\.bytes)
    #expect(bytes.count >= heard.counts.bytes && heard.counts.bytes > 500 && bytes.first == UInt8(ascii: "$"))
    #expect(heard.chunks.allSatisfy { $0.after <= .seconds(3) })
  }
}
