internal import NMEA

/// Turns times of day into instants: remembers the last date, notices midnight, and mends rolled-over week counters.
struct CalendarResolver {
  /// What dates are held against.
  var reference: DateReference
  /// The last day, as the receiver counts, and the time of day it was last seen at.
  private var day: CivilDate?
  private var lastTime: TimeOfDay?
  private var century = false

  init(_ reference: DateReference) { self.reference = reference }

  /// Whether any date is known.
  var hasDate: Bool { day != nil }

  /// Takes a date that came with a time.
  mutating func take(_ date: ReceivedDate, at time: TimeOfDay?) {
    // A receiver that has lost its date says 1 January of some year before GPS began.
    guard date.day.year >= 1980 else { return }
    day = date.day
    century = date.hasGuessedCentury
    lastTime = time ?? lastTime
  }

  /// The instant of a time of day, or nil while no date is known.
  ///
  /// Where this very epoch brought a date, midnight is no question.
  mutating func resolve(_ time: TimeOfDay, hasOwnDate: Bool) -> (UTC, TimeCorrections)? {
    guard var day else { return nil }
    var corrections = TimeCorrections()
    if !hasOwnDate, let lastTime, lastTime.nanosecondsOfDay - time.nanosecondsOfDay > Self.halfDay {
      day = day.advanced(by: 1)
      corrections.midnight = true
    }
    self.day = day
    lastTime = time
    corrections.century = century
    corrections.leapSecond = time.second == 60
    let weeks = rolloverWeeks(of: day)
    corrections.rolloverWeeks = weeks
    return (UTC(day.advanced(by: 7 * weeks), time), corrections)
  }

  private static let halfDay: Int64 = 12 * 3600 * 1_000_000_000

  /// Weeks to add so that the day lies within a year of the reference: a multiple of 1024, never negative; or none.
  private func rolloverWeeks(of day: CivilDate) -> Int {
    guard let target = reference.day else { return 0 }
    let gap = target.daysSince1970 - day.daysSince1970
    let era = 1024 * 7
    let count = (gap + era / 2) / era
    guard gap > 366, count >= 1, abs(gap - count * era) <= 366 else { return 0 }
    return count * 1024
  }
}
