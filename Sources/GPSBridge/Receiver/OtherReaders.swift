import Locking
internal import SerialPorts

/// Other programs that read from the same device: each takes bytes that then nobody else gets.
///
/// They are looked for where they may be the cause of something: when the device was opened, when nothing comes, and when
/// what comes is damaged. While there is one, its end is looked for, so that nobody is blamed who has gone.
extension ReceiverEngine {
  /// Asks who else reads from the device; the answer is told where it is news.
  func findOtherReaders() {
    let now = time.now
    let (source, opening) = core.withLock { core in
      core.readersAsked = now
      core.damageSeen = core.damage
      return (core.source, core.opening)
    }
    source?.findOtherReaders { [weak self] readers in self?.take(readers, of: opening) }
  }

  /// Asks again where bytes were damaged meanwhile: a program that came later takes a part of them.
  func findReadersBehindDamage() {
    let now = time.now
    let isDue = core.withLock { core in
      guard let asked = core.readersAsked, core.otherReaders.isEmpty else { return false }
      return core.damage > core.damageSeen && asked.duration(to: now) >= Self.pauseAfterDamage
    }
    if isDue { findOtherReaders() }
  }

  private func take(_ readers: [PortHolder], of opening: Int) {
    guard core.withLock({ $0.opening == opening && $0.source != nil }) else { return }
    let now = time.now
    step { $0.note(otherReaders: readers, at: now) }
    guard !readers.isEmpty else { return }
    let timer = time.after(Self.pauseWhileShared, on: queue) { [weak self] in
      guard let self, core.withLock({ $0.opening == opening && $0.source != nil }) else { return }
      findOtherReaders()
    }
    core.withLock { $0.replace(\.readersTimer, with: timer) }?.cancel()
  }

  /// Each look goes through all processes, and many lines are noisy all day.
  private static let pauseAfterDamage = Duration.seconds(30)
  private static let pauseWhileShared = Duration.seconds(5)
}

extension ReceiverCore {
  /// How much of what came belongs to nothing, or is broken.
  fileprivate var damage: Int {
    let counts = decoder.counts
    return counts.junkBytes + counts.badChecksum
  }

  /// Notes who else reads from the device, where that has changed.
  fileprivate mutating func note(otherReaders readers: [PortHolder], at now: ContinuousClock.Instant) {
    guard readers != otherReaders else { return }
    otherReaders = readers
    note(.otherReaders(readers), at: now)
  }
}
