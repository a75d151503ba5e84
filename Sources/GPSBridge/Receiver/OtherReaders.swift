internal import GPSEventRuntime
internal import GPSBase
internal import SerialPorts

/// Other programs that read from the same device: each takes bytes that nobody else gets then.
///
/// They are looked for when they may be the cause of something: after opening the device, when nothing comes, and when
/// bytes come damaged. While there is one, its end is watched for, so that no program is blamed that has gone.
extension ReceiverEngine {
  /// Looks for other programs that read from the device, and tells them if they have changed.
  func findOtherReaders() {
    core.readers.ask(core.counts.damage, at: time.now)
    let opening = core.opening
    core.source?.findOtherReaders { [weak self] readers in
      self?.assumeIsolated { $0.take(readers, of: opening) }
    }
  }

  /// Asks again where bytes were damaged meanwhile: a program that came later takes a part of them.
  func findReadersBehindDamage() {
    if core.readers.isDue(core.counts.damage, at: time.now) { findOtherReaders() }
  }

  private func take(_ readers: [PortHolder], of opening: Int) {
    guard isOpen(opening) else { return }
    let now = time.now
    step { if $0.readers.take(readers) { $0.note(.otherReaders(readers), at: now) } }
    guard !readers.isEmpty else { return }
    let timer = after(Self.pauseWhileShared) { engine in
      if engine.isOpen(opening) { engine.findOtherReaders() }
    }
    core.readersTimer.take()?.cancel()
    core.readersTimer = timer
  }

  private static let pauseWhileShared = Duration.seconds(5)
}

/// The other programs that read from a device, as far as one has looked.
struct OtherReaders: Sendable {
  /// Other programs that were seen to read from the device.
  private var seen: [PortHolder] = []
  /// When they were looked for, and how much was damaged by then.
  @KeptIfAny private var asked: ContinuousClock.Instant?
  private var damageSeen = 0

  /// Each look goes through all processes, and many lines are noisy all day.
  private static let pauseAfterDamage = Duration.seconds(30)

  /// The device was opened anew.
  mutating func forget() { seen = [] }

  /// They are being looked for.
  mutating func ask(_ damage: Int, at now: ContinuousClock.Instant) {
    asked = now
    damageSeen = damage
  }

  /// Whether more was damaged since, and nobody is known to have done it.
  func isDue(_ damage: Int, at now: ContinuousClock.Instant) -> Bool {
    guard let asked, seen.isEmpty else { return false }
    return damage > damageSeen && asked.duration(to: now) >= Self.pauseAfterDamage
  }

  /// Notes who else reads from the device; whether that has changed.
  mutating func take(_ readers: [PortHolder]) -> Bool {
    guard readers != seen else { return false }
    seen = readers
    return true
  }
}

extension StreamTotals {
  /// How many bytes and sentences came damaged.
  fileprivate var damage: Int { junkBytes + badChecksums }
}
