import Testing

@testable import GPSBridge

@Suite struct `A pause of this program` {
  private let start = ContinuousClock.now

  /// The event of the last turn; each is a moment, the time of the timer, and the time that the computer has slept.
  private func event(_ turns: (at: Double, due: Double?, asleep: Double)...) -> ReceiverEvent.Kind? {
    var watch = RunWatch()
    var event: ReceiverEvent.Kind?
    for turn in turns {
      event = watch.turn(
        at: start + .seconds(turn.at), due: turn.due.map { start + .seconds($0) },
        asleep: .seconds(turn.asleep))
    }
    return event
  }

  @Test func `is seen by a timer that comes late`() {
    #expect(event((10, 11.5, 0), (40, 11.5, 0)) == .interrupted(for: .seconds(30), .programStopped))
  }

  @Test func `is a sleep if the clock of timers stood still`() {
    #expect(event((10, 11.5, 7), (3640, 11.5, 3607)) == .interrupted(for: .seconds(3600), .computerSlept))
    // An earlier sleep explains nothing.
    #expect(event((10, 11.5, 7), (40, 11.5, 7)) == .interrupted(for: .seconds(30), .programStopped))
  }

  @Test func `is not seen where no timer was due, or a busy computer delayed it`() {
    #expect(event((10, nil, 0), (40, nil, 0)) == nil)
    #expect(event((10, 11.5, 0), (13, 11.5, 0)) == nil)
    #expect(event((10, 60, 0), (40, 60, 0)) == nil)
    #expect(event((40, 11.5, 0)) == nil)
  }
}
