import GPSBase
import Testing

@testable import GPSBridge

@Suite struct `The freshness of a position` {
  private let start = ContinuousClock.now
  private var tracker = FreshnessTracker()

  private func at(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }

  /// What changed, without the moment.
  private func words(_ transitions: [FreshnessTracker.Transition]) -> [String] {
    transitions.map { "\($0.from)→\($0.to)" }
  }

  /// Epochs with a fix from a moment on.
  private func run(_ tracker: inout FreshnessTracker, from first: Double, every step: Double, count: Int) {
    for index in 0..<count { tracker.fixArrived(at: at(first + Double(index) * step)) }
  }

  @Test mutating func `is lost before there was one, and waits for nothing`() {
    #expect(tracker.freshness == .lost && tracker.nextChange == nil)
    #expect(tracker.age(at: start) == nil)
    #expect(tracker.advance(to: at(3600)) == [])
    #expect(tracker.noFix(at: at(3601)) == [])
  }

  @Test mutating func `is live with the first fix`() {
    let live = FreshnessTracker.Transition(from: .lost, to: .live, at: at(1), gap: nil)
    #expect(tracker.fixArrived(at: at(1)) == [live])
    #expect(tracker.age(at: at(3)) == .seconds(2))
  }

  @Test mutating func `fades step by step, each at its moment`() {
    run(&tracker, from: 0, every: 1, count: 10)
    #expect(tracker.nextChange?.instant == at(10.5))
    #expect(tracker.advance(to: at(10.499)) == [])
    #expect(
      tracker.advance(to: at(10.5)) == [
        FreshnessTracker.Transition(from: .live, to: .aging, at: at(10.5), gap: nil)
      ])
    #expect(tracker.nextChange?.instant == at(11.5))
    #expect(words(tracker.advance(to: at(11.5))) == ["aging→stale"])
    #expect(tracker.nextChange?.instant == at(19))
    #expect(words(tracker.advance(to: at(19))) == ["stale→lost"])
    #expect(tracker.nextChange == nil)
  }

  @Test mutating func `tells every step at its own moment, although nobody looked in between`() {
    tracker.fixArrived(at: at(0))
    let transitions = tracker.advance(to: at(3600))
    #expect(words(transitions) == ["live→aging", "aging→stale", "stale→lost"])
    #expect(transitions.map(\.at) == [at(1.5), at(2.5), at(10)])
  }

  @Test mutating func `is live again with the next fix, which tells how long there was none`() {
    tracker.fixArrived(at: at(0))
    let transitions = tracker.fixArrived(at: at(7))
    #expect(words(transitions) == ["live→aging", "aging→stale", "stale→live"])
    #expect(transitions.map(\.at) == [at(1.5), at(2.5), at(7)])
    #expect(transitions.map(\.gap) == [nil, nil, .seconds(7)])
  }

  @Test mutating func `is aging as soon as the receiver says that it has no fix`() {
    run(&tracker, from: 0, every: 1, count: 5)
    #expect(words(tracker.noFix(at: at(5))) == ["live→aging"])
    #expect(tracker.noFix(at: at(6)) == [])
    #expect(words(tracker.noFix(at: at(7))) == ["aging→stale"])
    #expect(words(tracker.noFix(at: at(20))) == ["stale→lost"])
    #expect(tracker.noFix(at: at(21)) == [])
  }

  @Test mutating func `is lost at once when the receiver is gone, and stays so until a fix`() {
    run(&tracker, from: 0, every: 1, count: 5)
    #expect(words(tracker.sourceEnded(at: at(4.1))) == ["live→lost"])
    #expect(tracker.nextChange == nil)
    #expect(tracker.noFix(at: at(4.2)) == [])
    #expect(tracker.sourceEnded(at: at(4.3)) == [])
    #expect(
      tracker.fixArrived(at: at(34)) == [
        FreshnessTracker.Transition(from: .lost, to: .live, at: at(34), gap: .seconds(30))
      ])
  }

  @Test mutating func `does not take the time without a receiver for its interval`() {
    run(&tracker, from: 0, every: 1, count: 2)
    tracker.sourceEnded(at: at(2))
    run(&tracker, from: 50, every: 1, count: 2)
    #expect(tracker.epochInterval == .seconds(1))
  }

  @Test mutating func `counts from an epoch's last byte, although it was told later`() {
    run(&tracker, from: 0, every: 1, count: 5)
    #expect(words(tracker.advance(to: at(5.75))) == ["live→aging"])
    // Only a quiet line has shown that it was complete.
    #expect(
      tracker.fixArrived(at: at(5.25)) == [
        FreshnessTracker.Transition(from: .aging, to: .live, at: at(5.75), gap: .milliseconds(1250))
      ])
    #expect(tracker.age(at: at(5.75)) == .milliseconds(500))
    #expect(tracker.nextChange?.instant == at(6.75))
  }

  @Test mutating func `does not go back in time`() {
    tracker.fixArrived(at: at(5))
    tracker.advance(to: at(8))
    #expect(tracker.freshness == .stale)
    #expect(tracker.advance(to: at(5)) == [])
    let transitions = tracker.fixArrived(at: at(6))
    #expect(transitions.map(\.at) == [at(8)])
    #expect(tracker.age(at: at(5)) == .zero)
  }

  // MARK: The interval

  /// The interval of a receiver in seconds; when a position is aging, stale and lost.
  @Test(arguments: [
    (0.1, 1.0, 2.0, 5.0), (0.2, 1, 2, 5), (0.7, 1.05, 2, 7), (1, 1.5, 2.5, 10), (5, 7.5, 12.5, 50),
  ])
  mutating func `is measured in the receiver's own interval`(
    interval: Double, aging: Double, stale: Double, lost: Double
  ) {
    for epoch in 0..<10 { tracker.fixArrived(at: start + .seconds(interval) * epoch) }
    let last = start + .seconds(interval) * 9
    let ages = tracker.advance(to: at(1000)).map { last.duration(to: $0.at) / .seconds(1) }
    #expect(zip(ages, [aging, stale, lost]).allSatisfy { abs($0 - $1) < 1e-9 })
    #expect(ages.count == 3)
  }

  @Test mutating func `learns a quick receiver's interval from its second epoch`() {
    run(&tracker, from: 0, every: 0.1, count: 2)
    #expect(words(tracker.advance(to: at(2.1))) == ["live→aging", "aging→stale"])
  }

  /// The seconds at which epochs come, and the interval that they show.
  @Test(
    arguments: [
      ([0, 30], 1), ([0, 1, 2, 3, 6, 7, 12, 13, 15, 16], 1), ([0, 1, 2, 3, 6, 8, 12, 15, 17, 21, 24, 26], 2),
    ] as [([Double], Double)])
  mutating func `has an interval that a gap, or most epochs missing, does not lengthen`(
    seconds: [Double], interval: Double
  ) {
    for second in seconds { tracker.fixArrived(at: at(second)) }
    #expect(tracker.epochInterval == .seconds(interval))
  }

  @Test mutating func `keeps the interval although epochs come early and late`() {
    for second in [0, 1.3, 1.9, 3.2, 4.0, 4.8, 6.3, 7.0, 8.1] { tracker.fixArrived(at: at(second)) }
    #expect(tracker.epochInterval > .seconds(0.75) && tracker.epochInterval < .seconds(1.35))
  }

  @Test mutating func `follows a new rate after three epochs`() {
    run(&tracker, from: 0, every: 1, count: 10)
    run(&tracker, from: 9.1, every: 0.1, count: 3)
    #expect(abs(tracker.epochInterval / .seconds(1) - 0.1) < 1e-9)
    run(&tracker, from: 10.3, every: 1, count: 3)
    #expect(tracker.epochInterval > .seconds(0.9))
  }

  @Test(arguments: [1.0, 0.7, 0.5])
  mutating func `counts a longer interval from its first epoch on`(step: Double) {
    run(&tracker, from: 0, every: 0.1, count: 10)
    run(&tracker, from: 0.9 + step, every: step, count: 2)
    #expect(tracker.freshness == .live)
    let end = 0.9 + 2 * step + max(1.5 * step, 1)
    #expect(words(tracker.advance(to: at(end - 0.001))) == [])
    #expect(words(tracker.advance(to: at(end + 0.001))) == ["live→aging"])
  }

  @Test mutating func `takes a gap for an interval of a second at most, and for none behind the next epoch`()
  {
    run(&tracker, from: 0, every: 0.1, count: 10)
    tracker.fixArrived(at: at(30))
    #expect(words(tracker.advance(to: at(31.501))) == ["live→aging"])
    #expect(words(tracker.advance(to: at(32.501))) == ["aging→stale"])
    run(&tracker, from: 33, every: 0.1, count: 2)
    #expect(words(tracker.advance(to: at(34.101))) == ["live→aging"])
    #expect(tracker.epochInterval < .seconds(0.11))
  }

  /// The interval of a receiver in seconds, and how many of its epochs are damaged or delayed before the next good one.
  @Test(arguments: [0.1, 0.5, 1, 5], [1, 2, 7])
  mutating func `keeps the interval although epochs are damaged or delayed`(interval: Double, bad: Int) {
    run(&tracker, from: 0, every: interval, count: 10)
    for epoch in 10..<100 {
      let moment = at(Double(epoch) * interval)
      switch epoch % (bad + 1) {
      case 0: tracker.fixArrived(at: moment)
      case 1: _ = tracker.epochArrived(at: moment, hasPosition: nil, delay: nil)
      default: _ = tracker.epochArrived(at: moment, hasPosition: false, delay: .seconds(3))
      }
    }
    #expect(abs(tracker.epochInterval / .seconds(1) - interval) < 1e-9)
  }

  @Test mutating func `is not live for longer because a line is damaged`() {
    run(&tracker, from: 0, every: 1, count: 5)
    for second in [8.0, 12, 16, 20, 24] {
      tracker.lineWasDamaged()
      tracker.fixArrived(at: at(second))
    }
    #expect(tracker.epochInterval == .seconds(1))
  }

  /// The interval of a receiver in seconds, and that of its epochs when the line is good again.
  @Test(arguments: [(5.0, 5.0), (0.1, 1.1)])
  mutating func `is not shorter because a line was damaged, and counts a slower rate behind damage`(
    before: Double, after: Double
  ) {
    run(&tracker, from: 0, every: before, count: 10)
    let last = 9 * before
    tracker.lineWasDamaged()
    tracker.fixArrived(at: at(last + after))
    let end = last + after + max(1.5 * min(after, max(before, 1)), 1)
    #expect(words(tracker.advance(to: at(end - 0.001))) == [])
    #expect(words(tracker.advance(to: at(end + 0.001))) == ["live→aging"])
  }

  @Test mutating func `counts epochs without a fix, too`() {
    for epoch in 0..<5 { tracker.noFix(at: at(Double(epoch) * 0.2)) }
    tracker.fixArrived(at: at(1))
    #expect(abs(tracker.epochInterval / .seconds(1) - 0.2) < 1e-9)
  }

  @Test mutating func `counts what comes in one bunch as one epoch`() {
    for bunch in 0..<6 {
      for line in 0..<4 { tracker.fixArrived(at: at(Double(bunch) * 4 + Double(line) * 0.001)) }
    }
    #expect(tracker.epochInterval == .seconds(4))
  }

  // MARK: The thresholds

  @Test func `can be made to fade at other ages`() {
    var thresholds = FreshnessThresholds.standard
    (thresholds.aging, thresholds.stale, thresholds.lost) = (3, 6, 9)
    (thresholds.earliestLost, thresholds.assumedInterval) = (.seconds(1), .seconds(2))
    var tracker = FreshnessTracker(thresholds)
    tracker.fixArrived(at: at(0))
    #expect(tracker.advance(to: at(100)).map(\.at) == [at(6), at(12), at(18)])
  }

  @Test func `can be made to fade sooner at a high rate`() {
    var thresholds = FreshnessThresholds.standard
    (thresholds.earliestAging, thresholds.earliestStale, thresholds.earliestLost) = (.zero, .zero, .zero)
    var tracker = FreshnessTracker(thresholds)
    for epoch in 0...9 { tracker.fixArrived(at: start + .milliseconds(100) * epoch) }
    let ages = tracker.advance(to: at(100)).map { $0.at - (start + .milliseconds(900)) }
    #expect(ages == [.milliseconds(150), .milliseconds(250), .seconds(1)])
  }

  @Test(arguments: [Double.nan, -1, 0, .infinity, 1e300])
  func `keeps its order whatever the thresholds are`(factor: Double) {
    var thresholds = FreshnessThresholds.standard
    thresholds.stale = factor
    for freshness in [Freshness.aging, .stale, .lost] {
      #expect(thresholds.age(of: freshness, interval: .seconds(60)) >= .zero)
    }
    let ages = Freshness.allCases.map { thresholds.age(of: $0, interval: .seconds(60)) }
    #expect(ages == ages.sorted())
  }
}
