import Delivery
import Dispatch
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSBridge

/// Time that is moved by hand, and counts the timers that are set.
private struct CountedTime: TimeSource {
  let base = ManualTime()
  let count = Guarded(0)

  var now: ContinuousClock.Instant { base.now }
  var utcSeconds: Double { base.utcSeconds }

  func after(
    _ delay: Duration, on queue: DispatchQueue, _ action: @escaping @Sendable () -> Void
  ) -> any TimerHandle {
    count.withLock { $0 += 1 }
    return base.after(delay, on: queue, action)
  }
}

@Suite(.timeLimit(.minutes(5))) struct `The alarms of a receiver` {
  @Test func `are set between epochs, so that none waits to be told`() {
    let time = CountedTime()
    let device = FakeDevice(time)
    let receiver = Receiver(device, time: time)
    let queue = receiver.engine.queue
    let setBefore = Guarded(0)
    let late = Guarded<[Int]>([])
    receiver.engine.observe { output in
      guard case .update(let update) = output, update.freshness == .live else { return }
      late.withLock { $0.append(time.count.withLock { $0 } - setBefore.withLock { $0 }) }
    }
    let listener = receiver.updates.subscribe(.latest)
    for _ in 0..<6 { queue.sync {} }
    for tenth in 0..<300 {
      setBefore.withLock { $0 = time.count.withLock { $0 } }
      let clock = "1200\(tenth / 10 + 10).\(tenth % 10)0"
      device.say(wire(["GPRMC,\(clock),A,4807.03800,N,01131.00000,E,0.0,,201126,,,A"]))
      queue.sync {}
      time.base.advance(by: .milliseconds(100))
      queue.sync {}
    }
    // The first seconds go by until the rhythm is known.
    let told = late.withLock { $0 }
    #expect(told.count >= 299)
    #expect(told.suffix(200).allSatisfy { $0 == 0 }, "\(told)")
    var seen = [Freshness.live]
    for _ in 0..<400 {
      time.base.advance(by: .milliseconds(50))
      queue.sync {}
      if let now = receiver.latest?.freshness, now != seen.last { seen.append(now) }
    }
    #expect(seen == [.live, .aging, .stale, .lost])
    listener.cancel()
  }
}
