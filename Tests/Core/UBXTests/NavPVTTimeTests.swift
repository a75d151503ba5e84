import Testing
import UBX

@Suite struct `The time of a NAV-PVT message` {
  /// A message whose date and time fields are these.
  private func read(
    _ year: Int, _ month: UInt8, _ day: UInt8, _ hour: UInt8, _ minute: UInt8, _ second: UInt8, _ nano: Int32
  ) throws -> NavPVT {
    var payload = Sample.navPVTPayload
    payload[4] = UInt8(year & 0xFF)
    payload[5] = UInt8(year >> 8)
    payload.replaceSubrange(6..<11, with: [month, day, hour, minute, second])
    payload.replaceSubrange(16..<20, with: (0..<4).map { UInt8(truncatingIfNeeded: nano >> (8 * $0)) })
    return try #require(navPVT(payload))
  }

  private func date(_ year: Int, _ month: Int, _ day: Int) -> NavPVT.CalendarDate? {
    NavPVT.CalendarDate(year: year, month: month, day: day)
  }

  private func time(_ hour: Int, _ minute: Int, _ second: Int, _ nanosecond: Int = 0) -> NavPVT.TimeOfDay? {
    NavPVT.TimeOfDay(hour: hour, minute: minute, second: second, nanosecond: nanosecond)
  }

  @Test func `belongs to the second before when its fraction is negative`() throws {
    #expect(try read(2024, 3, 24, 20, 42, 23, -1).time == time(20, 42, 22, 999_999_999))
    #expect(try read(2024, 3, 24, 20, 42, 23, -1_000_000_000).time == time(20, 42, 22))
    #expect(try read(2024, 3, 24, 20, 42, 0, -4_000_000).time == time(20, 41, 59, 996_000_000))
    #expect(try read(2024, 3, 24, 20, 0, 0, -4_000_000).time == time(19, 59, 59, 996_000_000))
  }

  @Test func `belongs to the second behind when its fraction is a whole one`() throws {
    #expect(try read(2024, 3, 24, 20, 42, 23, 1_000_000_000).time == time(20, 42, 24))
    #expect(try read(2024, 3, 24, 20, 42, 59, 1_000_000_000).time == time(20, 43, 0))
  }

  @Test func `takes the day before along over midnight`() throws {
    let solution = try read(2024, 3, 1, 0, 0, 0, -5_000_000)
    #expect(solution.date == date(2024, 2, 29))
    #expect(solution.time == time(23, 59, 59, 995_000_000))
    #expect(try read(2023, 3, 1, 0, 0, 0, -1).date == date(2023, 2, 28))
    #expect(try read(2100, 3, 1, 0, 0, 0, -1).date == date(2100, 2, 28))
    #expect(try read(2025, 1, 1, 0, 0, 0, -1).date == date(2024, 12, 31))
    #expect(try read(2025, 7, 15, 0, 0, 0, -1).date == date(2025, 7, 14))
  }

  @Test func `takes the day behind along over midnight`() throws {
    let solution = try read(2024, 12, 31, 23, 59, 59, 1_000_000_000)
    #expect(solution.date == date(2025, 1, 1))
    #expect(solution.time == time(0, 0, 0))
    #expect(try read(2024, 2, 28, 23, 59, 59, 1_000_000_000).date == date(2024, 2, 29))
    #expect(try read(2023, 2, 28, 23, 59, 59, 1_000_000_000).date == date(2023, 3, 1))
  }

  @Test func `may be a leap second`() throws {
    #expect(try read(2016, 12, 31, 23, 59, 60, 500).time == time(23, 59, 60, 500))
    #expect(try read(2016, 12, 31, 23, 59, 60, 500).date == date(2016, 12, 31))
    #expect(try read(2016, 12, 31, 23, 59, 60, -500).time == time(23, 59, 59, 999_999_500))
    #expect(try read(2016, 12, 31, 23, 59, 60, 1_000_000_000).date == date(2017, 1, 1))
  }

  @Test func `is none when its numbers can't be, whatever its flag says`() throws {
    #expect(try read(2024, 3, 24, 24, 0, 0, 0).time == nil)
    #expect(try read(2024, 3, 24, 0, 60, 0, 0).time == nil)
    #expect(try read(2024, 3, 24, 0, 0, 61, 0).time == nil)
    #expect(try read(2024, 3, 24, 0, 0, 0, 1_000_000_001).time == nil)
    #expect(try read(2024, 3, 24, 0, 0, 0, .min).time == nil)
    #expect(try read(2023, 2, 29, 0, 0, 0, 0).date == nil)
    #expect(try read(2024, 13, 1, 0, 0, 0, 0).date == nil)
    #expect(try read(0, 1, 1, 0, 0, 0, 0).date == nil)
    #expect(try read(2024, 3, 24, 24, 0, 0, -1).date == date(2024, 3, 24))
  }
}
