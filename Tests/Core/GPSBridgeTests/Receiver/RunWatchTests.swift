import GPSBase
import Testing

@testable import GPSBridge

@Suite struct `A pause of this program` {
  private let start = ContinuousClock.now

  /// The interruption found at the last turn; each is a moment, the time of the timer, and the time that the computer has slept.
  private func found(_ turns: (at: Double, due: Double?, asleep: Double)...) -> Interruption? {
    var watch = RunWatch()
    var interruption: Interruption?
    for turn in turns {
      interruption = watch.turn(
        at: Moment(start + .seconds(turn.at)), due: turn.due.map { Moment(start + .seconds($0)) },
        asleep: .seconds(turn.asleep))
    }
    return interruption
  }

  @Test func `is seen by a timer that comes late`() {
    #expect(found((10, 11.5, 0), (40, 11.5, 0)) == Interruption(.programStopped, for: .seconds(30)))
  }

  @Test func `is a sleep if the clock of timers stood still`() {
    #expect(found((10, 11.5, 7), (3640, 11.5, 3607)) == Interruption(.computerSlept, for: .seconds(3600)))
    // An earlier sleep explains nothing.
    #expect(found((10, 11.5, 7), (40, 11.5, 7)) == Interruption(.programStopped, for: .seconds(30)))
  }

  @Test func `is not seen where no timer was due, or a busy computer delayed it`() {
    #expect(found((10, nil, 0), (40, nil, 0)) == nil)
    #expect(found((10, 11.5, 0), (13, 11.5, 0)) == nil)
    #expect(found((10, 60, 0), (40, 60, 0)) == nil)
    #expect(found((40, 11.5, 0)) == nil)
  }
}
