import GNSS
import Testing

@testable import GPSBridge

@Suite struct `The pace of epochs` {
  private var pace = EpochPace()
  private let start = ContinuousClock.now

  private func rate(_ milliseconds: [Int], clock: Bool = true, jitter: [Int] = [0]) -> UpdateRate? {
    var pace = EpochPace()
    for (index, time) in milliseconds.enumerated() {
      var fix = Fix()
      if clock {
        fix.timeOfDay = TimeOfDay(
          hour: time / 3_600_000 % 24, minute: time / 60_000 % 60, second: time / 1000 % 60,
          nanosecond: time % 1000 * 1_000_000)
      }
      pace.take(fix, at: start + .milliseconds(time + jitter[index % jitter.count]))
    }
    return pace.rate
  }

  @Test(arguments: [(1000, 1000), (200, 200), (100, 100), (2000, 2000), (40, 40), (5000, 5000)])
  func `is known after three equal gaps`(_ gap: Int, _ milliseconds: Int) {
    #expect(rate([0, gap, 2 * gap, 3 * gap]) == UpdateRate(milliseconds: milliseconds))
    #expect(rate([0, gap, 2 * gap]) == nil)
  }

  @Test func `is found where the receiver rounds its time`() {
    #expect(rate([0, 330, 670, 1000]) == .hertz(3) && rate([0, 120, 250, 370]) == .hertz(8))
  }

  @Test func `is found without a time, from when the epochs came`() {
    #expect(rate([0, 1000, 2000, 3000], clock: false, jitter: [0, 15, -10, 5]) == .hertz(1))
    #expect(rate([0, 200, 400, 600], clock: false, jitter: [0, 4, -4, 2]) == .hertz(5))
  }

  @Test func `is the receiver's, however late the epochs come, and over midnight`() {
    #expect(rate([0, 100, 200, 300], jitter: [0, 90, 10, 70]) == .hertz(10))
    #expect(rate([86_398_000, 86_399_000, 86_400_000, 86_401_000]) == .hertz(1))
  }

  @Test func `is nothing while one epoch was missing, or the time jumped`() {
    #expect(rate([0, 1000, 3000, 4000]) == nil && rate([0, 1000, 40_000_000, 40_001_000]) == nil)
    #expect(rate([0, 1000, 3000, 4000, 5000, 6000]) == .hertz(1))
  }

  @Test func `is nothing for a clock that stands still`() { #expect(rate([5, 5, 5, 5, 5]) == nil) }
}

@Suite struct `A census` {
  private func census(_ epochs: [String]) -> Census<Character> {
    var census = Census<Character>()
    for epoch in epochs {
      for thing in epoch { census.see(thing) }
      census.endEpoch()
    }
    return census
  }

  @Test func `believes what it has seen for six epochs`() {
    #expect(census(Array(repeating: "ab", count: 5)).settled == nil)
    #expect(census(Array(repeating: "ab", count: 6)).settled == ["a", "b"])
  }

  @Test func `keeps what comes with every fifth epoch`() {
    let five = ["ab", "a", "a", "a", "a"]
    let seen = census(five + five + five)
    #expect(seen.present == ["a", "b"] && seen.settled == ["a", "b"])
    #expect(seen.longestAbsence == 11)
  }

  @Test func `misses what stays away for longer than it ever did, and survives two damaged epochs`() {
    #expect(census(["ab", "ab", "a", "a"]).present == ["a", "b"])
    #expect(census(["ab", "ab", "a", "a", "a"]).present == ["a"])
    #expect(census(["ab", "ab", "ab", "a", "a", "ab", "ab", "ab"]).settled == ["a", "b"])
  }

  @Test func `believes nothing for a while when it is told to doubt`() {
    var seen = census(Array(repeating: "ab", count: 8))
    seen.doubt()
    #expect(seen.settled == nil)
    for _ in 0..<6 {
      seen.see("a")
      seen.see("b")
      seen.endEpoch()
    }
    #expect(seen.settled == ["a", "b"])
  }

  @Test func `does not count what was seen before a doubt, and not since then`() {
    // Seen once, a thing may be absent for eleven epochs.
    var seen = census(["ab"])
    seen.doubt()
    for _ in 0..<8 {
      seen.see("a")
      seen.endEpoch()
      #expect(seen.settled == nil)
    }
    for _ in 0..<10 {
      seen.see("a")
      seen.endEpoch()
    }
    #expect(seen.settled == ["a"])
  }

  @Test func `believes nothing of a line that is silent`() {
    #expect(census(Array(repeating: "", count: 50)).settled == nil)
  }

  @Test func `forgets what it has seen once, so that it does not grow`() {
    var seen = Census<Int>()
    for number in 0..<10_000 {
      seen.see(number)
      seen.endEpoch()
    }
    #expect(seen.present.count < 20)
  }
}
