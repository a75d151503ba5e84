import GNSS
import Testing

@testable import GPSBridge

@Suite struct `A watch for jumps` {
  private var watch = JumpWatch()

  private let start = ContinuousClock.now

  private func fix(_ seconds: Int64?, _ latitude: Double = 48, isValid: Bool = true) -> Fix {
    var fix = Fix()
    fix.mode = isValid ? .threeDimensional : .none
    fix.time = seconds.map { UTC(secondsSince1970: 1_795_132_800 + $0) }
    fix.coordinate = Coordinate(latitude: latitude, longitude: 11)
    return fix
  }

  private func at(_ seconds: Double) -> ContinuousClock.Instant { start.advanced(by: .seconds(seconds)) }

  @Test mutating func `knows nothing before there were two fixes`() {
    #expect(watch.secondsAhead == nil)
    watch.take(fix(0), at: start)
    #expect(watch.secondsAhead == nil)
    #expect(watch.impliedSpeed(at: start) == nil)
  }

  @Test mutating func `compares a receiver's time with a clock that only goes forward`() {
    for second in 0...10 { watch.take(fix(Int64(second)), at: at(Double(second))) }
    #expect(watch.secondsAhead == 0)
    watch.take(fix(3640), at: at(11))
    #expect(watch.secondsAhead == 3629)
    watch.take(fix(-3617), at: at(12))
    #expect(watch.secondsAhead == -3629)
    // It is back: so is the difference.
    watch.take(fix(13), at: at(13))
    #expect(watch.secondsAhead == 0)
  }

  @Test mutating func `ends a step of the time once it has run evenly for a minute`() {
    for second in 0..<140 {
      watch.take(fix(Int64(second + (second < 30 ? 0 : 37))), at: at(Double(second)))
      // Samples are four seconds apart.
      if (86...90).contains(second) { continue }
      #expect(watch.secondsAhead.map { $0 == ((30...85).contains(second) ? 37 : 0) } ?? (second == 0))
    }
  }

  @Test mutating func `finds no step in a clock that drifts for 30 hours`() {
    for ten in 0..<10_800 {
      let seconds = Double(ten) * 10
      watch.take(fix(Int64(seconds)), at: at(seconds * (1 - 60e-6)))
      #expect(watch.secondsAhead.map { $0.magnitude < 0.1 } ?? (ten == 0))
    }
  }

  @Test func `takes no step in the first ten seconds, of quarter hours or of 1024 weeks for a jump`() {
    for (second, step) in [(5, 37), (30, 7200), (30, -3600), (30, 1024 * 604_800), (30, -1024 * 604_800)] {
      var watch = JumpWatch()
      for now in 0..<60 {
        watch.take(fix(Int64(now + (now < second ? 0 : step))), at: at(Double(now)))
        #expect(watch.secondsAhead ?? 0 == 0)
      }
      #expect(watch.steppedAt == nil)
    }
  }

  @Test mutating func `counts the way that was made in a gap of the receiver's time`() {
    for second in 0..<20 { watch.take(fix(Int64(second)), at: at(Double(second))) }
    // A virtual machine was paused for 40 s, and its clock with it: 880 m.
    watch.take(fix(60, 48.0079), at: at(20))
    #expect(watch.impliedSpeed(at: at(20)) ?? .infinity < 30)
    #expect(watch.jumpedAt == nil)
  }

  @Test mutating func `does not believe a clock without a battery before the first fix`() {
    watch.take(fix(-1_000_000, isValid: false), at: start)
    watch.take(fix(1), at: at(1))
    #expect(watch.secondsAhead == nil)
    watch.take(fix(2), at: at(2))
    #expect(watch.secondsAhead == 0)
  }

  @Test mutating func `does without a time where there is none`() {
    for second in 0..<5 { watch.take(fix(nil), at: at(Double(second))) }
    #expect(watch.secondsAhead == nil)
    #expect(watch.impliedSpeed(at: at(5)) == 0)
  }

  @Test mutating func `tells how fast a step would have been`() throws {
    watch.take(fix(0, 48), at: start)
    watch.take(fix(1, 48.1), at: at(1))
    let speed = try #require(watch.impliedSpeed(at: at(1)))
    #expect(11_000...11_200 ~= speed)
  }

  @Test mutating func `does not take two epochs out of one bunch for a jump`() throws {
    watch.take(fix(0, 48), at: start)
    watch.take(fix(1, 48.0001), at: start)
    let speed = try #require(watch.impliedSpeed(at: start))
    #expect(speed < 30)
  }

  @Test mutating func `remembers the fastest step for half a minute, and then forgets it`() throws {
    watch.take(fix(0, 48), at: start)
    watch.take(fix(1, 49), at: at(1))
    for second in 2...31 { watch.take(fix(Int64(second), 49), at: at(Double(second))) }
    #expect(watch.impliedSpeed(at: at(31)) ?? 0 > 100_000)
    #expect(watch.impliedSpeed(at: at(31.5)) == nil)
    watch.take(fix(32, 49), at: at(32))
    #expect(watch.impliedSpeed(at: at(32)) == 0)
  }

  @Test mutating func `counts a step over a gap by the time that it had`() throws {
    watch.take(fix(0, 48), at: start)
    watch.take(fix(nil, isValid: false), at: at(1800))
    watch.take(fix(3600, 48.1), at: at(3600))
    #expect(watch.impliedSpeed(at: at(3600)) ?? .infinity < 4)
  }
}
