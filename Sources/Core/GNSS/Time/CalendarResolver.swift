internal import NMEA

/// The reference for a receiver's dates: a day that is known to be approximately right.
public struct DateReference: Sendable, Hashable {
  /// The day; nil if unknown, in which case dates are not corrected.
  public var day: CivilDate?
  /// Whether a `# Date:` line at the start of a recording may set the day.
  public var honorsRecordingHeader: Bool

  /// The day when the rules of this package were last reviewed.
  ///
  /// A host whose clock shows an earlier day has lost its time.
  public static let buildDate = CivilDate(daysSince1970: 20_777)

  /// The reference for a receiver that is sending now: the host's date, but at least the build date.
  ///
  /// Pass nil if that clock is not known to be right; then the day is the build date.
  public static func live(hostClock: UTC?) -> DateReference {
    DateReference(day: hostClock.map { max($0.date, buildDate) } ?? buildDate, honorsRecordingHeader: false)
  }

  /// The reference for a recording: the given day, or nil until the recording's header provides one.
  public static func recording(_ day: CivilDate? = nil) -> DateReference {
    DateReference(day: day, honorsRecordingHeader: day == nil)
  }
}

/// Converts times of day to instants: keeps the last date, detects midnight, corrects week rollovers.
struct CalendarResolver {
  /// The day that dates are compared with.
  var reference: DateReference { didSet { reckoned = nil } }
  /// The last day by the receiver's calendar, and the time of day when it was last seen.
  private var day: CivilDate?
  private var lastTime: TimeOfDay?
  /// A date that the receiver repeated after midnight.
  private var lateDate: CivilDate?
  private var century = false
  /// Whether the day came with a time that no epoch has reached yet.
  private var isAhead = false
  /// The last conversion, cached since days seldom change.
  private var reckoned: Reckoning?

  /// A day by the receiver's calendar, and the true day.
  private struct Reckoning {
    var day: CivilDate
    /// The true day, in days since 1970.
    var daysSince1970: Int
    var rolloverWeeks: Int
  }

  init(_ reference: DateReference) { self.reference = reference }

  /// Whether a date is known.
  var hasDate: Bool { day != nil }
  /// The best known day.
  var today: CivilDate? { day.map { trueDay(of: $0) } ?? reference.day }

  /// The true day of a week number since 1980 and a time, corrected for rollovers.
  func trueDay(of week: Int16, _ timeOfWeek: UInt32) -> CivilDate? {
    WeekTime(week: Int(week), milliseconds: Int(timeOfWeek)).map { trueDay(of: $0.date) }
  }

  private func trueDay(of day: CivilDate) -> CivilDate {
    let days = day.daysSince1970
    let weeks = rolloverWeeks(of: days)
    return weeks == 0 ? day : CivilDate(daysSince1970: days + 7 * weeks)
  }

  /// Stores a date with its time, which may be ahead of the open epoch and belong to a later one.
  mutating func take(_ date: ReceivedDate, at time: TimeOfDay?, isAhead: Bool = false) {
    // A receiver without a date sends 1 January of a year before GPS began.
    guard date.day.year >= 1980 else { return }
    if isLate(date.day, at: time) { lateDate = date.day } else if lateDate != date.day { lateDate = nil }
    day = lateDate == nil ? date.day : date.day.advanced(by: 1)
    century = date.hasGuessedCentury
    lastTime = time ?? lastTime
    self.isAhead = isAhead
  }

  /// Whether a date is still the previous day's after midnight: some receivers change it one epoch late.
  private func isLate(_ date: CivilDate, at time: TimeOfDay?) -> Bool {
    guard let time, let lastTime, let day, Self.isContinuous(from: lastTime, to: time) else { return false }
    let isPast = lastTime.nanosecondsOfDay - time.nanosecondsOfDay > Self.halfDay
    // A sentence without a date may have passed midnight some seconds before.
    let wasPast = time.nanosecondsOfDay < Self.latest && date.advanced(by: 1) == day
    return date == day ? isPast : wasPast
  }

  /// The instant of a time of day, or nil while no date is known.
  ///
  /// If this epoch has its own date, no correction for midnight is needed.
  mutating func resolve(_ time: TimeOfDay, hasOwnDate: Bool) -> (UTC, TimeCorrections)? {
    guard var day else { return nil }
    if !hasOwnDate, let lastTime, !Self.isContinuous(from: lastTime, to: time) {
      // The clock was set, perhaps by a cold start: the stored day belongs to the old time.
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

  /// The time of day until which a date may still be the previous day's.
  private static let latest: Int64 = 10 * 1_000_000_000
  private static let halfDay: Int64 = 12 * 3600 * 1_000_000_000

  /// Whether a time of day can follow another without the clock being set, allowing for midnight: at most a
  /// few seconds back, as after a date that was ahead, and not hours ahead.
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

  /// The weeks to add so that the day is within a year of the reference: 0 or a positive multiple of 1024.
  private func rolloverWeeks(of daysSince1970: Int) -> Int {
    guard let target = reference.day else { return 0 }
    let gap = target.daysSince1970 - daysSince1970
    let era = 1024 * 7
    let count = (gap + era / 2) / era
    guard gap > 366, count >= 1, abs(gap - count * era) <= 366 else { return 0 }
    return count * 1024
  }
}

/// A date as received, with the century added if it is missing.
struct ReceivedDate: Hashable {
  var day: CivilDate
  /// Whether the year had two digits instead of four.
  var hasGuessedCentury = false

  init(_ day: CivilDate) { self.day = day }

  /// Two-digit years mean 1980 to 2079, since GPS began in 1980.
  private static func full(_ year: Int) -> Int { year + (year < 80 ? 2000 : 1900) }

  /// The date in RMC; nil if the day does not exist.
  init?(_ date: DayMonthYear) {
    guard let day = CivilDate(year: Self.full(Int(date.year)), month: Int(date.month), day: Int(date.day))
    else {
      return nil
    }
    self.day = day
  }

  /// The date in ZDA, whose year should have four digits.
  init?(year: Int, month: Int, day: Int) {
    let isShort = year < 100
    guard let day = CivilDate(year: isShort ? Self.full(year) : year, month: month, day: day) else {
      return nil
    }
    self.day = day
    hasGuessedCentury = isShort
  }
}
