import GPSBase
import TestSupport
import Testing

@testable import GPSBridge

/// What holds for every order of events; each failure names the seed that brings it back.
@Suite struct `Whatever happens to a receiver` {
  private let seed = SeededGenerator.seed
  private let start = ContinuousClock.now

  /// What the tracker is told, and what a second, simpler account of it says.
  private struct Account {
    var tracker = FreshnessTracker()
    var now: ContinuousClock.Instant
    var lastFix: ContinuousClock.Instant?
    /// Whether the receiver has denied a fix, or gone, since then.
    var isDenied = false
    var isGone = false

    /// Lets some time pass, and one thing happen.
    mutating func step(_ random: inout SeededGenerator) -> [FreshnessTracker.Transition] {
      now += .milliseconds(
        [1, 20, 99, 100, 101, 900, 1000, 1100, 2600, 12_000].randomElement(using: &random) ?? 1)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5:
        (lastFix, isDenied, isGone) = (now, false, false)
        return tracker.fixArrived(at: now)
      case 5, 6:
        isDenied = true
        return tracker.noFix(at: now)
      case 7:
        isGone = true
        return tracker.sourceEnded(at: now)
      default: return tracker.advance(to: now)
      }
    }
  }

  private func walk(_ visit: (Account, [FreshnessTracker.Transition]) -> Void) {
    for round in 0..<100 {
      var random = SeededGenerator(seed: seed &+ UInt64(round))
      var account = Account(now: start)
      for _ in 0..<200 {
        let transitions = account.step(&random)
        visit(account, transitions)
      }
    }
  }

  @Test func `nothing is live or current whose last fix is older than its threshold`() {
    walk { account, _ in
      let age = account.lastFix.map { $0.duration(to: account.now) } ?? .seconds(1_000_000)
      let interval = max(account.tracker.epochInterval, .seconds(1))
      let freshness = account.tracker.freshness
      #expect(
        freshness != .live || age < interval * 1.5 && !account.isDenied && !account.isGone, "seed \(seed)")
      #expect(!freshness.isCurrent || age < interval * 2.5 && !account.isGone, "seed \(seed)")
    }
  }

  @Test func `no update gives a location that is not current`() throws {
    let place = try #require(Sample.location())
    walk { account, _ in
      let freshness = account.tracker.freshness
      let update = LocationUpdate(
        lastKnown: account.lastFix.map { _ in place }, freshness: freshness,
        age: account.tracker.age(at: account.now))
      #expect((update.location == nil) == (update.reason != nil), "seed \(seed)")
      #expect(update.location == nil || freshness.isCurrent, "seed \(seed)")
    }
  }

  @Test func `the changes form one chain in the order of their moments, which only fades between fixes`() {
    var before: (Freshness, ContinuousClock.Instant)?
    walk { account, transitions in
      // A new walk begins.
      if account.now < before?.1 ?? account.now { before = nil }
      for transition in transitions {
        if let before { #expect(transition.from == before.0 && transition.at >= before.1, "seed \(seed)") }
        #expect(transition.from != transition.to && transition.at <= account.now, "seed \(seed)")
        #expect(transition.to != .live || transition.at == account.lastFix, "seed \(seed)")
        #expect(transition.to == .live || transition.to > transition.from, "seed \(seed)")
        before = (transition.to, transition.at)
      }
    }
  }

  @Test func `nothing changes before the deadline, and something does then`() {
    walk { account, _ in
      guard let deadline = account.tracker.nextChange?.instant else {
        var later = account.tracker
        #expect(later.advance(to: account.now + .seconds(100_000)).isEmpty, "seed \(seed)")
        return
      }
      var (before, then) = (account.tracker, account.tracker)
      #expect(deadline > account.now, "seed \(seed)")
      #expect(before.advance(to: deadline - .nanoseconds(1)).isEmpty, "seed \(seed)")
      #expect(!then.advance(to: deadline).isEmpty, "seed \(seed)")
    }
  }

  @Test(arguments: [0.1, 0.2, 0.5, 1, 2, 5])
  func `the interval of a receiver is known to a fifth, through jitter and missing epochs`(interval: Double) {
    for round in 0..<50 {
      var random = SeededGenerator(seed: seed &+ UInt64(round))
      var tracker = FreshnessTracker()
      var missing = 0
      for epoch in 0..<60 {
        // At most one epoch of five is missing.
        if missing == 0, Int.random(in: 0..<6, using: &random) == 0 {
          missing = 4
          continue
        }
        missing = max(0, missing - 1)
        let jitter = Double.random(in: -0.08...0.08, using: &random)
        tracker.fixArrived(at: start + .seconds((Double(epoch) + jitter) * interval))
        guard epoch > 6 else { continue }
        let ratio = tracker.epochInterval / .seconds(interval)
        #expect(ratio > 0.8 && ratio < 1.2, "seed \(seed), round \(round), epoch \(epoch)")
      }
    }
  }
}
