internal import GNSS
internal import NMEA

/// Dates positions that were received before the first date.
///
/// A recording often begins between a sentence with a time and the one with its date. Positions wait here
/// until the date comes; without a date, they are returned undated.
///
/// ```
/// GGA 23:59:59   GGA 00:00:00   RMC 00:00:00, 21 November
/// └ 20 November  └ 21 November
/// ```
struct TrackDating {
  /// A position without a date, and its arrival.
  struct Undated {
    var fix: Fix
    var arrival: Duration?
    var isSuspect = false
  }

  private var waiting: [Undated] = []
  /// The number of positions dated by a later sentence.
  private(set) var dated = 0

  /// The maximum number of waiting positions, which bounds memory if a recording has no date.
  static let most = 4096
  /// A longer step means that the clock was set; the date before it is unknown.
  private static let longestStep: Int64 = 7200 * 1_000_000_000
  private static let day: Int64 = 86_400 * 1_000_000_000

  /// Whether this position must wait for a date.
  func mustWait(_ fix: Fix) -> Bool { fix.time == nil && (fix.timeOfDay != nil || !waiting.isEmpty) }

  /// Stores a position without a date; returns the waiting positions if there are too many.
  mutating func keep(_ position: Undated) -> [Undated] {
    waiting.append(position)
    return waiting.count < Self.most ? [] : release()
  }

  /// Returns the positions that waited for this epoch, dated backward as far as the clock ran evenly.
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

  /// Returns all waiting positions undated.
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
