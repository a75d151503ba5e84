import GPSDelivery
import GPSSystemCalls
import SimulatedGPS
import Testing
import UBX

@testable import GPSBridge

@Suite struct `Listening to all that a receiver tells` {
  private let bench = Bench()

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
        case .condition: "condition"
        case .sentence: "sentence"
        case .message: "message"
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
    let log = Log()
    let listening = bench.receiver.onReport { log.take($0) }
    for _ in 0..<3 { bench.epoch() }
    #expect(bench.device.isOpen)
    // Before the first epoch it is only told that there is no location yet.
    let told = log.all.filter { $0 != "event" }.drop { $0 == "lost" }
    #expect(Array(told) == ["epoch live", "first fix", "epoch live", "epoch live"])
    listening.cancel()
  }

  @Test func `tells binary messages in their place among the epochs, and only to those who asked`() throws {
    let (log, other) = (Log(), Log())
    let received = Guarded<[ReceivedMessage]>([])
    let listening = bench.receiver.onReport(including: .messages) { report in
      log.take(report)
      if case .message(let message) = report { received.withLock { $0.append(message) } }
    }
    let unasked = bench.receiver.onReport { other.take($0) }
    // A question for MON-VER, the shortest message that there is.
    let question: [UInt8] = [0xB5, 0x62, 0x0A, 0x04, 0x00, 0x00, 0x0E, 0x34]
    bench.epoch()
    bench.say(question)
    bench.epoch()
    let told = log.all.filter { $0 == "message" || $0.hasPrefix("epoch") }
    #expect(told == ["epoch live", "message", "epoch live"])
    #expect(!other.all.contains("message"))
    let message = try #require(received.withLock { $0.first })
    #expect(message.bytes == question)
    #expect(message.message?.kind == .monVER)
    #expect(ReceivedMessage([0xB5], received: bench.time.now).message == nil)
    listening.cancel()
    bench.say(question)
    #expect(received.withLock { $0.count } == 1)
    #expect(!bench.outputs.suffix(1).contains { if case .message = $0 { true } else { false } })
    unasked.cancel()
  }

  @Test func `tells when the last byte of an epoch came, not when it was found complete`() {
    let log = Log()
    let start = bench.time.now
    let listening = bench.receiver.onReport { log.take($0) }
    bench.epoch()
    #expect(log.lastBytes == [start])
    listening.cancel()
  }

  @Test func `ends when it is dropped`() {
    var listening: ReceiverListening? = bench.receiver.onReport { _ in }
    bench.epoch()
    #expect(bench.device.isOpen && listening != nil)
    listening = nil
    bench.wait(.seconds(3))
    #expect(!bench.device.isOpen)
  }
}
