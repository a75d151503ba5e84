internal import NMEA

/// Turns the time of the week of GPS, by which u-blox names an epoch, into the time of day of UTC.
///
/// GPS has no leap seconds. How far it is ahead the receiver says by a message that has both times, or by a number;
/// until then the table says it, by date.
struct WeekClock {
  /// Seconds by which GPS is ahead, as the receiver said; nil until it did.
  private(set) var leapSeconds: Int?
  /// Whether the receiver knows the time of the week; without it the numbers count from its start.
  var isKnown = true
  /// Whether the latest sentence that should have a time had none.
  var isDenied = false
  /// The day that the receiver's own week named last.
  private var namedDay: CivilDate?

  private static let day: Int64 = 86_400_000_000_000
  private static let week = 7 * day
  /// No receiver will be told of more.
  private static let most = 60

  /// Takes the day that a message's own week names; nil where it names none.
  mutating func learn(_ day: CivilDate?) { namedDay = day ?? namedDay }

  /// Takes the number of leap seconds that the receiver has heard of.
  mutating func learn(leapSeconds: Int) {
    guard 0...Self.most ~= leapSeconds else { return }
    self.leapSeconds = leapSeconds
  }

  /// Learns from a message that says both times of one moment.
  ///
  /// The time of the week is rounded to a millisecond, and the clock of an old receiver is off by some.
  mutating func learn(_ timeOfWeek: UInt32, is time: TimeOfDay) {
    // The leap second itself belongs to neither count.
    guard time.second < 60 else { return }
    let ahead = (Int64(timeOfWeek) * 1_000_000 - time.nanosecondsOfDay) % Self.day
    let milliseconds = ((ahead + Self.day) % Self.day + 500_000) / 1_000_000
    let seconds = (milliseconds + 500) / 1000
    guard abs(milliseconds - seconds * 1000) <= 20 else { return }
    learn(leapSeconds: Int(seconds % 86_400))
  }

  /// The time of day of UTC at a time of the week in milliseconds, and nanoseconds to be added to it.
  ///
  /// Nil for a time that no week has. The table is asked for today, as well as that is known.
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

  /// The day of UTC at a moment of a week that is counted from 1980; nil for a moment that no week has.
  func day(week: Int16, _ timeOfWeek: UInt32, today: CivilDate?) -> CivilDate? {
    guard let moment = WeekTime(week: Int(week), milliseconds: Int(timeOfWeek)) else { return nil }
    return moment.utc(leapSeconds: leapSeconds ?? assumed(on: moment.date))?.date
  }

  /// The seconds of the table, for a receiver that has not told them: on the day of its own week where that is known.
  func assumed(on day: CivilDate?) -> Int {
    LeapSecondTable.seconds(on: namedDay ?? day ?? DateReference.buildDate)
  }
}
