internal import NMEA

/// Seconds by which GPS time is ahead of UTC, by date, for receivers that do not report them.
enum LeapSecondTable {
  /// The first days with one more second, each after the last day of June or December.
  private static let firstDays: [(year: Int, month: Int)] = [
    (1981, 7), (1982, 7), (1983, 7), (1985, 7), (1988, 1), (1990, 1), (1991, 1), (1992, 7), (1993, 7),
    (1994, 7), (1996, 1), (1997, 7), (1999, 1), (2006, 1), (2009, 1), (2012, 7), (2015, 7), (2017, 1),
  ]

  /// The seconds on a day; future days use the latest value.
  static func seconds(on day: CivilDate) -> Int {
    var seconds = 0
    for (year, month) in firstDays where (year, month) <= (day.year, day.month) { seconds += 1 }
    return seconds
  }
}

/// An instant in GPS time: a week, and the time since its beginning.
struct WeekTime: Hashable {
  /// Weeks since 6 January 1980, without rollover.
  var week: Int
  /// Milliseconds since the beginning of the week.
  var milliseconds: Int

  /// The day number of 6 January 1980, counted from 1970.
  static let firstDay = 3657
  private static let dayLength = 86_400_000
  private static let weekLength = 7 * dayLength

  /// Creates an instant; nil if the time exceeds a week.
  init?(week: Int, milliseconds: Int) {
    guard week >= 0, 0..<Self.weekLength ~= milliseconds else { return nil }
    (self.week, self.milliseconds) = (week, milliseconds)
  }

  /// Creates an instant from the last ten bits of the week, choosing the week nearest to a day.
  init?(shortWeek: Int, milliseconds: Int, near day: CivilDate) {
    let target = (day.daysSince1970 - Self.firstDay) / 7
    var week = target - target % 1024 + shortWeek % 1024
    if week - target > 512 { week -= 1024 } else if target - week > 512 { week += 1024 }
    self.init(week: week, milliseconds: milliseconds)
  }

  var date: CivilDate { CivilDate(daysSince1970: Self.firstDay + 7 * week + milliseconds / Self.dayLength) }

  /// The date and time in UTC, which is behind GPS time by a number of leap seconds.
  func utc(leapSeconds: Int) -> (date: CivilDate, time: TimeOfDay)? {
    var days = Self.firstDay + 7 * week
    var rest = milliseconds - 1000 * leapSeconds
    if rest < 0 {
      days -= 1
      rest += Self.dayLength
    }
    days += rest / Self.dayLength
    rest %= Self.dayLength
    let time = TimeOfDay(
      hour: rest / 3_600_000, minute: rest / 60_000 % 60, second: rest / 1000 % 60,
      nanosecond: rest % 1000 * 1_000_000)
    return time.map { (CivilDate(daysSince1970: days), $0) }
  }
}
