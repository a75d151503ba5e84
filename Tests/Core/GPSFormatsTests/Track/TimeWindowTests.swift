import GNSS
import Testing

@testable import GPSFormats
@testable import GPSBase

@Suite struct `A window of time` {
  /// 20 November 2026 and so many seconds.
  private func instant(_ seconds: Int64) -> UTC { UTC(secondsSince1970: 1_795_132_800 + seconds) }

  /// What a window says to one instant after the other.
  private func answers(_ from: String?, _ to: String?, _ instants: UTC?...) throws -> [Bool] {
    var window = try TimeWindow(
      from: from.flatMap { TimeWindow.Bound($0, isEnd: false) },
      to: to.flatMap { TimeWindow.Bound($0, isEnd: true) })
    return instants.map { window.contains($0) }
  }

  @Test func `that can't be read is refused with the forms, and never selects everything`() throws {
    let error = #expect(throws: TimeWindowError.self) {
      try TimeWindow(startingAt: "nonsense", endingAt: "12:30")
    }
    #expect(error?.description == "found \"nonsense\"; \(TimeWindow.Bound.forms)")
    #expect(throws: TimeWindowError(found: "99:99")) { try TimeWindow(endingAt: "99:99") }
    #expect(throws: TimeWindowError(found: "2026-02-30")) {
      try TimeWindow.Bound(reading: "2026-02-30", isEnd: true)
    }
  }

  @Test func `is read from texts, or made of instants`() throws {
    var night = try TimeWindow(startingAt: "23:00", endingAt: "01:00")
    #expect(
      [82_799, 82_800, 90_000, 90_001].map { night.contains(instant($0)) } == [false, true, true, false])
    var exact = TimeWindow(instant(10)...instant(20))
    #expect([9, 10, 20, 21].map { exact.contains(instant($0)) } == [false, true, true, false])
  }

  @Test func `that ends before it begins is refused, and a day ends with its last second`() throws {
    let error = #expect(throws: TimeWindowError.self) {
      try TimeWindow(startingAt: "2026-11-20T10:00Z", endingAt: "2026-11-20T09:59:59Z")
    }
    #expect(
      error?.description
        == "found \"2026-11-20T09:59:59.000Z\"; the end is not before the beginning, "
        + "2026-11-20T10:00:00.000Z")
    #expect(throws: TimeWindowError.self) {
      try TimeWindow(from: .instant(instant(1)), to: .instant(instant(0)))
    }
    #expect(throws: TimeWindowError.self) { try TimeWindow(startingAt: "2026-11-21", endingAt: "2026-11-20") }
    var moment = try TimeWindow(from: .instant(instant(5)), to: .instant(instant(5)))
    #expect([4, 5, 6].map { moment.contains(instant($0)) } == [false, true, false])
    #expect(try answers("2026-11-20T10:00Z", "2026-11-20", instant(36_000)) == [true])
  }

  @Test func `without ends holds everything, also what has no time`() throws {
    #expect(try answers(nil, nil, nil, instant(0)) == [true, true])
    var everything = TimeWindow.everything
    let holdsUndated = everything.contains(nil)
    #expect(holdsUndated)
  }

  @Test func `with an end holds nothing that has no time`() throws {
    #expect(try answers("2026-11-20", nil, nil) == [false])
  }

  @Test func `holds both of its ends`() throws {
    let ends = [35_999, 36_000, 39_600, 39_601].map { instant($0) }
    #expect(
      try answers("2026-11-20T10:00:00Z", "2026-11-20T11:00Z", ends[0], ends[1], ends[2], ends[3])
        == [false, true, true, false])
  }

  @Test func `cuts within a second, at the times that records have`() throws {
    let ends = [249_999_999, 250_000_000, 412_000_000, 412_000_001].map {
      UTC(secondsSince1970: instant(36_000).secondsSince1970, nanosecond: $0)
    }
    #expect(
      try answers("2026-11-20T10:00:00.25Z", "2026-11-20T10:00:00.412Z", ends[0], ends[1], ends[2], ends[3])
        == [false, true, true, false])
  }

  @Test func `of a day holds its last second, and a leap second behind it`() throws {
    let leap = UTC(secondsSince1970: 1_795_219_199, nanosecond: 5, isLeapSecond: true)
    #expect(
      try answers("2026-11-20", "2026-11-20", instant(-1), instant(86_399), leap, instant(86_400))
        == [false, true, true, false])
  }

  @Test func `of times of day is on the day on which the recording begins`() throws {
    #expect(
      try answers(
        "10:00", "11:00:30", instant(10), instant(36_000), instant(39_630), instant(36_000 + 86_400))
        == [false, true, true, false])
  }

  @Test func `goes over midnight when it ends before it begins`() throws {
    #expect(
      try answers(
        "23:00", "01:00", instant(80_000), instant(86_000), instant(86_400 + 3600), instant(86_400 + 3601))
        == [false, true, true, false])
  }

  @Test(arguments: [
    "", "10", "24:00", "10:60", "10:00:60", "1:00", "2026-02-30", "2026-11-20T", "2026-11-20 10:00",
    "2026-11-20T10", "-1:00", "+1:00", "2026-11-20T10:00:00+99:99", "20.11.2026", "10:0٣",
    "2026-11-20T10:00:00.Z", "2026-11-20T10:00.5Z", "2026-11-20T10:00:00.٣Z", "2026-11-20T10:00:00.5ZZ",
    "2026-11-20T10:00:00ZZ", "10:00:00.5",
  ])
  func `is not made of`(text: String) {
    #expect(TimeWindow.Bound(text, isEnd: false) == nil)
  }
}

@Suite struct `A measure` {
  @Test func `of way is meters, unless a unit says otherwise, and one of size goes by powers of 1024`() {
    #expect(["2", "2m", "0.5km", "50cm"].map { Measure.meters($0) } == [2, 2, 500, 0.5])
    #expect(Measure.bytes("10") == 10 && Measure.bytes("2G") == 2_147_483_648)
    #expect(Measure.bytes("1.5k") == 1536)
  }

  @Test(arguments: [
    "", "m", "-2m", "+2", "2 m", "2mm", "nan", "inf", "1e3", ".5", "5.", "1.2.3", "2M", "9999999999999999",
  ])
  func `is not made of`(text: String) {
    #expect(Measure.meters(text) == nil)
  }

  @Test func `that no file can have is none`() { #expect(Measure.bytes("99999999T") == nil) }
}
