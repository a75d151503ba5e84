internal import NMEA

/// The last emitted epochs: their times and sentences.
///
/// They classify late sentences: a straggler's epoch lacks the sentence, and a sentence that its epoch
/// already has comes from a clock that was set back.
struct RecentEpochs {
  private struct Epoch {
    var time: Int64 = -1
    var burst: UInt64 = 0
  }

  /// Allocated on the heap: an inline array in a value would be copied at each access.
  private var epochs = [Epoch](repeating: Epoch(), count: 8)
  private var next = 0
  /// The time of the newest epoch, and its sentences.
  private(set) var newest: (time: TimeOfDay, burst: UInt64)?

  /// Times closer than this may be one epoch: sentences round decimals differently.
  static let tolerance: Int64 = 10_000_000

  /// Whether two times of day are within the tolerance.
  static func areNear(_ a: TimeOfDay, _ b: TimeOfDay) -> Bool {
    abs(a.nanosecondsOfDay - b.nanosecondsOfDay) <= tolerance
  }

  /// The sentences of all these epochs.
  var all: UInt64 {
    var all: UInt64 = 0
    for epoch in epochs { all |= epoch.burst }
    return all
  }

  mutating func append(_ time: TimeOfDay, _ burst: UInt64) {
    epochs[next] = Epoch(time: time.nanosecondsOfDay, burst: burst)
    next = (next + 1) % 8
    newest = (time, burst)
  }

  func contains(_ time: TimeOfDay) -> Bool { burst(at: time.nanosecondsOfDay) != nil }

  func containsNear(_ time: TimeOfDay) -> Bool {
    let wanted = time.nanosecondsOfDay
    return epochs.contains { $0.time >= 0 && abs($0.time - wanted) <= Self.tolerance }
  }

  private func burst(at time: Int64) -> UInt64? { epochs.first { $0.time == time }?.burst }

  /// Whether an epoch of approximately this time lacks this sentence.
  ///
  /// If an epoch has exactly this time, only that one counts: at 100 epochs per second, neighbors are close.
  func lacks(_ bit: UInt64, at time: TimeOfDay) -> Bool {
    let wanted = time.nanosecondsOfDay
    if let burst = burst(at: wanted) { return burst & bit == 0 }
    return epochs.contains { $0.time >= 0 && abs($0.time - wanted) <= Self.tolerance && $0.burst & bit == 0 }
  }
}

/// The relation of a time of day to an epoch's.
enum TimeOrder {
  /// The time is the epoch's own.
  case same
  case later
  /// The time is slightly earlier: a straggler, or a clock that was set back by seconds.
  case earlier
  /// The time is far earlier, so the clock must have been set, unless a recent epoch has this time.
  case farEarlier

  /// The largest difference of a straggler's time.
  private static let reach: Int64 = 3_000_000_000
  private static let day: Int64 = 86_400_000_000_000

  /// Compares a sentence's time with an epoch's, allowing for midnight and the leap second.
  ///
  /// A burst has each of its sentences once. So a time that is only close counts as the epoch's own for
  /// sentences that the epoch lacks: `isRepeated` means that it has the sentence.
  init(_ time: TimeOfDay, to epoch: TimeOfDay, isRepeated: Bool) {
    let distance = time.nanosecondsOfDay - epoch.nanosecondsOfDay
    if distance == 0 || !isRepeated && abs(distance) <= RecentEpochs.tolerance {
      self = .same
      return
    }
    let back = Self.distance(from: epoch, back: time)
    if back <= 0 { self = .later } else { self = back <= Self.reach ? .earlier : .farEarlier }
  }

  /// Nanoseconds from a time back to another; negative if the latter is later.
  ///
  /// Second 60 ends a day, and midnight follows it.
  private static func distance(from epoch: TimeOfDay, back time: TimeOfDay) -> Int64 {
    let back = epoch.nanosecondsOfDay - time.nanosecondsOfDay
    if back > day / 2 { return min(back - day, -1) }
    if back < -day / 2 { return back + day }
    return back
  }
}
