internal import GNSS
internal import GPSBase

/// Watches whether part of the signals arrive as echoes: a plain value that takes one sky after the other.
///
/// A single sky proves nothing, since a bus or a tree splits the signals for a moment. The answer changes once skies of the
/// other kind have prevailed for half a minute.
struct EchoWatch: Sendable {
  /// Seconds of split skies less seconds of others, between none and ``enough``.
  private var balance = 0.0
  @KeptIfAny private var last: ContinuousClock.Instant?
  /// Whether part of the signals are echoes; unknown before enough skies came.
  private(set) var hasEchoes = ReceiverFacts.Fact<Bool>.unknown
  /// Seconds of all skies until the first answer.
  private var seen = 0.0

  /// Seconds after which the answer changes.
  private static let enough = 30.0
  /// Seconds that one sky may count for: some receivers report every fifth epoch only.
  private static let longest = 6.0

  init() {}

  /// Takes a sky; one with fewer than four signals shows nothing.
  mutating func take(_ satellites: Satellites, at now: ContinuousClock.Instant) {
    guard let spread = SignalSpread(satellites) else { return }
    defer { last = now }
    guard let last else { return }
    let seconds = min(max(0, last.duration(to: now) / .seconds(1)), Self.longest)
    seen = min(seen + seconds, Self.enough)
    balance = min(max(0, balance + (spread.isSplit ? seconds : -seconds)), Self.enough)
    if balance >= Self.enough {
      hasEchoes = .yes
    } else if balance <= 0, seen >= Self.enough {
      hasEchoes = .no
    }
  }
}
