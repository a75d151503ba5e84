import GPSDelivery
import GPSEventRuntime
import GPSSystemCalls
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSBridge

/// Time that is moved by hand, and counts the timers that are set and those that have rung.
private struct CountedTime: TimeSource {
  let base = ManualTime()
  let set = Guarded(0)
  let rung = Guarded(0)

  var now: ContinuousClock.Instant { base.now }
  var utcSeconds: Double { base.utcSeconds }

  func after(
    _ delay: Duration, on loop: EventLoop, _ action: @escaping @Sendable () -> Void
  ) -> any TimerHandle {
    set.withLock { $0 += 1 }
    return base.after(delay, on: loop) {
      // The machine looks for silence every three seconds, which is not an alarm.
      if delay < .seconds(1) { rung.withLock { $0 += 1 } }
      action()
    }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `The alarms of a receiver` {
  private let time = CountedTime()
  private let receiver: Receiver
  private let device: FakeDevice
  private var loop: EventLoop { receiver.engine.loop }

  init() {
    device = FakeDevice(time)
    receiver = Receiver(device, time: time)
  }

  /// Says the epoch of a tenth of a second, and lets that pass.
  private func epoch(_ tenth: Int) {
    let clock = "1200\(tenth / 10 + 10).\(tenth % 10)0"
    device.say(wire(["GPRMC,\(clock),A,4807.03800,N,01131.00000,E,0.0,,201126,,,A"]))
    loop.sync {}
    time.base.jump(by: .milliseconds(100))
    loop.sync {}
  }

  @Test func `are moved by each epoch, so that none rings between two`() {
    let listener = receiver.updates.subscribe(.latest)
    for _ in 0..<6 { loop.sync {} }
    var rung: [Int] = []
    for tenth in 0..<300 {
      let before = time.rung.withLock { $0 }
      epoch(tenth)
      rung.append(time.rung.withLock { $0 } - before)
    }
    // In the first seconds the rhythm is learned: an epoch's end is the quiet behind it, for which an alarm rings.
    #expect(rung.prefix(20).contains { $0 > 0 })
    #expect(rung.suffix(200).allSatisfy { $0 == 0 }, "\(rung)")
    #expect(receiver.counts.epochs == 300)
    var seen = [Freshness.live]
    for _ in 0..<400 {
      time.base.jump(by: .milliseconds(50))
      loop.sync {}
      if let now = receiver.latest?.freshness, now != seen.last { seen.append(now) }
    }
    #expect(seen == [.live, .aging, .stale, .lost])
    listener.cancel()
  }

  @Test func `are set when the epoch has been told, one for each, and leave none behind`() {
    let told = Notes<Int>()
    let listening = receiver.onReport { [time] report in
      if case .epoch = report { told.note(time.set.withLock { $0 }) }
    }
    for _ in 0..<6 { loop.sync {} }
    var before: [Int] = []
    for tenth in 0..<100 {
      if tenth >= 60 { before.append(time.set.withLock { $0 }) }
      epoch(tenth)
    }
    // Nothing was set between the bytes and those who are told.
    #expect(told.entries.suffix(40) == before[...])
    #expect(zip(before, before.dropFirst()).allSatisfy { $1 - $0 <= 2 }, "\(before)")
    #expect(time.base.pendingTimers <= 2)
    listening.cancel()
  }
}

@Suite struct `The verdicts of a receiver` {
  private let bench = Bench()

  /// The codes that were told to a listener.
  private final class Codes: Sendable {
    private let codes = Guarded<[String]>([])
    var all: [String] { codes.withLock { $0 } }

    func take(_ report: Report) {
      guard case .verdict(let verdict) = report else { return }
      codes.withLock { $0.append(verdict.code.rawValue) }
    }
  }

  @Test func `can be asked for at any time, and are about what was heard`() {
    #expect(bench.receiver.verdict.code == .listening)
    let listener = bench.receiver.fixes.subscribe(.latest)
    for _ in 0..<8 { bench.epoch() }
    #expect(bench.receiver.verdict.code == .good)
    #expect(bench.receiver.condition.fix?.hasUsablePosition == true)
    listener.cancel()
  }

  @Test func `come again in other words, five seconds apart`() {
    let words = Guarded<[String]>([])
    let listening = bench.receiver.onReport(including: .verdicts) { report in
      if case .verdict(let verdict) = report { words.withLock { $0.append(verdict.why) } }
    }
    for _ in 0..<3 { bench.epoch() }
    for _ in 0..<14 { bench.wait(.seconds(1)) }
    let silence = words.withLock { $0 }.filter { $0.contains(" seconds") }
    #expect(
      silence
        == [3, 8, 13].map {
          "Not one byte in \($0) seconds; a receiver sends every second, with or without a fix."
        })
    listening.cancel()
  }

  @Test func `are made for those only who ask, and leave no timer behind`() {
    let codes = Codes()
    let plain = bench.receiver.onReport { codes.take($0) }
    let asking = bench.receiver.verdicts.subscribe(.newest(10))
    for _ in 0..<8 { bench.epoch() }
    #expect(codes.all == [])
    #expect(bench.receiver.verdicts.latest?.code == .good)
    asking.cancel()
    plain.cancel()
    bench.wait(.seconds(5))
    let engine = bench.receiver.engine
    #expect(engine.loop.sync { engine.assumeIsolated { $0.core.verdictTimer == nil } })
  }

  @Test func `begin anew for the first listener of a later time`() {
    let stay = bench.receiver.fixes.subscribe(.latest)
    for _ in 0..<2 {
      let codes = Codes()
      let listening = bench.receiver.onReport(including: .verdicts) { codes.take($0) }
      for _ in 0..<8 { bench.epoch() }
      #expect(codes.all.last == "good")
      listening.cancel()
      bench.settle()
    }
    stay.cancel()
  }
}

@Suite struct `The reports of a receiver` {
  @Test func `tell a new location once, and an older one as none`() {
    let bench = Bench()
    let listener = bench.receiver.updates.subscribe(.latest)
    bench.epoch()
    for _ in 0..<20 { bench.wait(.seconds(1)) }
    let updates = bench.updates
    #expect(updates.compactMap(\.newLocation).count == 1)
    #expect(updates.last?.lastKnown != nil && updates.last?.newLocation == nil)
    listener.cancel()
  }
}
