internal import GPSSystemCalls

/// The time for which a recording waits for the reader of a pipe: without limit while it runs, and a second at its end.
final class ReaderPatience: Sendable {
  private let limit = Guarded<ContinuousClock.Instant?>(nil)

  /// Whether the reader has had its last second.
  var isOver: Bool { limit.withLock { $0.map { $0 <= .now } ?? false } }

  /// Starts the last second, at the end of the recording.
  func end() { limit.withLock { $0 = $0 ?? .now + .seconds(1) } }
}
