internal import GNSS
internal import NMEA

/// Gives positions that came before the first date the day that the date behind them tells.
///
/// A recording often begins between the sentence with a time and the one with its date. Positions wait here until
/// the date comes; those that no date follows are handed on without one.
///
/// ```
/// GGA 23:59:59   GGA 00:00:00   RMC 00:00:00, 21 November
/// └ 20 November  └ 21 November
/// ```
struct TrackDating {
  /// A position without a date, and when it came.
  struct Undated {
    var fix: Fix
    var arrival: Duration?
    var isSuspect = false
  }

  private var waiting: [Undated] = []
  /// How many positions got their day from a later one.
  private(set) var dated = 0

  /// The memory that a recording without any date may cost.
  static let most = 4096
  /// A longer step is a clock that was set: what it showed before belongs to no known day.
  private static let longestStep: Int64 = 7200 * 1_000_000_000
  private static let day: Int64 = 86_400 * 1_000_000_000

  /// Whether this position has to wait for a date.
  func mustWait(_ fix: Fix) -> Bool { fix.time == nil && (fix.timeOfDay != nil || !waiting.isEmpty) }

  /// Keeps a position without a date; returns those that have waited in vain.
  mutating func keep(_ position: Undated) -> [Undated] {
    waiting.append(position)
    return waiting.count < Self.most ? [] : release()
  }

  /// Returns what has waited for this epoch, dated back from it as far as the clock ran evenly.
  mutating func release(before epoch: Fix) -> [Undated] {
    guard !waiting.isEmpty, let time = epoch.time else { return [] }
    var (date, next) = (time.date, time.timeOfDay)
    for index in waiting.indices.reversed() {
      guard let clock = waiting[index].fix.timeOfDay else { continue }
      var step = next.nanosecondsOfDay - clock.nanosecondsOfDay
      let isBeforeMidnight = step < 0
      if isBeforeMidnight { step += Self.day }
      guard step <= Self.longestStep else { break }
      if isBeforeMidnight { date = date.advanced(by: -1) }
      next = clock
      waiting[index].fix.time = UTC(date, clock)
      waiting[index].fix.timeCorrections = corrections(like: epoch, clock, date != time.date)
      dated += 1
    }
    return release()
  }

  /// Returns all that waits, as it is.
  mutating func release() -> [Undated] {
    defer { waiting = [] }
    return waiting
  }

  private func corrections(like epoch: Fix, _ clock: TimeOfDay, _ isOtherDay: Bool) -> TimeCorrections {
    var corrections = epoch.timeCorrections
    corrections.midnight = isOtherDay
    corrections.leapSecond = clock.second == 60
    return corrections
  }
}
