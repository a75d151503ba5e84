internal import GNSS
import Locking

/// What happens by time alone: a line that falls quiet completes the open epoch, and a location grows old.
///
/// Both share one alarm, and bytes that come do not put it off: it rings at the moment that was right when it was set,
/// looks, and is set again. That is cheaper than to call it off and set it for each chunk, since each setting wakes a
/// thread of Dispatch, and nobody waits for it.
extension ReceiverEngine {
  /// Sees to it that the alarm rings no later than something is due.
  func watchTime() {
    let (due, alarm) = core.withLock { ($0.due, $0.alarmDue) }
    if let due, let alarm, alarm <= due { return }
    guard due != alarm else { return }
    core.withLock { $0.replace(\.alarm, with: nil) }?.cancel()
    core.withLock { $0.alarmDue = due }
    guard let due else { return }
    let handle = time.after(time.now.duration(to: due), on: queue) { [weak self] in self?.look() }
    core.withLock { $0.alarm = handle }
  }

  /// Looks at the verdict again in a second, where somebody wants verdicts: silence, too, leads to one.
  func watchVerdict() {
    let isDue = core.withLock { core in
      core.verdictListeners > 0 && core.verdictTimer == nil && core.machine.isWanted
    }
    guard isDue else { return }
    let handle = time.after(.seconds(1), on: queue) { [weak self] in
      self?.core.withLock { $0.verdictTimer = nil }
      self?.settle()
    }
    core.withLock { $0.verdictTimer = handle }
  }

  private func look() {
    let now = time.now
    let utcSeconds = time.utcSeconds
    let isDue = core.withLock { core in
      core.alarm = nil
      core.alarmDue = nil
      guard let due = core.due, due <= now else { return false }
      core.timePassed(to: now, utcSeconds: utcSeconds)
      return true
    }
    if isDue { settle() } else { watchTime() }
  }
}

extension ReceiverCore {
  /// When something is due although nothing comes; nil if nothing will be.
  var due: ContinuousClock.Instant? {
    guard let quiet = quietDue else { return freshness.nextDeadline }
    return freshness.nextDeadline.map { min($0, quiet) } ?? quiet
  }

  /// When an epoch whose end is not known is complete if the line stays quiet.
  private var quietDue: ContinuousClock.Instant? {
    guard source != nil, decoder.hasOpenEpoch else { return nil }
    return lastByte + decoder.quietTime
  }

  /// Does what is due.
  fileprivate mutating func timePassed(to now: ContinuousClock.Instant, utcSeconds: Double) {
    if let quiet = quietDue, quiet <= now { lineIsQuiet(utcSeconds: utcSeconds) }
    grewOlder(at: now)
  }
}
