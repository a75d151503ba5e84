import GPSSystemCalls
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSBridge

@Suite struct `The bytes of a receiver` {
  private let bench = Bench()

  private struct Chunk: Equatable {
    var bytes: [UInt8]
    var arrival: ContinuousClock.Instant
  }

  @Test func `are heard as they came, with their moments, also those that mean nothing`() {
    let heard = Guarded<[Chunk]>([])
    let listener = bench.receiver.fixes.subscribe(.latest)
    let chunks = bench.receiver.onBytes { bytes, arrival in
      heard.withLock { $0.append(Chunk(bytes: bytes, arrival: arrival)) }
    }
    bench.settle()
    let start = bench.time.now
    bench.say([0, 255, 7])
    bench.wait(.milliseconds(250))
    bench.say(Array("$GP".utf8))
    #expect(
      heard.withLock { $0 } == [
        Chunk(bytes: [0, 255, 7], arrival: start),
        Chunk(bytes: Array("$GP".utf8), arrival: start + .milliseconds(250)),
      ])
    chunks.cancel()
    listener.cancel()
  }

  @Test func `come before what is made of them`() {
    let log = Guarded<[String]>([])
    let listener = bench.receiver.onReport { report in
      if case .epoch = report { log.withLock { $0.append("fix") } }
    }
    let chunks = bench.receiver.onBytes { bytes, _ in
      log.withLock { $0.append("\(bytes.count) bytes") }
    }
    let epoch = wireEpoch(second: 0)
    bench.say(epoch)
    bench.wait(.seconds(1))
    #expect(log.withLock { $0 } == ["\(epoch.count) bytes", "fix"])
    chunks.cancel()
    listener.cancel()
  }

  @Test func `are not heard any more by who has cancelled or is gone`() {
    let count = Guarded(0)
    let listener = bench.receiver.fixes.subscribe(.latest)
    let lives = Lives()
    let cancelled = bench.receiver.onBytes { [life = lives.born()] _, _ in
      withExtendedLifetime(life) { count.withLock { $0 += 1 } }
    }
    var dropped: ReceiverListening? = bench.receiver.onBytes { _, _ in count.withLock { $0 += 1 } }
    bench.say([1])
    #expect(count.withLock { $0 } == 2)
    cancelled.cancel()
    withExtendedLifetime(dropped) {}
    dropped = nil
    bench.say([2])
    #expect(count.withLock { $0 } == 2)
    #expect(lives.count == 0)
    listener.cancel()
  }

  @Test func `do not open the device by themselves`() {
    let chunks = bench.receiver.onBytes { _, _ in }
    bench.settle()
    #expect(!bench.device.isOpen)
    chunks.cancel()
  }
}
