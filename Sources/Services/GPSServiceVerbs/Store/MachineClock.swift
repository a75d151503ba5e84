internal import GNSS
internal import GPSBase
internal import Glibc

/// Days and times in this machine's time zone, or in UTC.
struct MachineClock: Sendable {
  var isUTC = false

  /// A day, from its first moment to its last millisecond.
  func day(_ date: CivilDate) -> ClosedRange<UTC> {
    let begin = midnight(date)
    let end = midnight(date.advanced(by: 1))
    return UTC(
      secondsSince1970: begin)...UTC(
        secondsSince1970: max(begin, end - 1), nanosecond: 999_000_000)
  }

  /// The day of a moment, or a number of days later.
  func day(of moment: UTC, _ days: Int) -> ClosedRange<UTC> { day(date(moment).advanced(by: days)) }

  /// The date of a moment.
  func date(_ moment: UTC) -> CivilDate {
    UTC(secondsSince1970: moment.secondsSince1970 + ahead(at: moment.secondsSince1970)).date
  }

  /// `07:02`, with a Z in UTC.
  func time(_ moment: UTC) -> String {
    let local = moment.secondsSince1970 + ahead(at: moment.secondsSince1970)
    let minute = Int(local - Int64(date(moment).daysSince1970) * 86_400) / 60
    return NumberText.padded(minute / 60, 2) + ":" + NumberText.padded(minute % 60, 2)
      + (isUTC ? "Z" : "")
  }

  /// `2026-11-20`.
  func day(_ moment: UTC) -> String { Self.text(date(moment)) }

  static func text(_ date: CivilDate) -> String {
    "\(NumberText.padded(date.year, 4))-\(NumberText.padded(date.month, 2))-\(NumberText.padded(date.day, 2))"
  }

  /// The second at which a day begins; clocks are put forward at midnight in some places.
  private func midnight(_ date: CivilDate) -> Int64 {
    let utc = Int64(date.daysSince1970) * 86_400
    guard !isUTC else { return utc }
    let guess = utc - ahead(at: utc)
    return utc - ahead(at: guess)
  }

  /// The seconds by which the machine's time is ahead of UTC.
  private func ahead(at second: Int64) -> Int64 {
    guard !isUTC else { return 0 }
    var seconds = time_t(second)
    var local = unsafe tm()
    guard unsafe localtime_r(&seconds, &local) != nil else { return 0 }
    return unsafe Int64(local.tm_gmtoff)
  }
}
