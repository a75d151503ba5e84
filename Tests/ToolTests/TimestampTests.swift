import GNSS
import NMEA
import Testing

@testable import GPSBridgeTool
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
    #expect(Timestamp.text(try instant(23, 59, 60)) == "2016-12-31T23:59:59.999Z")
    #expect(Timestamp.text(try instant(23, 59, 60, 500_000_000)) == "2016-12-31T23:59:59.999Z")
  }

  @Test func `goes on to the next second when it is rounded up`() throws {
    #expect(Timestamp.text(try instant(7, 59, 59, 999_999_700)) == "2016-12-31T08:00:00.000Z")
    #expect(Timestamp.text(try instant(23, 59, 59, 999_999_700)) == "2017-01-01T00:00:00.000Z")
  }
}
