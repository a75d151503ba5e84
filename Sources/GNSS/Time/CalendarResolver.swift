internal import NMEA

/// The day that a receiver's date is compared with: a day that is known to be about right.
public struct DateReference: Sendable, Hashable {
  /// The day, or nil where nothing is known: dates then stay as they are sent.
  public var day: CivilDate?
  /// Whether a `# Date:` line in front of a recording may set the day.
  public var honorsRecordingHeader: Bool

  /// The day this package's rules were last looked at.
  ///
  /// A host whose clock is older than that has lost its time.
  public static let buildDate = CivilDate(daysSince1970: 20_777)

  /// For a receiver that sends now: the host's clock, and never before the build.
  ///
  /// Pass nil where nobody vouches for that clock: then it is the day of the build.
  public static func live(hostClock: UTC?) -> DateReference {
    DateReference(day: hostClock.map { max($0.date, buildDate) } ?? buildDate, honorsRecordingHeader: false)
  }

  /// For a recording: the given day, or none until the recording's own header names one.
  public static func recording(_ day: CivilDate? = nil) -> DateReference {
    DateReference(day: day, honorsRecordingHeader: day == nil)
  }
}

/// Turns times of day into instants: remembers the last date, notices midnight, and mends rolled-over week counters.
struct CalendarResolver {
  /// The day to compare dates with.
  var reference: DateReference {
    didSet { reckoned = nil }
  }
  /// The last day, as the receiver counts, and the time of day it was last seen at.
  private var day: CivilDate?
  private var lastTime: TimeOfDay?
  /// A date that the receiver sent once more after midnight.
  private var lateDate: CivilDate?
  private var century = false
  /// Whether the day came with a time that no epoch has reached yet.
  private var isAhead = false
  /// The last day that was reckoned with, and what came out: days change seldom.
  private var reckoned: Reckoning?

  /// A day as the receiver counts, and what it is in truth.
  private struct Reckoning {
    var day: CivilDate
    /// The days from 1970 to the true one.
    var daysSince1970: Int
    /// Weeks that had to be added to it.
    var rolloverWeeks: Int
  }

  init(_ reference: DateReference) { self.reference = reference }

  /// Whether any date is known.
  var hasDate: Bool { day != nil }
  /// The day, as well as it is known.
  var today: CivilDate? { day.map { trueDay(of: $0) } ?? reference.day }

  /// The day of a moment in a week that is counted from 1980, with the weeks of a counter that has rolled over.
  func trueDay(of week: Int16, _ timeOfWeek: UInt32) -> CivilDate? {
    WeekTime(week: Int(week), milliseconds: Int(timeOfWeek)).map { trueDay(of: $0.date) }
  }

  private func trueDay(of day: CivilDate) -> CivilDate {
    let days = day.daysSince1970
    let weeks = rolloverWeeks(of: days)
    return weeks == 0 ? day : CivilDate(daysSince1970: days + 7 * weeks)
  }

  /// Takes a date that came with a time, which may be ahead: not the open epoch's, but one that may follow it.
  mutating func take(_ date: ReceivedDate, at time: TimeOfDay?, isAhead: Bool = false) {
    // A receiver that has lost its date says 1 January of some year before GPS began.
    guard date.day.year >= 1980 else { return }
    if isLate(date.day, at: time) { lateDate = date.day } else if lateDate != date.day { lateDate = nil }
    day = lateDate == nil ? date.day : date.day.advanced(by: 1)
    century = date.hasGuessedCentury
    lastTime = time ?? lastTime
    self.isAhead = isAhead
  }

  /// Whether a date is still that of the day before, though midnight has passed: some receivers change it an epoch late.
  private func isLate(_ date: CivilDate, at time: TimeOfDay?) -> Bool {
    guard let time, let lastTime, let day, Self.isContinuous(from: lastTime, to: time) else { return false }
    let isPast = lastTime.nanosecondsOfDay - time.nanosecondsOfDay > Self.halfDay
    // A sentence without a date has passed midnight some seconds before.
    let wasPast = time.nanosecondsOfDay < Self.latest && date.advanced(by: 1) == day
    return date == day ? isPast : wasPast
  }

  /// The instant of a time of day, or nil while no date is known.
  ///
  /// Midnight is no question if this very epoch brought a date.
  mutating func resolve(_ time: TimeOfDay, hasOwnDate: Bool) -> (UTC, TimeCorrections)? {
    guard var day else { return nil }
    if !hasOwnDate, let lastTime, !Self.isContinuous(from: lastTime, to: time) {
      // The clock was set, as by a cold start: the day that was known belongs to the other time.
      self.day = nil
      return nil
    }
    var corrections = TimeCorrections()
    if !hasOwnDate, let lastTime, lastTime.nanosecondsOfDay - time.nanosecondsOfDay > Self.halfDay {
      day = day.advanced(by: 1)
      corrections.midnight = true
    } else if isAhead, let lastTime, time.nanosecondsOfDay - lastTime.nanosecondsOfDay > Self.halfDay {
      day = day.advanced(by: -1)
      corrections.midnight = true
    }
    isAhead = false
    self.day = day
    lastTime = time
    corrections.century = century
    corrections.leapSecond = time.second == 60
    let truth: Reckoning
    if let reckoned, reckoned.day == day { truth = reckoned } else { truth = reckon(day) }
    corrections.rolloverWeeks = truth.rolloverWeeks
    return (UTC(daysSince1970: truth.daysSince1970, time), corrections)
  }

  /// A date may be that of the day before until this time of day.
  private static let latest: Int64 = 10 * 1_000_000_000
  private static let halfDay: Int64 = 12 * 3600 * 1_000_000_000

  /// Whether one time of day can follow another one by a clock that goes on, midnight considered: not more than a few
  /// seconds back, as behind a date that was ahead, nor hours ahead.
  private static func isContinuous(from last: TimeOfDay, to time: TimeOfDay) -> Bool {
    let second: Int64 = 1_000_000_000
    var step = time.nanosecondsOfDay - last.nanosecondsOfDay
    if step > halfDay { step -= 2 * halfDay } else if step < -halfDay { step += 2 * halfDay }
    return -10 * second...7200 * second ~= step
  }

  private mutating func reckon(_ day: CivilDate) -> Reckoning {
    let days = day.daysSince1970
    let weeks = rolloverWeeks(of: days)
    let result = Reckoning(day: day, daysSince1970: days + 7 * weeks, rolloverWeeks: weeks)
    reckoned = result
    return result
  }

  /// Weeks to add so that the day lies within a year of the reference: a multiple of 1024, never negative; or none.
  private func rolloverWeeks(of daysSince1970: Int) -> Int {
    guard let target = reference.day else { return 0 }
    let gap = target.daysSince1970 - daysSince1970
    let era = 1024 * 7
    let count = (gap + era / 2) / era
    guard gap > 366, count >= 1, abs(gap - count * era) <= 366 else { return 0 }
    return count * 1024
  }
}

/// A date as a receiver says it, with the century put in front where it is missing.
struct ReceivedDate: Hashable {
  var day: CivilDate
  /// Whether four digits were promised and two were sent.
  var hasGuessedCentury = false

  /// The day of a moment that has no doubt.
  init(_ day: CivilDate) { self.day = day }

  /// Two digits of a year mean 1980 to 2079: GPS began in 1980.
  private static func full(_ year: Int) -> Int { year + (year < 80 ? 2000 : 1900) }

  /// The date of RMC; nil for a day that the calendar does not have.
  init?(_ date: DayMonthYear) {
    guard let day = CivilDate(year: Self.full(Int(date.year)), month: Int(date.month), day: Int(date.day))
    else {
      return nil
    }
    self.day = day
  }

  /// The date of ZDA, whose year should have four digits.
  init?(year: Int, month: Int, day: Int) {
    let isShort = year < 100
    guard let day = CivilDate(year: isShort ? Self.full(year) : year, month: month, day: day) else {
      return nil
    }
    self.day = day
    hasGuessedCentury = isShort
  }
}
