internal import NMEA

/// The times of the last epochs that were given out, so that a straggler is known for what it is.
struct RecentTimes {
  private var times = InlineArray<8, Int64>(repeating: -1)
  private var next = 0
  /// The time of the last one.
  private var last: Int64 = -1

  /// Times closer than this are one epoch: decimals are rounded differently in different sentences.
  static let tolerance: Int64 = 10_000_000

  /// Whether two times of day are one epoch's.
  static func areEqual(_ a: TimeOfDay, _ b: TimeOfDay) -> Bool {
    abs(a.nanosecondsOfDay - b.nanosecondsOfDay) <= tolerance
  }

  /// A time that lies this much back is a straggler; one that lies further back is a clock that was set.
  private static let reach: Int64 = 3_000_000_000
  private static let day: Int64 = 86_400_000_000_000

  /// Whether a time lies a little before another one, midnight and the leap second considered.
  static func isBehind(_ time: TimeOfDay, _ other: TimeOfDay) -> Bool {
    isBehind(time.nanosecondsOfDay, other.nanosecondsOfDay)
  }

  private static func isBehind(_ time: Int64, _ other: Int64) -> Bool {
    let step = other - time
    return step > 0 ? step <= reach : step + day > 0 && step + day <= reach
  }

  /// Whether a time lies a little before the epoch that was given out last.
  func isBehind(_ time: TimeOfDay) -> Bool { last >= 0 && Self.isBehind(time.nanosecondsOfDay, last) }

  /// Remembers an epoch that is given out.
  mutating func append(_ time: TimeOfDay) {
    last = time.nanosecondsOfDay
    times[next] = last
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
