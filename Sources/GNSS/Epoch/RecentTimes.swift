internal import NMEA

/// The times of the last epochs that were given out, so that a straggler is known for what it is.
struct RecentTimes {
  private var times = InlineArray<8, Int64>(repeating: -1)
  private var next = 0

  /// Times closer than this are one epoch: decimals are rounded differently in different sentences.
  static let tolerance: Int64 = 10_000_000

  /// Whether two times of day are one epoch's.
  static func areEqual(_ a: TimeOfDay, _ b: TimeOfDay) -> Bool {
    abs(a.nanosecondsOfDay - b.nanosecondsOfDay) <= tolerance
  }

  /// Remembers an epoch that is given out.
  mutating func append(_ time: TimeOfDay) {
    times[next] = time.nanosecondsOfDay
    next = (next + 1) % 8
  }

  /// Whether an epoch of this time has been given out lately.
  func contains(_ time: TimeOfDay) -> Bool {
    let wanted = time.nanosecondsOfDay
    for index in times.indices where times[index] >= 0 && abs(times[index] - wanted) <= Self.tolerance {
      return true
    }
    return false
  }
}
