import GNSS
import NMEA
import TestSupport
import Testing

@Suite struct `A civil date` {
  @Test func `goes around by its day number for every day from 1980 to 2100`() {
    // 1 January 1980 is day 3652: ten years of 365 days, and the leap days of 1972 and 1976.
    var number = 3652
    for year in 1980...2100 {
      let isLeap = year % 4 == 0 && year != 2100
      for (month, days) in zip(1..., [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]) {
        for day in 1...days {
          let date = CivilDate(daysSince1970: number)
          #expect(date.year == year && date.month == month && date.day == day)
          #expect(CivilDate(year: year, month: month, day: day)?.daysSince1970 == number)
          number += 1
        }
        #expect(CivilDate(year: year, month: month, day: days + 1) == nil)
      }
    }
  }

  @Test(arguments: [
    (0, 1970, 1, 1), (-1, 1969, 12, 31), (-719_162, 1, 1, 1), (10_957, 2000, 1, 1), (11_016, 2000, 2, 29),
    (2_932_896, 9999, 12, 31),
  ])
  func `is the day of its number`(number: Int, year: Int, month: Int, day: Int) {
    #expect(CivilDate(daysSince1970: number) == CivilDate(year: year, month: month, day: day))
    #expect(CivilDate(year: year, month: month, day: day)?.daysSince1970 == number)
  }

  @Test func `is refused for a day that the calendar does not have`() {
    for (year, month, day) in [
      (2026, 2, 29), (2100, 2, 29), (2026, 13, 1), (2026, 0, 1), (2026, 1, 0), (2026, 4, 31), (0, 1, 1),
      (10_000, 1, 1),
    ] {
      #expect(CivilDate(year: year, month: month, day: day) == nil)
    }
    #expect(CivilDate(year: 2000, month: 2, day: 29) != nil)
  }

  @Test func `is ordered as the calendar is`() {
    let days = [-40_000, -1, 0, 58, 59, 60, 365, 20_000].map { CivilDate(daysSince1970: $0) }
    #expect(days == days.sorted())
    var random = SeededGenerator()
    #expect(days.shuffled(using: &random).sorted() == days)
  }
}

@Suite struct `An instant` {
  private func instant(_ hour: Int, _ minute: Int, _ second: Int, _ nanosecond: Int = 0, day: Int = 31)
    -> UTC?
  {
    guard let date = CivilDate(year: 2016, month: 12, day: 31)?.advanced(by: day - 31),
      let time = TimeOfDay(hour: hour, minute: minute, second: second, nanosecond: nanosecond)
    else { return nil }
    return UTC(date, time)
  }

  @Test func `has a leap second between the last second of a day and the first of the next`() {
    let instants = [
      instant(23, 59, 59), instant(23, 59, 59, 999_999_999), instant(23, 59, 60),
      instant(23, 59, 60, 500_000_000), instant(0, 0, 0, day: 32), instant(0, 0, 0, 1, day: 32),
    ].compactMap(\.self)
    #expect(instants.count == 6)
    var random = SeededGenerator()
    #expect(instants.shuffled(using: &random).sorted() == instants)
    #expect(Set(instants).count == 6)
    #expect(
      instants.map(\.secondsSince1970) == [1_483_228_799, 1_483_228_799, 1_483_228_799, 1_483_228_799] + [
        1_483_228_800, 1_483_228_800,
      ])
    #expect(instants.map(\.isLeapSecond) == [false, false, true, true, false, false])
  }

  @Test func `gives back the day and the time that it was made of`() {
    for (hour, minute, second) in [(0, 0, 0), (23, 59, 59), (23, 59, 60), (12, 34, 56)] {
      for days in [-800_000, -1, 0, 1, 17_166, 47_846] {
        guard let time = TimeOfDay(hour: hour, minute: minute, second: second, nanosecond: 123) else {
          continue
        }
        let made = UTC(CivilDate(daysSince1970: days), time)
        #expect(made.date == CivilDate(daysSince1970: days) && made.timeOfDay == time)
      }
    }
  }

  @Test func `takes a second 60 within a day as the first of the next minute`() {
    #expect(instant(12, 0, 60) == instant(12, 1, 0))
    #expect(instant(12, 59, 60) == instant(13, 0, 0))
    #expect(instant(12, 0, 60)?.isLeapSecond == false)
  }

  @Test func `is so many seconds behind another`() throws {
    let before = try #require(instant(23, 59, 59))
    let leap = try #require(instant(23, 59, 60, 250_000_000))
    let after = try #require(instant(0, 0, 1, day: 32))
    #expect(leap.seconds(since: before) == 1.25)
    #expect(before.seconds(since: leap) == -1.25)
    #expect(after.seconds(since: leap) == 0.75)
    #expect(after.seconds(since: before) == 2)
  }
}
