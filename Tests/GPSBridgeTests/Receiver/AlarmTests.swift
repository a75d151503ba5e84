import Delivery
import EventRuntime
import Locking
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
    _ delay: Duration, on loop: EventLoop, _ action: @escaping @Sendable () -> Void
  ) -> any TimerHandle {
    count.withLock { $0 += 1 }
    return base.after(delay, on: loop, action)
  }
}

@Suite(.timeLimit(.minutes(5))) struct `The alarms of a receiver` {
  @Test func `are set between epochs, so that none waits to be told`() {
    let time = CountedTime()
    let device = FakeDevice(time)
    let receiver = Receiver(device, time: time)
    let loop = receiver.engine.loop
    let listener = receiver.updates.subscribe(.latest)
    for _ in 0..<6 { loop.sync {} }
    var set: [Int] = []
    for tenth in 0..<300 {
      let before = time.count.withLock { $0 }
      let clock = "1200\(tenth / 10 + 10).\(tenth % 10)0"
      device.say(wire(["GPRMC,\(clock),A,4807.03800,N,01131.00000,E,0.0,,201126,,,A"]))
      loop.sync {}
      set.append(time.count.withLock { $0 } - before)
      time.base.advance(by: .milliseconds(100))
      loop.sync {}
    }
    // In the first seconds the rhythm is learned: an epoch's end is the quiet behind it, for which a timer waits.
    #expect(set.prefix(20).contains { $0 > 0 })
    #expect(set.suffix(200).allSatisfy { $0 == 0 }, "\(set)")
    #expect(receiver.counts.epochs == 300)
    var seen = [Freshness.live]
    for _ in 0..<400 {
      time.base.advance(by: .milliseconds(50))
      loop.sync {}
      if let now = receiver.latest?.freshness, now != seen.last { seen.append(now) }
    }
    #expect(seen == [.live, .aging, .stale, .lost])
    listener.cancel()
  }
}
