internal import GNSS

extension ReceiverEngine {
  /// Bytes came from the device, on the queue.
  func take(_ bytes: Span<UInt8>, at instant: ContinuousClock.Instant, from opening: Int) {
    let utcSeconds = time.utcSeconds
    let isCurrent = core.withLock { core -> Bool in
      guard core.opening == opening, core.source != nil else { return false }
      core.take(bytes, at: instant, utcSeconds: utcSeconds)
      return true
    }
    guard isCurrent else { return }
    settle()
    watchQuiet()
  }

  /// Sees to it that an epoch whose end is not known is closed when the line falls quiet.
  ///
  /// One timer at a time: it looks when the last byte came, and waits on if that was later than when it was set.
  private func watchQuiet() {
    guard core.withLock({ $0.quietTimer == nil && $0.decoder.hasOpenEpoch }) else { return }
    waitForQuiet(core.withLock { $0.decoder.quietTime })
  }

  private func waitForQuiet(_ pause: Duration) {
    let handle = time.after(pause, on: queue) { [weak self] in self?.lookForQuiet() }
    core.withLock { $0.quietTimer = handle }
  }

  private func lookForQuiet() {
    let now = time.now
    let utcSeconds = time.utcSeconds
    let left = core.withLock { core -> Duration? in
      core.quietTimer = nil
      guard core.source != nil, core.decoder.hasOpenEpoch else { return nil }
      let left = core.decoder.quietTime - core.lastByte.duration(to: now)
      if left <= .zero { core.lineIsQuiet(utcSeconds: utcSeconds) }
      return left
    }
    guard let left else { return }
    if left > .zero { waitForQuiet(left) } else { settle() }
  }

  /// Sees to it that a location that grows old is told to be so.
  ///
  /// Each epoch puts the moment off. A timer that fires too early looks and is set again, between two epochs, where nobody
  /// waits for anything: cheaper than a new timer for each epoch before it is told.
  func watchAge() {
    let (deadline, alarm) = core.withLock { ($0.freshness.nextDeadline, $0.agingDeadline) }
    if let deadline, let alarm, alarm <= deadline { return }
    guard deadline != alarm else { return }
    core.withLock { $0.replace(\.agingTimer, with: nil) }?.cancel()
    core.withLock { $0.agingDeadline = deadline }
    guard let deadline else { return }
    let handle = time.after(time.now.duration(to: deadline), on: queue) { [weak self] in self?.lookAtAge() }
    core.withLock { $0.agingTimer = handle }
  }

  private func lookAtAge() {
    let now = time.now
    core.withLock { core in
      core.agingTimer = nil
      core.agingDeadline = nil
      core.grewOlder(at: now)
    }
    settle()
  }
}
