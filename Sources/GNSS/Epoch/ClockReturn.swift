internal import NMEA

/// Tells a clock that was set back by seconds from a sentence that comes late.
///
/// A straggler comes alone: the next sentence belongs to the newest epoch again. A clock that was set back goes on
/// from there, so the second time behind the newest epoch that lies ahead of the first one is believed.
struct ClockReturn {
  /// The time that came behind the newest epoch, as long as nothing came of that epoch or ahead of it.
  private var candidate: Int64?
  /// Epochs with a time since one without; nil until the receiver was without.
  private var epochsSinceFound: Int?
  /// Whether the stream was interrupted, and no epoch has begun since.
  private var isFresh = false

  private static let day: Int64 = 86_400_000_000_000

  /// Whether a sentence may have come from a clock that was set back, so that what has no time may be its.
  var isSuspected: Bool { candidate != nil }

  /// The stream was interrupted: what comes next may be from another start of the receiver.
  mutating func restart() {
    self = ClockReturn()
    isFresh = true
  }

  /// A sentence came of the newest epoch.
  mutating func wentOn() { candidate = nil }

  /// Another epoch begins.
  mutating func began() {
    candidate = nil
    isFresh = false
  }

  /// An epoch was given out.
  mutating func ended(hasTime: Bool) {
    epochsSinceFound = hasTime ? epochsSinceFound.map { min($0 + 1, 100) } : 0
  }

  /// Whether a time behind the newest epoch is the receiver's new clock.
  ///
  /// A straggler's own epoch is known and has not had the sentence. A repeated one begins another burst: the newest
  /// epoch, which may be open, has had it. The interval between epochs is in nanoseconds, where it is known.
  mutating func believes(
    _ time: TimeOfDay, isStraggler: Bool, isRepeated: Bool, isOpen: Bool, interval: Int64?
  ) -> Bool {
    if isStraggler { return false }
    let time = time.nanosecondsOfDay
    if isFresh || isRepeated && isJustFound(isOpen) || isRepeated && goesOn(time, interval) {
      began()
      return true
    }
    if candidate == nil || !goesOn(time, nil) { candidate = time }
    return false
  }

  /// A receiver that has just found the time may set its clock a little back in its first epochs.
  private func isJustFound(_ isOpen: Bool) -> Bool {
    guard let epochsSinceFound else { return false }
    return 1...3 ~= epochsSinceFound + (isOpen ? 1 : 0)
  }

  /// Whether a time goes on from one behind the newest epoch: half an epoch ahead of it, and not beyond the newest.
  ///
  /// The newest time itself shows it only behind a burst of several sentences: single ones may both be repetitions.
  static func goesOn(
    from held: TimeOfDay, to time: TimeOfDay, upTo newest: TimeOfDay, _ isSingle: Bool, _ interval: Int64?
  ) -> Bool {
    let step = (time.nanosecondsOfDay - held.nanosecondsOfDay + day) % day
    let left = (newest.nanosecondsOfDay - time.nanosecondsOfDay + day) % day
    return step > RecentEpochs.tolerance / 2 && step < day / 2 && step >= (interval ?? 0) / 2
      && left < day / 2 && (left > 0 || !isSingle)
  }

  /// Whether a time lies ahead of the candidate by half an epoch at least.
  ///
  /// Another receiver on the same wire may send epochs of its own, between those of a clock that is seconds ahead.
  private func goesOn(_ time: Int64, _ interval: Int64?) -> Bool {
    guard let candidate else { return false }
    let step = (time - candidate + Self.day) % Self.day
    return step > RecentEpochs.tolerance / 2 && step < Self.day / 2 && step >= (interval ?? 0) / 2
  }
}
