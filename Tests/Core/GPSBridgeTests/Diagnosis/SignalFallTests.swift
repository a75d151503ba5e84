import Testing

@testable import GPSBridge

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
    #expect(falls[8] != nil)
    #expect(falls.last??.decibels == 16 && falls.last??.satellites == 12)
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

  @Test func `is none where all are gone at once, as in a tunnel`() {
    #expect(falls { _, _ in nil }.allSatisfy { $0 == nil })
    // One or two that are still heard change nothing.
    #expect(falls { satellite, _ in satellite < 2 ? 20 : nil }.allSatisfy { $0 == nil })
  }

  @Test func `is none where trees and houses take some of them`() {
    #expect(falls { satellite, _ in 38 + satellite % 5 - (satellite < 7 ? 14 : 0) }.allSatisfy { $0 == nil })
  }

  @Test func `is none where they fade slowly`() {
    let falls = falls(seconds: 120) { satellite, second in 38 + satellite % 5 - min(16, second / 6) }
    #expect(falls.allSatisfy { $0 == nil })
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
    #expect(falls[15] != nil)
    #expect(falls[25] == nil && falls[95] == nil)
    #expect(falls[112] != nil)
    #expect(falls[130] == nil)
  }

  @Test func `is forgotten after ten minutes: then the place is just a bad one`() {
    let falls = falls(seconds: 700, jammed)
    #expect(falls[500] != nil)
    #expect(falls[650] == nil)
  }
}
