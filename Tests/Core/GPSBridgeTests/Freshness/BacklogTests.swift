import TestSupport
import Testing

@testable import GPSBridge

/// A receiver whose epochs were held back on their way, as bytes with arrivals.
@Suite struct `A backlog of a receiver` {
  private func epochs(_ bench: Bench) -> [Epoch] {
    bench.outputs.compactMap { if case .epoch(let epoch) = $0 { epoch } else { nil } }
  }

  /// A car at 22 m/s.
  private func bytes(_ second: Double) -> [UInt8] {
    wireEpoch(
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

  @Test(arguments: [1, 10, 20])
  func `of a clock that moves once in ten epochs is none, and each position is live`(step: Int) {
    let bench = Bench()
    bench.listen()
    var known = 0
    for number in 0..<100 {
      bench.say(wireEpoch(second: number / 10 * step, latitude: 48 + Double(number) * 0.0002))
      bench.wait(.seconds(step) / 10)
      // The second place is no evidence yet.
      if number == 5 { known = bench.events.count }
    }
    let all = epochs(bench)
    #expect(all.count == 99)
    #expect(all.allSatisfy { $0.delay == nil && $0.update.freshness == .live && !$0.isSuspect })
    #expect(bench.receiver.verdict.code == .good)
    let unexpected = bench.events.dropFirst(known).filter { kind in
      switch kind {
      case .freshness, .back, .timeWentBack, .timeWentAhead: true
      default: false
      }
    }
    #expect(unexpected.isEmpty)
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
    #expect(back.last?.to == .live && back.last?.gap == .seconds(32))
  }
}

@Suite struct `A watch for epochs that were held back` {
  private var watch = BacklogWatch()

  private let start = ContinuousClock.now
  private typealias Hold = HeldStream.Hold

  private func at(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }

  /// How long each epoch was held back by the watch's account, beside the truth.
  private func delays(_ stream: HeldStream) -> [(told: Double?, true: Double, arrival: Double)] {
    var watch = BacklogWatch()
    return stream.arrivals.map { epoch in
      let delay = watch.take(HeldStream.fix(epoch.time), at: at(epoch.arrival))
      return (delay.map { $0 / .seconds(1) }, epoch.age, epoch.arrival)
    }
  }

  @Test(arguments: [0.2, 1, 2, 5, 10, 20])
  func `finds none where epochs come when they are due`(hertz: Double) {
    #expect(delays(HeldStream(hertz: hertz, seconds: 120, holds: [])).allSatisfy { $0.told == nil })
  }

  @Test(arguments: [5, 10, 20], [0, 0.01])
  func `finds none where epochs are less than a second late`(hertz: Double, pieces: Double) {
    let holds = (1...20).map { Hold(from: 3 * Double($0), until: 3 * Double($0) + 0.95, pieces: pieces) }
    #expect(delays(HeldStream(hertz: hertz, seconds: 70, holds: holds)).allSatisfy { $0.told == nil })
  }

  @Test(arguments: [1, 5, 10], [5, 30, 300])
  func `states the true age after a stall`(hertz: Double, seconds: Double) {
    let stream = HeldStream(hertz: hertz, seconds: 60 + seconds, holds: [Hold(from: 20, until: 20 + seconds)])
    let all = delays(stream)
    for epoch in all where epoch.true > 2 {
      #expect(epoch.told.map { abs($0 - epoch.true) < 0.1 } == true, "\(epoch)")
    }
    #expect(all.filter { $0.true < 0.5 }.allSatisfy { $0.told == nil })
  }

  @Test(arguments: [1, 5, 10])
  func `takes no epoch of a buffer that was full for a present one`(hertz: Double) {
    let hold = Hold(from: 20, until: 320, most: 40)
    let all = delays(HeldStream(hertz: hertz, seconds: 340, holds: [hold]))
    #expect(all.allSatisfy { $0.told != nil || $0.true < 3 }, "\(all)")
    #expect(all.suffix(5).allSatisfy { $0.told == nil })
  }

  @Test(arguments: [1, 5, 10], [0, 0.01, 0.03])
  func `finds old epochs at an opening within three, and then waits for their own pace`(
    hertz: Double, pieces: Double
  ) {
    let hold = Hold(from: 0, until: 60, most: 30, pieces: pieces)
    let all = delays(HeldStream(hertz: hertz, seconds: 80, holds: [hold]))
    #expect(all[2..<30].allSatisfy { $0.told != nil })
    #expect(all.filter { $0.arrival > 60 + 2.1 / hertz + 1 }.allSatisfy { $0.told == nil }, "\(all)")
  }

  @Test mutating func `knows an epoch as old as the newest that came with it`() {
    let newest = EpochTime(HeldStream.fix(59))
    for second in 0..<60 {
      let delay = watch.take(HeldStream.fix(Double(second)), at: start, newest: newest)
      #expect(delay == .seconds(59 - second))
    }
  }

  @Test func `takes a single step at the usual pace for a clock that was set`() {
    for ahead in [-86_400.0, -18, -2, 31, 3600, 619_315_200] {
      var watch = BacklogWatch()
      for second in 0..<60 {
        let fix = HeldStream.fix(Double(second), ahead: second < 30 ? 0 : ahead)
        #expect(watch.take(fix, at: at(Double(second))) == nil, "\(ahead) at \(second)")
      }
    }
  }

  @Test mutating func `stays in a backlog over a week that rolls over in its middle`() {
    for second in 0..<40 {
      let ahead: Double = second < 20 ? 619_315_200 : 0
      let delay = watch.take(HeldStream.fix(Double(second), ahead: ahead), at: start)
      #expect(delay != nil || second < 2)
    }
    #expect(watch.take(HeldStream.fix(40), at: at(1)) == nil)
  }

  @Test mutating func `compares times of day where there is no date, over midnight too`() {
    for second in 0..<60 {
      var fix = HeldStream.fix(43_170 + Double(second))
      fix.time = nil
      let isHeld = (20..<50).contains(second)
      let delay = watch.take(fix, at: at(Double(isHeld ? 50 : second)))
      #expect((delay != nil) == (20..<49).contains(second), "\(second)")
    }
  }

  @Test mutating func `takes epochs that have come too fast for a minute for a recording that is replayed`() {
    let all = (0..<1200).map { watch.take(HeldStream.fix(Double($0)), at: at(Double($0) / 10)) }
    #expect(all[2..<600].allSatisfy { $0 != nil })
    #expect(all[620...].allSatisfy { $0 == nil })
  }

  @Test mutating func `does without times`() {
    for second in 0..<20 {
      var fix = HeldStream.fix(Double(second))
      (fix.time, fix.timeOfDay) = (nil, nil)
      #expect(watch.take(fix, at: at(Double(second) / 10)) == nil)
    }
  }

  @Test func `finds no age above three seconds present, and ends, whatever the link holds back`() {
    for round in 0..<60 {
      var random = SeededGenerator(seed: seed &+ UInt64(round))
      let hertz: Double = [1.0, 5, 10].randomElement(using: &random) ?? 1
      var holds: [Hold] = []
      var time: Double = Bool.random(using: &random) ? 0 : 20
      for _ in 0..<4 {
        let length = Double.random(in: 0.2...120, using: &random)
        let most = Bool.random(using: &random) ? Int.max : Int.random(in: 1...60, using: &random)
        let pieces: Double = [0, 0.005, 0.02].randomElement(using: &random) ?? 0
        holds.append(Hold(from: time, until: time + length, most: most, pieces: pieces))
        time += length + 40
      }
      let all = delays(HeldStream(hertz: hertz, seconds: time, holds: holds))
      for (index, epoch) in all.enumerated() where index > 2 && epoch.told == nil {
        #expect(epoch.true < 3, "seed \(seed) round \(round): \(epoch)")
      }
      for hold in holds {
        let later = all.filter { (hold.until + 35..<hold.until + 40).contains($0.arrival) }
        #expect(later.allSatisfy { $0.told == nil }, "seed \(seed) round \(round)")
      }
    }
  }
}
