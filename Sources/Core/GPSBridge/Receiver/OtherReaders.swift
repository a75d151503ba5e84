internal import GPSEventRuntime
internal import GPSBase
internal import SerialPorts

/// Detects other programs that read from the same device: the kernel gives each byte to only one reader.
///
/// We look for them after opening the device, and when bytes are missing or damaged. While there is one, we
/// repeat the search, so that we don't blame a program that has exited.
extension ReceiverEngine {
  /// Looks for other programs that read from the device, and reports a change.
  func findOtherReaders() {
    core.readers.ask(core.counts.damage, at: time.now)
    let opening = core.opening
    core.source?.findOtherReaders(handler { $0.take($1, of: opening) })
  }

  /// Looks again if bytes were damaged meanwhile: a program that started later takes some of them.
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

/// The other programs that read from a device, as of the last search.
struct OtherReaders: Sendable {
  /// The programs found by the last search.
  private var seen: [PortHolder] = []
  /// When we last searched, and how much was damaged by then.
  @StoredInstantIfAny private var asked: ContinuousClock.Instant?
  private var damageSeen = 0

  /// The least time between searches after damage: each visits all processes, and many lines stay noisy.
  private static let pauseAfterDamage = Duration.seconds(30)

  /// Clears the findings, because the device was opened again.
  mutating func forget() { seen = [] }

  /// Notes the start of a search.
  mutating func ask(_ damage: Int, at now: ContinuousClock.Instant) {
    asked = now
    damageSeen = damage
  }

  /// Whether to search again: the last search found no other program, and more has been damaged since.
  func isDue(_ damage: Int, at now: ContinuousClock.Instant) -> Bool {
    guard let asked, seen.isEmpty else { return false }
    return damage > damageSeen && asked.duration(to: now) >= Self.pauseAfterDamage
  }

  /// Notes the programs found; returns whether they changed.
  mutating func take(_ readers: [PortHolder]) -> Bool {
    guard readers != seen else { return false }
    seen = readers
    return true
  }
}

extension StreamTotals {
  fileprivate var damage: Int { junkBytes + badChecksums }
}
