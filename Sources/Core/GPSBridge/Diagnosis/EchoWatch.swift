internal import GNSS
internal import GPSBase

/// Watches a sequence of skies for signals that arrive as echoes.
///
/// A single sky proves nothing, since a bus or a tree splits the signals for a moment. The answer changes
/// after skies of the other kind have prevailed for half a minute.
struct EchoWatch: Sendable {
  /// Seconds of split skies minus seconds of other skies, from 0 to ``enough``.
  private var balance = 0.0
  private var last: Moment?
  /// Whether some of the signals are echoes; unknown until enough skies have arrived.
  private(set) var hasEchoes = ReceiverFacts.Fact<Bool>.unknown
  /// Seconds of all skies before the first answer.
  private var seen = 0.0

  /// Seconds until the answer changes.
  private static let enough = 30.0
  /// The most seconds that one sky counts for; some receivers report a sky only every fifth epoch.
  private static let longest = 6.0
  /// The shortest time between skies that are examined.
  private static let pace = Duration.milliseconds(900)

  /// Counts a sky; one with fewer than four signals is ignored.
  mutating func take(_ satellites: Satellites, at now: Moment) {
    if let last, last.duration(to: now) < Self.pace, last <= now { return }
    guard let spread = SignalSpread(satellites) else { return }
    defer { last = now }
    guard let last else { return }
    let seconds = min(max(0, last.duration(to: now).inSeconds), Self.longest)
    seen = min(seen + seconds, Self.enough)
    balance = min(max(0, balance + (spread.isSplit ? seconds : -seconds)), Self.enough)
    if balance >= Self.enough {
      hasEchoes = .yes
    } else if balance <= 0, seen >= Self.enough {
      hasEchoes = .no
    }
  }
}
