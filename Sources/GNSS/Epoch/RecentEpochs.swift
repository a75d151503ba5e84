internal import NMEA

/// The last epochs that were given out: their times, and which sentences each of them had.
///
/// So a sentence that comes late is known for what it is: a straggler is missing in its epoch, and a sentence that
/// its epoch has had already comes from a clock that was set back.
struct RecentEpochs {
  private struct Epoch {
    var time: Int64 = -1
    var burst: UInt64 = 0
  }

  /// On the heap, since an inline array that is a member of a value is copied as often as it is looked at.
  private var epochs = [Epoch](repeating: Epoch(), count: 8)
  private var next = 0
  /// The time of the newest one, and its sentences.
  private(set) var newest: (time: TimeOfDay, burst: UInt64)?

  /// Times closer than this may be one epoch: decimals are rounded differently in different sentences.
  static let tolerance: Int64 = 10_000_000

  /// Whether two times of day are so close.
  static func areNear(_ a: TimeOfDay, _ b: TimeOfDay) -> Bool {
    abs(a.nanosecondsOfDay - b.nanosecondsOfDay) <= tolerance
  }

  /// The sentences of all of them.
  var all: UInt64 {
    var all: UInt64 = 0
    for epoch in epochs { all |= epoch.burst }
    return all
  }

  /// Remembers an epoch that is given out.
  mutating func append(_ time: TimeOfDay, _ burst: UInt64) {
    epochs[next] = Epoch(time: time.nanosecondsOfDay, burst: burst)
    next = (next + 1) % 8
    newest = (time, burst)
  }

  /// Whether an epoch of exactly this time is among them.
  func contains(_ time: TimeOfDay) -> Bool { burst(at: time.nanosecondsOfDay) != nil }

  /// Whether an epoch of about this time is among them.
  func containsNear(_ time: TimeOfDay) -> Bool {
    let wanted = time.nanosecondsOfDay
    return epochs.contains { $0.time >= 0 && abs($0.time - wanted) <= Self.tolerance }
  }

  private func burst(at time: Int64) -> UInt64? { epochs.first { $0.time == time }?.burst }

  /// Whether an epoch of about this time is among them that this sentence did not come for.
  ///
  /// An epoch of exactly this time is asked alone: at 100 epochs a second all neighbours are near.
  func lacks(_ bit: UInt64, at time: TimeOfDay) -> Bool {
    let wanted = time.nanosecondsOfDay
    if let burst = burst(at: wanted) { return burst & bit == 0 }
    return epochs.contains {
      $0.time >= 0 && abs($0.time - wanted) <= Self.tolerance && $0.burst & bit == 0
    }
  }
}

/// How a time of day stands to that of an epoch.
enum TimeOrder {
  /// It is the epoch's own.
  case same
  /// It lies ahead.
  case later
  /// It lies a little back: a straggler, or a clock that was set back by seconds.
  case earlier
  /// It lies so far back that the clock must have been set, unless it is the time of an epoch that is remembered.
  case farEarlier

  /// A time that lies this much back may be a straggler's.
  private static let reach: Int64 = 3_000_000_000
  private static let day: Int64 = 86_400_000_000_000

  /// Compares a sentence's time with an epoch's, midnight and the leap second considered.
  ///
  /// A burst says each of its sentences once, so a time that is only near is the epoch's own for those sentences
  /// that it has not had: `isRepeated` says that it has.
  init(_ time: TimeOfDay, to epoch: TimeOfDay, isRepeated: Bool) {
    let distance = time.nanosecondsOfDay - epoch.nanosecondsOfDay
    if distance == 0 || !isRepeated && abs(distance) <= RecentEpochs.tolerance {
      self = .same
      return
    }
    let back = Self.distance(from: epoch, back: time)
    if back <= 0 {
      self = .later
    } else {
      self = back <= Self.reach ? .earlier : .farEarlier
    }
  }

  /// Nanoseconds by which a time lies behind another one; negative if it lies ahead.
  ///
  /// The second 60 ends a day, and midnight comes behind it.
  private static func distance(from epoch: TimeOfDay, back time: TimeOfDay) -> Int64 {
    let back = epoch.nanosecondsOfDay - time.nanosecondsOfDay
    if back > day / 2 { return min(back - day, -1) }
    if back < -day / 2 { return back + day }
    return back
  }
}
