internal import NMEA

/// Distinguishes a clock that was set back by seconds from a late sentence.
///
/// A straggler is a single sentence: the next one belongs to the newest epoch again. After a clock was set
/// back, times continue from there: the second time before the newest epoch is accepted if it is later than
/// the first.
struct ClockReturn {
  /// A time before the newest epoch, until something arrives for that epoch or after it.
  private var candidate: Int64?
  /// The number of epochs with a time since one without; nil until there was one without.
  private var epochsSinceFound: Int?
  /// Whether the stream was interrupted, and no epoch has begun since.
  private var isFresh = false

  private static let day: Int64 = 86_400_000_000_000

  /// Whether the clock may have been set back; then a sentence without a time may belong to the new clock.
  var isSuspected: Bool { candidate != nil }

  /// Handles an interruption of the stream, after which the receiver may have restarted.
  mutating func restart() {
    self = ClockReturn()
    isFresh = true
  }

  /// Handles a sentence of the newest epoch.
  mutating func wentOn() { candidate = nil }

  /// Handles the beginning of another epoch.
  mutating func began() {
    candidate = nil
    isFresh = false
  }

  mutating func ended(hasTime: Bool) {
    epochsSinceFound = hasTime ? epochsSinceFound.map { min($0 + 1, 100) } : 0
  }

  /// Whether a time before the newest epoch is the receiver's new clock.
  ///
  /// The epoch of a straggler is known and lacks the sentence. A repeated sentence begins another burst: the
  /// newest epoch, open or not, already has it. The interval between epochs is in nanoseconds.
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

  /// A receiver that has just found the time may set its clock back slightly in its first epochs.
  private func isJustFound(_ isOpen: Bool) -> Bool {
    guard let epochsSinceFound else { return false }
    return 1...3 ~= epochsSinceFound + (isOpen ? 1 : 0)
  }

  /// Whether a time continues from an earlier one: half an epoch or more later, up to the newest epoch.
  ///
  /// The newest time itself counts only after a burst of several sentences; single ones may be repetitions.
  static func goesOn(
    from held: TimeOfDay, to time: TimeOfDay, upTo newest: TimeOfDay, _ isSingle: Bool, _ interval: Int64?
  ) -> Bool {
    let step = (time.nanosecondsOfDay - held.nanosecondsOfDay + day) % day
    let left = (newest.nanosecondsOfDay - time.nanosecondsOfDay + day) % day
    return step > RecentEpochs.tolerance / 2 && step < day / 2 && step >= (interval ?? 0) / 2
      && left < day / 2 && (left > 0 || !isSingle)
  }

  /// Whether a time is later than the candidate by at least half an epoch.
  ///
  /// Two receivers on one wire, with clocks seconds apart, may send their epochs in turn.
  private func goesOn(_ time: Int64, _ interval: Int64?) -> Bool {
    guard let candidate else { return false }
    let step = (time - candidate + Self.day) % Self.day
    return step > RecentEpochs.tolerance / 2 && step < Self.day / 2 && step >= (interval ?? 0) / 2
  }
}
