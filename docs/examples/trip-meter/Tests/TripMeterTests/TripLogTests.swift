import GPSBridge
import SimulatedGPS
import Synchronization
import Testing
import TripMeter

@Suite struct `The log of a trip` {
  private final class Kept: Sendable {
    let log = Mutex(TripLog())
  }

  /// Returns the log of a simulated period, which takes no real time.
  private func log(_ scenario: Scenario, _ duration: Duration) -> [String] {
    let time = ManualTime()
    let receiver = SimulatedReceiver(scenario, time: time).receiver
    let kept = Kept()
    let listening = receiver.onReport(including: .verdicts) { report in
      kept.log.withLock { $0.take(report) }
    }
    time.jump(by: duration)
    listening.cancel()
    return kept.log.withLock { $0.lines }
  }

  @Test func `has the location behind its fix, and the first fix behind both`() throws {
    let lines = log(.tunnel, .seconds(60))
    let first = try #require(lines.firstIndex { $0.hasPrefix("event   firstFix") })
    #expect(lines[first - 1].hasPrefix("update  live"))
    #expect(lines[first - 2].hasPrefix("fix "))
  }

  @Test func `says what is the matter, and when that has changed`() {
    let verdicts = log(.tunnel, .seconds(160)).filter { $0.hasPrefix("verdict") }
    #expect(verdicts.contains("verdict It is too early for a verdict."))
    #expect(verdicts.count > 2)
  }

  @Test func `has a location that grows old as an update of its own`() {
    #expect(log(.tunnel, .seconds(160)).contains("update  lost"))
  }
}
