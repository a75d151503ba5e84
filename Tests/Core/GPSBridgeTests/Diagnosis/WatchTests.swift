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
    #expect(watch.secondsAhead == nil && watch.impliedSpeed(at: start) == nil)
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
    #expect(watch.secondsAhead == nil && watch.impliedSpeed(at: at(5)) == 0)
  }

  @Test(
    arguments: [(1, 48.1, 11_000...11_200), (0, 48.0001, 0...30)] as [(Double, Double, ClosedRange<Double>)])
  mutating func `tells how fast a step would have been, and takes no two epochs of one bunch for one`(
    seconds: Double, latitude: Double, speeds: ClosedRange<Double>
  ) throws {
    watch.take(fix(0, 48), at: start)
    watch.take(fix(1, latitude), at: at(seconds))
    let speed = try #require(watch.impliedSpeed(at: at(seconds)))
    #expect(speeds.contains(speed))
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

@Suite struct `A fall of all signals` {
  private let start = ContinuousClock.now

  /// Twelve satellites of two constellations, from low to high.
  private func sky(only constellation: Constellation? = nil, _ level: (Int) -> Int?) -> Sky {
    Sky(
      satellites: (0..<12).map { index in
        let gnss = constellation ?? (index % 2 == 0 ? .gps : .galileo)
        var satellite = Satellite(SatelliteIdentity(gnss, index + 1))
        satellite.carrierToNoise = level(index)
        satellite.elevation = 10 + index * 6
        return satellite
      })
  }

  /// A minute of usual signals, and then what is told second by second.
  private func falls(
    speed: Double? = nil, only constellation: Constellation? = nil, seconds: Int = 40,
    _ level: (_ satellite: Int, _ second: Int) -> Int?
  ) -> [SignalFall?] {
    var watch = SignalFallWatch()
    for second in 0..<60 {
      let usual = sky(only: constellation) { 38 + $0 % 5 }
      watch.take(usual, speed: speed, at: start + .seconds(second))
    }
    return (0..<seconds).map { second in
      let fallen = sky(only: constellation) { level($0, second) }
      watch.take(fallen, speed: speed, at: start + .seconds(60 + second))
      return watch.fall
    }
  }

  /// A jammer takes 1.6 dB a second from all.
  private func jammed(_ satellite: Int, _ second: Int) -> Int? {
    38 + satellite % 5 - min(16, second * 8 / 5)
  }

  @Test func `is seen within eight seconds, with how far it went`() {
    let falls = falls(jammed)
    #expect(falls[...3].allSatisfy { $0 == nil })
    #expect(falls[8] != nil && falls.last??.decibels == 16 && falls.last??.satellites == 12)
  }

  @Test func `tells from where to where the signals fell, how quickly, and whether the receiver stood`()
    throws
  {
    let last = try #require(falls(speed: 0.1, jammed).last ?? nil)
    #expect(last.levelBefore == 40 && last.levelAfter == 24 && last.isStandingStill == .yes)
    #expect(last.time == .seconds(9), "\(last)")
    #expect(falls(speed: 1.3, jammed).last??.isStandingStill == .no)
    let unknown = try #require(falls(jammed).last ?? nil)
    #expect(unknown.isStandingStill == .unknown)
    // What is lost later is no part of the quick fall.
    let slow = try #require(
      falls(speed: 0.1) { satellite, second in
        38 + satellite % 5 - (second < 12 ? second : 12 + (second - 12) / 4)
      }.last ?? nil)
    #expect(slow.decibels > 16 && slow.levelAfter == 28 && slow.time == .seconds(10), "\(slow)")
  }

  @Test func `is none in a tunnel, below trees, or where the signals fade slowly`() {
    let harmless: [(String, (Int, Int) -> Int?)] = [
      ("all are gone at once", { _, _ in nil }), ("two are still heard", { one, _ in one < 2 ? 20 : nil }),
      ("some are behind trees", { one, _ in 38 + one % 5 - (one < 7 ? 14 : 0) }),
      ("all fade slowly", { one, second in 38 + one % 5 - min(16, second / 6) }),
    ]
    for (name, level) in harmless {
      #expect(falls(seconds: 120, level).allSatisfy { $0 == nil }, "\(name)")
    }
  }

  @Test func `is none where a vehicle loses the low ones first, and is one where it stands`() {
    let trees: (Int, Int) -> Int? = { satellite, second in
      38 + satellite % 5 - (satellite < 6 ? min(20, second * 5) : min(9, second))
    }
    #expect(falls(speed: 20, trees).allSatisfy { $0 == nil })
    #expect(falls(speed: 0.1, trees).last != .some(nil))
  }

  @Test func `is none on a receiver of one constellation that moves, or may: that shows too little`() {
    #expect(falls(only: .gps, jammed).allSatisfy { $0 == nil })
    #expect(falls(speed: 1.3, only: .gps, jammed).allSatisfy { $0 == nil })
  }

  @Test func `is one on a receiver of one constellation that stands, from ten decibels on`() {
    let falls = falls(speed: 0.1, only: .gps, jammed)
    #expect(falls[...5].allSatisfy { $0 == nil })
    #expect(falls[9]?.decibels ?? 0 >= 10)
    let little = self.falls(speed: 0.1, only: .gps) { satellite, second in
      38 + satellite % 5 - min(9, second * 2)
    }
    #expect(little.allSatisfy { $0 == nil })
  }

  @Test func `is over when the signals are back, and may come again`() {
    let falls = falls(seconds: 160) { satellite, second in
      second % 100 < 20 ? jammed(satellite, second % 100) : 38 + satellite % 5
    }
    #expect([15, 25, 95, 112, 130].map { falls[$0] != nil } == [true, false, false, true, false])
  }

  @Test func `is forgotten after ten minutes: then the place is just a bad one`() {
    let falls = falls(seconds: 700, jammed)
    #expect([500, 650].map { falls[$0] != nil } == [true, false])
  }
}

@Suite struct `A watch for echoes` {
  private let start = ContinuousClock.now
  private let split = [46, 45, 44, 43, 22, 20]
  private let even = [46, 45, 43, 40, 37, 34]

  /// The answers after each second of some skies.
  private func answers(_ skies: [[Int]], every seconds: Double = 1) -> [ReceiverFacts.Fact<Bool>] {
    var watch = EchoWatch()
    return skies.enumerated().map { index, levels in
      watch.take(.gps(levels), at: start + .seconds(Double(index) * seconds))
      return watch.hasEchoes
    }
  }

  private func repeated(_ levels: [Int], _ count: Int) -> [[Int]] { Array(repeating: levels, count: count) }

  @Test func `finds signals of two groups after half a minute, and not before`() {
    let answers = answers(repeated(split, 40))
    #expect(answers.firstIndex(of: .yes) == 30)
    #expect(answers.prefix(30).allSatisfy { $0 == .unknown })
  }

  @Test func `finds nothing in signals that fall evenly`() {
    let answers = answers(repeated(even, 40))
    #expect(!answers.contains(.yes) && answers.last == .no)
  }

  @Test func `ignores a bus that passes, and goes back once the sky is open`() {
    let bus = repeated(even, 40) + repeated(split, 20) + repeated(even, 40)
    #expect(!answers(bus).contains(.yes))
    let street = answers(repeated(split, 60) + repeated(even, 40))
    #expect(street[80] == .yes && street.last == .no)
  }

  @Test func `counts a sky for a few seconds at most, and none with three signals`() {
    #expect(answers(repeated(split, 5), every: 3600).last == .unknown)
    #expect(answers(repeated(split, 7), every: 5).last == .yes)
    #expect(answers(repeated([46, 45, 20], 100)).last == .unknown)
  }
}

@Suite struct `What a receiver would send over a faster line` {
  private let start = ContinuousClock.now

  /// Epochs at five a second, of which each has some bytes; none of them means that the epoch did not come.
  private func demand(_ epochs: [Int?]) -> Int? {
    var watch = DemandWatch()
    var bytes = 0
    for (number, size) in epochs.enumerated() {
      guard let size else { continue }
      bytes += size
      let nanoseconds = Int32(number % 5) * 200_000_000
      watch.take(
        UTC(secondsSince1970: 1_795_219_140 + Int64(number / 5), nanosecond: nanoseconds), bytes: bytes,
        at: start + .milliseconds(200 * number))
    }
    return watch.bytesPerSecond
  }

  @Test func `is the largest epoch at the shortest interval, and none whose predecessor is missing`() {
    #expect(demand(Array(repeating: [420, 310, nil, 420, nil], count: 10).flatMap(\.self)) == 2100)
    // The bytes of a damaged epoch come with the next one.
    #expect(demand(Array(repeating: [420, 420, nil, 840, 420], count: 10).flatMap(\.self)) == 2100)
  }

  @Test func `is unknown before ten epochs, and forgets what half a minute has not shown`() {
    #expect(demand(Array(repeating: 420, count: 9)) == nil)
    #expect(demand(Array(repeating: 420, count: 50) + Array(repeating: 100, count: 400)) == 500)
  }
}
