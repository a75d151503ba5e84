import GPSBridge
import Testing

@testable import GPSBridge

/// A receiver whose epochs were held back on their way, as bytes with arrivals.
@Suite struct `A backlog of a receiver` {
  private func epochs(_ bench: Bench) -> [Epoch] {
    bench.outputs.compactMap { if case .epoch(let epoch) = $0 { epoch } else { nil } }
  }

  /// A car at 22 m/s.
  private func bytes(_ second: Double) -> [UInt8] {
    Bench.epoch(
      second: Int(second), hundredths: Int((second * 100).rounded()) % 100, latitude: 48 + second * 0.0002)
  }

  @Test(arguments: [1, 5, 10], [3, 6])
  func `at an opening is never live, and nothing later is suspect`(hertz: Double, count: Int) {
    let bench = Bench()
    bench.listen()
    bench.say((1506 - count..<1506).flatMap { bytes(Double($0) / hertz) })
    bench.wait(.seconds(1 / hertz))
    let pause = 30.0
    for number in 0..<100 {
      bench.say(bytes(1506 / hertz + pause + Double(number) / hertz))
      bench.wait(.seconds(1 / hertz))
    }
    let all = epochs(bench)
    #expect(all.prefix(count).allSatisfy { $0.delay != nil && $0.update.location == nil })
    #expect(all.dropFirst(count + 2).allSatisfy { $0.delay == nil && $0.update.freshness == .live })
    #expect(all.allSatisfy { !$0.isSuspect })
    #expect(bench.receiver.verdict.code != .spoofed)
  }

  @Test func `of a link that stalled has its true age, and the newest epoch is live at once`() {
    let bench = Bench()
    bench.listen()
    for second in 0..<20 {
      bench.say(bytes(Double(second)))
      bench.wait(.seconds(1))
    }
    bench.wait(.seconds(30))
    bench.say((20...50).flatMap { bytes(Double($0)) })
    for second in 51..<60 {
      bench.wait(.seconds(1))
      bench.say(bytes(Double(second)))
    }
    let late = epochs(bench)[20..<48]
    for (index, epoch) in late.enumerated() {
      let age = (epoch.delay ?? .zero) / .seconds(1)
      #expect(abs(age - Double(30 - index)) < 0.3, "\(epoch.fix.time as Any) \(age)")
      #expect(epoch.update.location == nil && epoch.newLocation == nil)
      #expect((epoch.update.age ?? .zero) / .seconds(1) >= age - 0.3)
    }
    #expect(bench.receiver.latest?.freshness == .live)
    #expect(epochs(bench).dropFirst(51).allSatisfy { $0.delay == nil && $0.update.freshness == .live })
    #expect(bench.receiver.condition.suspectPositions == 0)
  }

  @Test func `teaches no interval`() {
    let start = ContinuousClock.now
    var tracker = FreshnessTracker()
    for second in 0..<5 { tracker.fixArrived(at: start + .seconds(second)) }
    for piece in 0..<20 {
      tracker.lateFixArrived(at: start + .milliseconds(34_000 + 50 * piece), age: .seconds(29 - piece))
    }
    #expect(tracker.epochInterval == .seconds(1))
    let back = tracker.fixArrived(at: start + .seconds(36))
    #expect(back.last?.to == .live)
    #expect(back.last?.gap == .seconds(32))
  }
}
