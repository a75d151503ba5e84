internal import GPSSystemCalls

/// How long a recording waits for a pipe's reader: without limit while it runs, and one second at its end.
final class ReaderPatience: Sendable {
  private let limit = Guarded<ContinuousClock.Instant?>(nil)

  /// Whether the last second has passed.
  var isOver: Bool { limit.withLock { $0.map { $0 <= .now } ?? false } }

  /// Starts the last second, when the recording ends.
  func end() { limit.withLock { $0 = $0 ?? .now + .seconds(1) } }
}
