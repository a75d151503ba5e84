import GNSS
import NMEA
import TestSupport
import Testing

@testable import GPSFormats

@Suite struct `A timestamp` {
  private func instant(_ hour: Int, _ minute: Int, _ second: Int, _ nanosecond: Int = 0) throws -> UTC {
    let date = try #require(CivilDate(year: 2016, month: 12, day: 31))
    return UTC(
      date, try #require(TimeOfDay(hour: hour, minute: minute, second: second, nanosecond: nanosecond)))
  }

  @Test func `has three decimals and a Z`() throws {
    #expect(Timestamp.text(try instant(7, 8, 9)) == "2016-12-31T07:08:09.000Z")
    #expect(Timestamp.text(try instant(7, 8, 9, 249_500_000)) == "2016-12-31T07:08:09.250Z")
  }

  @Test func `writes a leap second as the end of the second before it`() throws {
    #expect(Timestamp.text(try instant(23, 59, 60)) == "2016-12-31T23:59:59.990Z")
    #expect(Timestamp.text(try instant(23, 59, 60, 550_000_000)) == "2016-12-31T23:59:59.995Z")
    let tenths = try (0..<10).map { Timestamp.text(try instant(23, 59, 60, $0 * 100_000_000)) }
    #expect(Set(tenths).count == 10 && tenths == tenths.sorted())
  }

  @Test func `of a time of day alone has no date, and is rounded like an instant`() throws {
    let late = try #require(TimeOfDay(hour: 23, minute: 59, second: 59, nanosecond: 999_999_700))
    #expect(Timestamp.text(late) == "00:00:00.000Z")
    #expect(Timestamp.text(try #require(TimeOfDay(hour: 23, minute: 59, second: 60))) == "23:59:59.990Z")
    #expect(Timestamp.text(try #require(TimeOfDay(hour: 7, minute: 8, second: 9))) == "07:08:09.000Z")
  }

  @Test func `is rounded in the same way in every text of it`() throws {
    let late = try instant(23, 59, 59, 999_999_700)
    #expect(TimeText.moment(late, decimals: 0) == "2017-01-01 00:00:00")
    #expect(TimeText.moment(late, decimals: 1) == "2017-01-01 00:00:00.0")
    #expect(TimeText.moment(try instant(7, 8, 9, 440_000_000), decimals: 1) == "2016-12-31 07:08:09.4")
    #expect(late.rounded(decimals: 9) == late)
    let leap = try instant(23, 59, 60, 999_999_700).rounded(decimals: 3)
    #expect(Timestamp.text(leap) == "2017-01-01T00:00:00.000Z" && !leap.isLeapSecond)
  }

  @Test func `goes on to the next second when it is rounded up`() throws {
    #expect(Timestamp.text(try instant(7, 59, 59, 999_999_700)) == "2016-12-31T08:00:00.000Z")
    #expect(Timestamp.text(try instant(23, 59, 59, 999_999_700)) == "2017-01-01T00:00:00.000Z")
  }
}

@Suite struct `An instant in text` {
  private func text(_ seconds: Int64, _ nanosecond: Int32 = 0, leap: Bool = false) -> String {
    Timestamp.text(UTC(secondsSince1970: seconds, nanosecond: nanosecond, isLeapSecond: leap))
  }

  @Test func `carries half a millisecond, over the end of a year too`() {
    #expect(text(0, 499_999) == "1970-01-01T00:00:00.000Z")
    #expect(text(0, 500_000) == "1970-01-01T00:00:00.001Z")
    #expect(text(1_798_761_599, 999_500_000) == "2027-01-01T00:00:00.000Z")
  }

  @Test func `has no second 60, which hardly a program reads: it is the end of the second before`() {
    #expect(text(1_483_228_799, leap: true) == "2016-12-31T23:59:59.990Z")
    #expect(text(1_483_228_799, 999_499_999, leap: true) == "2016-12-31T23:59:59.999Z")
    #expect(text(1_483_228_799, 999_999_999, leap: true) == "2016-12-31T23:59:59.999Z")
    #expect(text(1_483_228_800) == "2017-01-01T00:00:00.000Z")
  }

  @Test func `sorts like the instants do`() {
    var random = SeededGenerator()
    let instants = (0..<500).map { _ in
      UTC(
        secondsSince1970: Int64.random(in: 0...4_000_000_000, using: &random),
        nanosecond: Int32.random(in: 0...998, using: &random) * 1_000_000)
    }
    let texts = instants.sorted().map(Timestamp.text)
    #expect(texts == texts.sorted(), "seed \(seed)")
    #expect(texts.allSatisfy { $0.utf8.count == 24 }, "seed \(seed)")
  }
}
