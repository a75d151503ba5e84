import GPSBridge
import Testing

@testable import GPSBridgeTool

@Suite struct `The window on a stream` {
  private var window = StreamWindow(.seconds(10))
  private let start = ContinuousClock.now

  private func totals(_ sentences: Int, bad: Int = 0) -> StreamTotals {
    var totals = StreamTotals()
    totals.sentences = sentences
    totals.bytes = (sentences + bad) * 70
    totals.badChecksums = bad
    totals.refusedBytes = bad * 70
    return totals
  }

  @Test mutating func `says nothing before there are two looks`() {
    #expect(window.amount == nil)
    window.note(totals(5), at: start)
    #expect(window.amount == nil)
    window.note(totals(9), at: start + .seconds(2))
    #expect(window.amount?.sentences == 4 && window.amount?.bytesPerSecond == 140)
  }

  @Test mutating func `forgets what is older than it is long`() {
    // A bad minute, and then a good one.
    for second in 0..<60 { window.note(totals(second, bad: second * 9), at: start + .seconds(second)) }
    for second in 60..<120 { window.note(totals(second * 10, bad: 540), at: start + .seconds(second)) }
    #expect(window.amount?.badChecksums == 0 && window.amount?.goodPart == 1)
    #expect(window.amount?.time == .seconds(10))
  }

  @Test func `counts all that came however often it is looked at`() {
    var often = StreamWindow(.seconds(30))
    var seldom = StreamWindow(.seconds(30))
    for tick in 0...200 {
      let now = start + .milliseconds(100 * tick)
      often.note(totals(tick), at: now)
      if tick % 20 == 0 { seldom.note(totals(tick), at: now) }
    }
    #expect(often.amount?.sentences == 200 && often.amount == seldom.amount)
  }

  @Test mutating func `begins anew when a port is opened`() {
    window.note(totals(0), at: start)
    window.note(totals(500, bad: 400), at: start + .seconds(5))
    window.restart(totals(500, bad: 400), at: start + .seconds(6))
    #expect(window.amount == nil)
    window.note(totals(510, bad: 400), at: start + .seconds(7))
    #expect(window.amount?.goodPart == 1)
  }

  @Test mutating func `has the part of the bytes that made sense, cut sentences and junk among the others`() {
    window.note(totals(0), at: start)
    var later = totals(80, bad: 5)
    later.cutSentences = 9
    later.junkBytes = 15 * 70
    later.bytes += later.junkBytes
    window.note(later, at: start + .seconds(1))
    #expect(window.amount?.goodPart == 0.8)
  }

  @Test mutating func `has no part of good ones where none came, and no rate in no time`() {
    window.note(totals(3), at: start)
    window.note(totals(3), at: start)
    #expect(window.amount?.goodPart == nil && window.amount?.bytesPerSecond == 0)
  }
}

@Suite struct `The pace of epochs` {
  private let start = ContinuousClock.now

  private func pace(_ milliseconds: [Int]) -> Double? {
    var pace = WindowPace()
    for moment in milliseconds { pace.note(start + .milliseconds(moment)) }
    return pace.perSecond
  }

  @Test func `needs three of them`() {
    #expect(pace([]) == nil && pace([0, 1000]) == nil && pace([0, 1000, 2000]) == 1)
  }

  @Test func `is what it is now, not what it was`() throws {
    let changed =
      Array(stride(from: 0, to: 30_000, by: 1000)) + Array(stride(from: 30_000, to: 33_000, by: 100))
    #expect(abs(try #require(pace(changed)) - 10) < 0.01)
  }

  @Test func `does not count a pause as an interval`() {
    #expect(pace([0, 1000, 2000, 60_000, 61_000]) == nil)
    #expect(pace([0, 1000, 2000, 60_000, 60_500, 61_000]) == 2)
  }

  @Test func `is not known where all came at once`() { #expect(pace([5, 5, 5, 5]) == nil) }

  @Test func `is forgotten with the port`() {
    var pace = WindowPace()
    for second in 0..<5 { pace.note(start + .seconds(second)) }
    pace.restart()
    #expect(pace.perSecond == nil)
  }
}
