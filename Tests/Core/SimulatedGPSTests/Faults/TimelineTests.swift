import Testing

@testable import SimulatedGPS

@Suite struct `A timeline` {
  private func walk(_ events: [Scenario.Event]) -> [(Int64, Bool)] {
    var timeline = Timeline(events)
    var turns: [(Int64, Bool)] = []
    while let turn = timeline.advance() { turns.append((turn.time, turn.isBeginning)) }
    return turns
  }

  @Test func `goes from turn to turn in the order of time`() {
    let turns = walk([
      Scenario.Event(from: .seconds(5), to: .seconds(9), .surroundings(.tunnel)),
      Scenario.Event(from: .seconds(1), .fault(.silent)),
    ])
    #expect(turns.map(\.0) == [1_000_000_000, 5_000_000_000, 9_000_000_000])
    #expect(turns.map(\.1) == [true, true, false])
  }

  @Test func `ends one thing before it begins another at the same time`() {
    var timeline = Timeline([
      Scenario.Event(from: .seconds(0), to: .seconds(5), .surroundings(.tunnel)),
      Scenario.Event(from: .seconds(5), to: .seconds(9), .surroundings(.canyon)),
    ])
    _ = timeline.advance()
    #expect(timeline.surroundings == .tunnel)
    _ = timeline.advance()
    #expect(timeline.surroundings == nil)
    _ = timeline.advance()
    #expect(timeline.surroundings == .canyon)
  }

  @Test func `begins what has no length before it ends it`() {
    #expect(
      walk([Scenario.Event(from: .seconds(3), to: .seconds(3), .restart(.cold))]).map(\.1) == [true, false])
  }

  @Test func `lets the last surroundings count, and comes back to those before`() {
    var timeline = Timeline([
      Scenario.Event(from: .seconds(0), .surroundings(.canyon)),
      Scenario.Event(from: .seconds(5), to: .seconds(9), .surroundings(.tunnel)),
    ])
    for expected in [Scenario.Surroundings.canyon, .tunnel, .canyon] {
      _ = timeline.advance()
      #expect(timeline.surroundings == expected)
    }
    #expect(timeline.nextTime == nil)
  }

  @Test func `keeps faults of bytes apart from the others`() {
    var timeline = Timeline([
      Scenario.Event(from: .zero, .fault(.cut, share: 0.5)), Scenario.Event(from: .zero, .fault(.rollover)),
    ])
    while timeline.advance() != nil {}
    #expect(timeline.risks.map(\.fault) == [.cut])
    #expect(timeline.faults.map(\.fault) == [.rollover])
  }

  @Test func `is not troubled by times beyond all measure`() {
    let turns = walk([
      Scenario.Event(from: .seconds(Int64.max), to: .seconds(Int64.min), .fault(.silent)),
      Scenario.Event(from: .seconds(-5), to: .seconds(-9), .fault(.silent)),
    ])
    #expect(turns.count == 4)
    #expect(turns.allSatisfy { $0.0 >= 0 })
  }
}
