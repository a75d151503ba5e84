import GNSS
import NMEA
import Testing

@testable import SimulatedGPS

@Suite struct `Simulated time` {
  @Test func `has a second 60 where a leap second is put in, and is one behind after it`() {
    let calendar = SimulatedCalendar(start: 1_798_761_598, leapMidnight: 1_798_761_600)
    let seconds = (0...4).map { calendar.utc(at: Int64($0) * 1_000_000_000) }
    #expect(seconds.map { $0.timeOfDay.second } == [58, 59, 60, 0, 1])
    #expect(seconds.map(\.isLeapSecond) == [false, false, true, false, false])
    #expect(seconds[3].date == CivilDate(year: 2027, month: 1, day: 1))
    #expect(seconds[4].secondsSince1970 == 1_798_761_601)
  }

  @Test func `knows nothing of a leap second that has been`() {
    let calendar = SimulatedCalendar(start: 1_798_761_700, leapMidnight: 1_798_761_600)
    #expect(calendar.utc(at: 0).secondsSince1970 == 1_798_761_700)
  }

  @Test func `keeps fractions exact`() {
    let calendar = SimulatedCalendar(start: 100, leapMidnight: nil)
    #expect(calendar.utc(at: 1_040_000_000) == UTC(secondsSince1970: 101, nanosecond: 40_000_000))
    #expect(calendar.utc(at: -1) == UTC(secondsSince1970: 99, nanosecond: 999_999_999))
  }

  @Test func `is told through a leap second without a gap`() throws {
    let fixes = fixes(bytes(.leapSecond, seconds: 120))
    let times = fixes.compactMap(\.time)
    #expect(times.count { $0.isLeapSecond } == 1)
    #expect(fixes.contains { $0.timeCorrections.leapSecond })
    #expect(times == times.sorted())
    #expect(lines(bytes(.leapSecond, seconds: 120)).contains { $0.contains(",235960.00,") })
  }

  @Test func `is 1024 weeks behind where the week counter has rolled over, and can be mended`() throws {
    let all = bytes(.rollover, seconds: 10)
    let raw = try #require(fixes(all).last?.time)
    let mended = try #require(fixes(all, .recording(CivilDate(year: 2026, month: 11, day: 20))).last)
    #expect(raw.date == CivilDate(year: 2007, month: 4, day: 6))
    #expect(mended.time?.date == CivilDate(year: 2026, month: 11, day: 20))
    #expect(mended.timeCorrections.rolloverWeeks == 1024)
  }
}
