import TestSupport
import Testing

@testable import GPSBridge

/// Several receivers on the bench, as a chooser sees them.
struct ChooserRun {
  var chooser: BestChooser
  private let start = ContinuousClock.now
  private(set) var changes: [String] = []

  init(_ count: Int) { chooser = BestChooser(count: count) }

  /// A receiver has a location of some accuracy, so many seconds after the start.
  mutating func at(_ second: Double, _ index: Int, _ accuracy: Double, _ freshness: Freshness = .live) {
    take(second, index, Sample.location(accuracy: accuracy), freshness, nil)
  }

  /// A receiver has none.
  mutating func at(_ second: Double, _ index: Int, _ reason: NoLocationReason) {
    take(second, index, nil, .lost, reason)
  }

  private mutating func take(
    _ second: Double, _ index: Int, _ location: Location?, _ freshness: Freshness, _ reason: NoLocationReason?
  ) {
    let update = LocationUpdate(lastKnown: location, freshness: freshness, age: nil, reason: reason)
    if let change = chooser.take(update, from: index, at: start + .seconds(second)) {
      changes.append("\(second): \(chooser.chosen) \(change)")
    }
  }

  /// A receiver says in an epoch that it has no fix; its location of before ages.
  mutating func saysNone(_ second: Double, _ index: Int, _ accuracy: Double) {
    let update = LocationUpdate(
      lastKnown: Sample.location(accuracy: accuracy), freshness: .aging, age: .seconds(1))
    if let change = chooser.take(update, saysNone: true, from: index, at: start + .seconds(second)) {
      changes.append("\(second): \(chooser.chosen) \(change)")
    }
  }

  mutating func fail(_ index: Int) -> SelectionReason? { chooser.failed(index, at: start) }
}

@Suite struct `The choice of the best receiver` {
  private var run = ChooserRun(2)

  @Test func `is the first that has a location`() {
    var run = ChooserRun(3)
    run.at(0, 2, 10)
    #expect(run.changes == ["0.0: 2 failover"])
    run.at(1, 0, 10)
    run.at(1, 1, 9)
    #expect(run.chooser.chosen == 2)
  }

  @Test mutating func `is the first in the list while none is better`() {
    run.at(0, 0, 10)
    for second in 0..<60 {
      run.at(Double(second), 1, 8)
      run.at(Double(second), 0, 10)
    }
    #expect(run.changes == [] && run.chooser.chosen == 0)
  }

  @Test mutating func `changes for one that has been clearly better for a while`() {
    for second in 0..<10 {
      run.at(Double(second), 0, 10)
      run.at(Double(second) + 0.5, 1, 3)
    }
    #expect(run.changes == ["5.5: 1 better"])
  }

  @Test mutating func `does not change for one that is better now and then`() {
    for second in 0..<60 {
      run.at(Double(second), 0, 10)
      run.at(Double(second) + 0.5, 1, second % 4 == 3 ? 9 : 3)
    }
    #expect(run.changes == [])
  }

  @Test mutating func `does not change back for one that is as good again`() {
    run.at(0, 0, 5)
    run.at(0, 1, 5)
    run.at(3, 0, 5, .stale)
    for second in 4..<60 {
      run.at(Double(second), 1, 5)
      run.at(Double(second), 0, 4.5)
    }
    #expect(run.changes == ["3.0: 1 failover"])
  }

  @Test func `leaves a receiver at once when its location is stale, for the most accurate`() {
    var run = ChooserRun(3)
    run.at(0, 0, 5)
    run.at(0, 1, 20)
    run.at(0, 2, 8)
    run.at(2, 0, 5, .aging)
    #expect(run.changes == [])
    run.at(3, 0, 5, .stale)
    #expect(run.changes == ["3.0: 2 failover"])
  }

  @Test mutating func `leaves a receiver at once that says it has no fix, though its location is only aging`()
  {
    run.at(0, 0, 5)
    run.at(0, 1, 20)
    run.saysNone(1, 0, 5)
    #expect(run.changes == ["1.0: 1 failover"])
    run.saysNone(2, 1, 20)
    #expect(run.chooser.chosen == 1, "neither has one")
    run.at(3, 0, 5)
    #expect(run.changes.last == "3.0: 0 failover")
  }

  @Test mutating func `stays where all are lost, and goes to the first that is back`() {
    run.at(0, 0, 5)
    run.at(0, 1, 5, .stale)
    run.at(1, 0, 5, .lost)
    #expect(run.changes == [])
    run.at(2, 1, 50)
    #expect(run.changes == ["2.0: 1 failover"])
  }

  @Test func `is the first that searches rather than one that is not plugged in, until there is a location`()
  {
    var run = ChooserRun(3)
    run.at(0, 0, .noDevice)
    run.at(1, 2, .searching)
    #expect(run.changes == ["1.0: 2 first"])
    run.at(2, 1, .searching)
    run.at(3, 0, .searching)
    #expect(run.chooser.chosen == 0)
    run.at(4, 2, 10)
    #expect(run.chooser.chosen == 2)
    run.at(9, 2, 10, .lost)
    #expect(run.chooser.chosen == 2, "the only one that ever had a location")
  }

  @Test mutating func `is never one that has given up while another has not`() {
    run.at(0, 0, 5)
    run.at(0, 1, 50)
    #expect(run.fail(0) == .failover)
    #expect(run.chooser.chosen == 1 && !run.chooser.haveAllFailed)
    _ = run.fail(1)
    #expect(run.chooser.haveAllFailed)
  }

  @Test func `changes at most once in a patience while all have locations, whatever the accuracies do`() {
    var random = SeededGenerator()
    var run = ChooserRun(4)
    for index in 0..<4 { run.at(0, index, 5) }
    for tick in 1..<20_000 {
      let second = Double(tick) / 4
      run.at(second, Int.random(in: 0..<4, using: &random), Double.random(in: 1...30, using: &random))
    }
    let seconds = run.changes.compactMap { Double($0.prefix { $0 != ":" }) }
    for (earlier, later) in zip(seconds, seconds.dropFirst()) {
      #expect(later - earlier >= 5, "seed \(seed)")
    }
  }
}
