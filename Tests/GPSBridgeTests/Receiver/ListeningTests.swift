import Delivery
import Locking
import SimulatedGPS
import Testing

@testable import GPSBridge

@Suite struct `Listening to all that a receiver tells` {
  /// What was heard, each as a word.
  private final class Log: Sendable {
    private let words = Guarded<[String]>([])
    private let instants = Guarded<[ContinuousClock.Instant]>([])

    var all: [String] { words.withLock { $0 } }
    var lastBytes: [ContinuousClock.Instant] { instants.withLock { $0 } }

    func take(_ report: Report) {
      let word =
        switch report {
        case .epoch(let epoch): "epoch " + epoch.update.freshness.rawValue
        case .update(let update): update.freshness.rawValue
        case .sky: "sky"
        case .sentence: "sentence"
        case .event(let event): if case .firstFix = event.kind { "first fix" } else { "event" }
        case .setting: "setting"
        case .verdict(let verdict): verdict.code.rawValue
        case .failed: "failed"
        }
      words.withLock { $0.append(word) }
      if case .epoch(let epoch) = report { instants.withLock { $0.append(epoch.received) } }
    }
  }

  @Test func `opens the device, and keeps the order of all kinds`() {
    let bench = Bench()
    let log = Log()
    let listening = bench.receiver.onReport { log.take($0) }
    for _ in 0..<3 { bench.epoch() }
    #expect(bench.device.isOpen)
    // Before the first epoch it is only told that there is no location yet.
    let told = log.all.filter { $0 != "event" }.drop { $0 == "lost" }
    #expect(Array(told) == ["epoch live", "first fix", "epoch live", "epoch live"])
    listening.cancel()
  }

  @Test func `tells when the last byte of an epoch came, not when it was found complete`() {
    let bench = Bench()
    let log = Log()
    let start = bench.time.now
    let listening = bench.receiver.onReport { log.take($0) }
    bench.epoch()
    #expect(log.lastBytes == [start])
    listening.cancel()
  }

  @Test func `closes the device a little after it was cancelled, and hears nothing more`() {
    let bench = Bench()
    let log = Log()
    let listening = bench.receiver.onReport { log.take($0) }
    bench.epoch()
    listening.cancel()
    listening.cancel()
    let count = log.all.count
    bench.epoch()
    #expect(log.all.count == count)
    bench.wait(.seconds(3))
    #expect(!bench.device.isOpen)
  }

  @Test func `ends when it is dropped`() {
    let bench = Bench()
    var listening: ReceiverListening? = bench.receiver.onReport { _ in }
    bench.epoch()
    #expect(bench.device.isOpen && listening != nil)
    listening = nil
    bench.wait(.seconds(3))
    #expect(!bench.device.isOpen)
  }

  @Test func `hears sentences only where they are wanted`() {
    for isWanted in [true, false] {
      let bench = Bench()
      let log = Log()
      let listening = bench.receiver.onReport(including: isWanted ? .sentences : []) { log.take($0) }
      bench.epoch()
      #expect(log.all.contains("sentence") == isWanted)
      listening.cancel()
    }
  }

  @Test func `of one leaves another alone`() {
    let bench = Bench()
    let (one, other) = (Log(), Log())
    let first = bench.receiver.onReport { one.take($0) }
    let second = bench.receiver.onReport { other.take($0) }
    bench.epoch()
    first.cancel()
    bench.epoch()
    #expect(bench.device.isOpen)
    #expect(other.all.count { $0 == "epoch live" } == one.all.count { $0 == "epoch live" } + 1)
    second.cancel()
  }
}
