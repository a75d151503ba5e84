internal import NMEA

/// Converts the time of the GPS week, which identifies u-blox epochs, to the time of day in UTC.
///
/// GPS time has no leap seconds. The receiver reports the difference in a message with both times, or as a
/// number; until then it is taken from a table by date.
struct WeekClock {
  /// Seconds by which GPS time is ahead, as reported by the receiver; nil until then.
  private(set) var leapSeconds: Int?
  /// Whether the receiver knows the time of the week; otherwise the numbers count from its start.
  var isKnown = true
  /// Whether the latest sentence with a field for the time left it empty.
  var isDenied = false
  /// The last day from the receiver's own week number.
  private var namedDay: CivilDate?

  private static let day: Int64 = 86_400_000_000_000
  /// An upper limit for plausible leap seconds.
  private static let most = 60

  /// Stores the day from a message's week number; nil if it has none.
  mutating func learn(_ day: CivilDate?) { namedDay = day ?? namedDay }

  /// Stores the number of leap seconds that the receiver reports.
  mutating func learn(leapSeconds: Int) {
    guard 0...Self.most ~= leapSeconds else { return }
    self.leapSeconds = leapSeconds
  }

  /// Learns the difference from a message with both times of one instant.
  ///
  /// The time of the week is rounded to a millisecond, and an old receiver's clock is off by several.
  mutating func learn(_ timeOfWeek: UInt32, is time: TimeOfDay) {
    // The leap second itself belongs to neither offset.
    guard time.second < 60 else { return }
    let ahead = (Int64(timeOfWeek) * 1_000_000 - time.nanosecondsOfDay) % Self.day
    let milliseconds = ((ahead + Self.day) % Self.day + 500_000) / 1_000_000
    let seconds = (milliseconds + 500) / 1000
    guard abs(milliseconds - seconds * 1000) <= 20 else { return }
    learn(leapSeconds: Int(seconds % 86_400))
  }

  /// The time of day in UTC for a time of the week in milliseconds, plus nanoseconds.
  ///
  /// Nil if the time exceeds a week. The table is used with the best known day.
  func time(_ timeOfWeek: UInt32, fraction: Int32 = 0, today: CivilDate?) -> TimeOfDay? {
    guard timeOfWeek < 604_800_000 else { return nil }
    let ahead = Int64(leapSeconds ?? assumed(on: today)) * 1_000_000_000
    let told = Int64(timeOfWeek) * 1_000_000 + Int64(fraction) - ahead
    let ofDay = (told % Self.day + Self.day) % Self.day
    let seconds = Int(ofDay / 1_000_000_000)
    return TimeOfDay(
      hour: seconds / 3600, minute: seconds / 60 % 60, second: seconds % 60,
      nanosecond: Int(ofDay % 1_000_000_000))
  }

  /// The date in UTC for a week number since 1980 and a time; nil if the time exceeds a week.
  func day(week: Int16, _ timeOfWeek: UInt32, today: CivilDate?) -> CivilDate? {
    guard let moment = WeekTime(week: Int(week), milliseconds: Int(timeOfWeek)) else { return nil }
    return moment.utc(leapSeconds: leapSeconds ?? assumed(on: moment.date))?.date
  }

  /// The leap seconds from the table until the receiver reports them, by the receiver's own week if known.
  func assumed(on day: CivilDate?) -> Int {
    LeapSecondTable.seconds(on: namedDay ?? day ?? DateReference.buildDate)
  }
}
