package import GNSS

/// Places the epochs of a recording on a common time line, whether or not the receiver reports the date.
///
/// A time of day without a date is the nearest one to the latest time. Without any date before it, the line begins on
/// 1970-01-01, and dates that follow later count as days of that line.
///
/// ```
/// GGA 23:59:59   GGA 00:00:00
/// └ 1970-01-01   └ 1970-01-02
/// ```
package struct EpochLine: Sendable {
  private var latest: UTC?
  /// The days from the line to the receiver's dates; nil before its first date.
  private var daysAhead: Int?

  private static let halfDay = 43_200.0

  package init() {}

  /// Whether the times are the receiver's own, with its dates.
  package var isDated: Bool { daysAhead == 0 }

  /// The time of an epoch on the line; nil if the receiver does not report the time of day.
  package mutating func time(of fix: Fix) -> UTC? {
    guard fix.hasSteadyTime else { return nil }
    if let time = fix.steadyTime {
      let days =
        daysAhead ?? latest.map { Int((time.seconds(since: $0) / (2 * Self.halfDay)).rounded()) } ?? 0
      daysAhead = days
      latest = days == 0 ? time : UTC(time.date.advanced(by: -days), time.timeOfDay)
    } else if let clock = fix.timeOfDay {
      let day = latest?.date ?? CivilDate(daysSince1970: 0)
      let time = UTC(day, clock)
      let step = latest.map { time.seconds(since: $0) } ?? 0
      latest =
        abs(step) <= Self.halfDay ? time : UTC(day.advanced(by: step > 0 ? -1 : 1), clock)
    } else {
      return nil
    }
    return latest
  }
}
