internal import NMEA

// Sentences that only add a date or an error estimate to an epoch.

extension EpochAssembler {
  /// Handles a sentence that only adds to an epoch and has its time: ZDA a date, GST and GBS errors.
  ///
  /// It never opens an epoch, since some receivers send a ZDA two seconds ahead. The addition is kept until
  /// the epoch of its time opens, or counts as late if that epoch was emitted.
  mutating func adds(_ addition: EpochAddition, name: UInt32) {
    let bit = keys.first(of: name)
    if isOpen, let open = draft.time, order(of: addition.time, to: open, burst.all, bit) == .same {
      confirmDenial()
      apply(addition)
      ended(by: name)
    } else if let newest = recent.newest,
      order(of: addition.time, to: newest.time, newest.burst, bit) == .same
    {
      _ = isLate(name)
    } else if recent.contains(addition.time) || recent.lacks(bit, at: addition.time) {
      _ = isLate()
    } else {
      var addition = addition
      addition.bits = key(name, in: 0)
      // Several may arrive before their epoch, such as ZDA and GST before the position.
      if let waiting, RecentEpochs.areNear(waiting.time, addition.time), waiting.bits & addition.bits == 0 {
        self.waiting = waiting.joined(with: addition)
      } else {
        waiting = addition
      }
      if let date = addition.date, !calendar.hasDate { calendar.take(date, at: addition.time, isAhead: true) }
    }
  }

  /// Applies the addition that arrived before its epoch.
  mutating func takeAddition() {
    guard let waiting, let time = draft.time, RecentEpochs.areNear(waiting.time, time) else { return }
    burst.include(waiting.bits)
    apply(waiting)
    self.waiting = nil
  }

  /// The bits of a date and time that an epoch without a time cannot use; 0 if there is nothing to list.
  mutating func unjoinedDate() -> UInt64 {
    guard draft.time == nil, let found = waiting, found.date != nil, !found.isNamed else { return 0 }
    waiting?.isNamed = true
    return found.bits
  }

  private mutating func apply(_ addition: EpochAddition) {
    if let date = addition.date {
      calendar.take(date, at: addition.time)
      draft.hasDate = true
    }
    if let errors = addition.errors { draft.estimate(errors) }
  }
}
