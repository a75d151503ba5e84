internal import GPSBridge

/// A time as UBX messages express it: the GPS week, and the time since its beginning.
struct GPSTime: Sendable, Hashable {
  /// Weeks since January 6, 1980, without rollover.
  let week: Int
  /// Milliseconds since the week began.
  let milliseconds: Int
  /// Seconds by which GPS time is ahead of UTC.
  let leapSeconds: Int

  /// Seconds from 1970 to the first week.
  private static let beginning: Int64 = 315_964_800
  private static let weekLength: Int64 = 604_800_000

  /// Converts a date and time in UTC; `leapDay` is the day after the scenario's leap second.
  init(_ date: CivilDate, _ time: TimeOfDay, leapDay: CivilDate?) {
    var leap = Self.leapSeconds(on: date)
    if let leapDay, date.daysSince1970 >= leapDay.daysSince1970, leap == Self.leapSeconds(on: leapDay) {
      leap += 1
    }
    let midnight = Int64(date.daysSince1970) * 86_400 - Self.beginning
    let seconds = midnight + Int64(time.hour) * 3600 + Int64(time.minute) * 60 + Int64(time.second)
    let total = (seconds + Int64(leap)) * 1000 + (Int64(time.nanosecond) + 500_000) / 1_000_000
    week = Int(total >= 0 ? total / Self.weekLength : 0)
    milliseconds = Int((total % Self.weekLength + Self.weekLength) % Self.weekLength)
    leapSeconds = leap
  }

  /// Creates the time of a clock that was never set and counts from power-on.
  init(sinceStart milliseconds: Int64) {
    week = 0
    self.milliseconds = Int(max(0, milliseconds) % Self.weekLength)
    leapSeconds = 18
  }

  /// The number of leap seconds on a day.
  ///
  /// This list is separate: sharing the decoder's would hide an error in it.
  private static func leapSeconds(on date: CivilDate) -> Int {
    let january = [1988, 1990, 1991, 1996, 1999, 2006, 2009, 2017]
    let july = [1981, 1982, 1983, 1985, 1992, 1993, 1994, 1997, 2012, 2015]
    return january.count { $0 <= date.year }
      + july.count { $0 < date.year || $0 == date.year && date.month >= 7 }
  }
}
