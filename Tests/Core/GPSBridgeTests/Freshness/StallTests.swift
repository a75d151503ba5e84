import FoundationEssentials
import GPSEventRuntime
import GPSSystemCalls
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSBridge

/// A program that is stopped at odd moments: bytes wait meanwhile, and timers fire late.
@Suite(.timeLimit(.minutes(5))) struct `A program that is stopped` {
  /// What comes first when the program goes on, and whether a read takes all that waits.
  static let resumptions = [(true, true), (true, false), (false, true), (false, false)]

  @Test(arguments: [[10], [5], [1], [10, 1, 10], [1, 10, 1]], resumptions)
  func `200 times for 50 to 400 ms reports nothing that is stale, lost or back`(
    hertz: [Int], resumption: (bytesFirst: Bool, inOneRead: Bool)
  ) {
    let run = StalledRun(
      hertz, stops: 200, of: 50...400, resumption.bytesFirst, resumption.inOneRead, seed: 52)
    #expect(run.freshness.allSatisfy { $0 == .live || hertz.count > 1 && $0 == .aging })
    #expect(run.freshness.count { $0 == .aging } < hertz.count, "once where the rate falls")
    #expect(run.gaps == [])
    #expect(run.oldestLive <= .seconds(1.5) && run.oldestLive > .seconds(0.2))
  }

  @Test(arguments: [[10], [5], [1], [10, 1, 10]], resumptions)
  func `for up to 20 s never calls a position live that is older than 3 s`(
    hertz: [Int], resumption: (bytesFirst: Bool, inOneRead: Bool)
  ) {
    for seed in 1...3 as ClosedRange<UInt64> {
      let run = StalledRun(
        hertz, stops: 12, of: 50...20_000, resumption.bytesFirst, resumption.inOneRead, seed: seed)
      #expect(run.oldestLive <= .seconds(3.001) && run.oldestLive > .seconds(0.9), "seed \(seed)")
      #expect(run.freshness.last == .live && run.freshness.contains(.stale), "seed \(seed)")
    }
  }

  @Test(arguments: [[10, 1, 10], [5, 1], [10, 2], [10, 5, 1, 5, 10]])
  func `never, sees no stale position where the receiver's rate changes`(hertz: [Int]) {
    let run = StalledRun(hertz, stops: 0, of: 50...50, true, true, seed: 1)
    #expect(!run.freshness.contains(.stale) && !run.freshness.contains(.lost))
    #expect(run.gaps == [])
  }
}

/// A receiver that is heard by a program that is stopped at times, and what the program reported.
private struct StalledRun {
  private(set) var freshness: [Freshness] = []
  private(set) var gaps: [Duration] = []
  /// The greatest true age of a position when it was reported, or could be read, as live.
  private(set) var oldestLive = Duration.zero

  /// - Parameters:
  ///   - hertz: Epochs a second, in equal parts of the run.
  ///   - count: How often the program is stopped, 20 s after the beginning at the earliest.
  ///   - lengths: For how many milliseconds.
  ///   - bytesFirst: Whether it then reads what waits before it looks at its timers.
  ///   - inOneRead: Whether a read takes all that waits.
  ///   - seed: Where chance begins.
  init(
    _ hertz: [Int], stops count: Int, of lengths: ClosedRange<Int>, _ bytesFirst: Bool, _ inOneRead: Bool,
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    var end = 20_000
    let stops: [Range<Int>] = (0..<count).map { _ in
      let start = end + Int.random(in: 20...1200, using: &random)
      end = start + Int.random(in: lengths, using: &random)
      return start..<end
    }
    end += 20_000
    var epochs: [Int] = []
    var next = 0
    while next < end {
      epochs.append(next)
      next += 1000 / hertz[next * hertz.count / end]
    }
    play(epochs, stops, bytesFirst, inOneRead)
  }

  private mutating func play(_ epochs: [Int], _ stops: [Range<Int>], _ bytesFirst: Bool, _ inOneRead: Bool) {
    let time = StoppableTime()
    let start = time.now
    let device = FakeDevice(time)
    var options = ReceiverOptions()
    options.speedMemory = SpeedMemory()
    let receiver = Receiver(device, time: time, options: options)
    let log = Guarded<[Report]>([])
    let oldest = Guarded(Duration.zero)
    let look: @Sendable (LocationUpdate?) -> Void = { update in
      guard let update, update.freshness == .live, let told = update.lastKnown?.timestamp else { return }
      let seconds = told.timeIntervalSince1970 - Double(Sample.noon.secondsSince1970)
      let age = start.duration(to: time.now) - .seconds(seconds)
      oldest.withLock { $0 = max($0, age) }
    }
    receiver.engine.observe { report in
      // One that was held up on its way here says by its age what it is now.
      look(report.update?.at(time.now))
      log.withLock { $0.append(report) }
    }
    let listener = receiver.updates.subscribe(.latest)
    let settle = { for _ in 0..<6 { receiver.engine.loop.sync {} } }
    settle()

    var held: [[UInt8]] = []
    var now = 0
    let moments = Set(epochs + stops.flatMap { [$0.lowerBound, $0.upperBound] }).sorted()
    var (nextEpoch, nextStop) = (epochs[...], stops[...])
    for moment in moments {
      let isStopped = nextStop.first.map { $0.lowerBound < moment } ?? false
      time.advance(by: .milliseconds(moment - now), isStopped: isStopped)
      now = moment
      if !isStopped { look(receiver.latest) }
      if nextEpoch.first == moment {
        held.append(wireEpoch(second: moment / 1000, hundredths: moment / 10 % 100))
        nextEpoch.removeFirst()
      }
      if isStopped {
        guard nextStop.first?.upperBound == moment else { continue }
        nextStop.removeFirst()
        if !bytesFirst { time.fireLate() }
      }
      for bytes in inOneRead ? [held.flatMap(\.self)] : held where !bytes.isEmpty { device.say(bytes) }
      held = []
      settle()
      time.fireLate()
      settle()
      look(receiver.latest)
    }
    listener.cancel()
    settle()
    oldestLive = oldest.withLock { $0 }
    for case .event(let event) in log.withLock({ $0 }) {
      switch event.kind {
      case .freshness(let now): freshness.append(now)
      case .back(let gap): gaps.append(gap)
      default: break
      }
    }
    // Closing the receiver loses its position.
    if freshness.last == .lost { freshness.removeLast() }
  }
}

/// Manual time of a program that can be stopped: what is due meanwhile is done late.
private final class StoppableTime: TimeSource {
  private struct State {
    var isStopped = false
    var late: [(loop: EventLoop, action: @Sendable () -> Void)] = []
  }

  private let time = ManualTime()
  private let state = Guarded(State())

  var now: ContinuousClock.Instant { time.now }
  var utcSeconds: Double { time.utcSeconds }

  func willServe(_ loop: EventLoop) { time.willServe(loop) }

  func after(
    _ delay: Duration, on loop: EventLoop, _ action: @escaping @Sendable () -> Void
  ) -> any TimerHandle {
    let timer = Timer()
    let perform: @Sendable () -> Void = { if !timer.isCanceled.withLock({ $0 }) { action() } }
    let inner = time.after(delay, on: loop) { [state] in
      let isLate = state.withLock { state in
        if state.isStopped { state.late.append((loop, perform)) }
        return state.isStopped
      }
      if !isLate { perform() }
    }
    timer.inner.withLock { $0 = inner }
    return timer
  }

  func advance(by duration: Duration, isStopped: Bool) {
    state.withLock { $0.isStopped = isStopped }
    time.jump(by: duration)
    state.withLock { $0.isStopped = false }
  }

  /// Fires the timers that were due while the program was stopped.
  func fireLate() {
    let late = state.withLock { state in
      defer { state.late = [] }
      return state.late
    }
    for each in late { each.loop.sync(each.action) }
  }

  private final class Timer: TimerHandle {
    let isCanceled = Guarded(false)
    let inner = Guarded<(any TimerHandle)?>(nil)

    func cancel() {
      isCanceled.withLock { $0 = true }
      inner.withLock { $0 }?.cancel()
    }
  }
}
