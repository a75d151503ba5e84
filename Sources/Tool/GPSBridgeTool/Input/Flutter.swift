internal import GPSBase

/// Counts how often a receiver goes and comes back, so that one line a minute reports what repeats itself.
struct Flutter {
  enum Answer: Hashable {
    /// It is worth a note of its own.
    case first
    /// It is one of many; a later note has their number.
    case counted
    /// A note is due: it has gone so often in this time.
    case due(Int, Duration)
  }

  /// How often it has gone since the last note about that, and since when.
  private var count = 0
  @KeptIfAny private var since: ContinuousClock.Instant?
  @KeptIfAny private var last: ContinuousClock.Instant?
  @KeptIfAny private var notedAt: ContinuousClock.Instant?

  private static let span = Duration.seconds(60)
  /// So many times are reported one by one.
  private static let few = 3

  /// It has gone.
  mutating func went(at now: ContinuousClock.Instant) -> Answer {
    if let last, last.duration(to: now) > Self.span { self = Flutter() }
    let since = since ?? now
    (self.since, last, count) = (since, now, count + 1)
    if let notedAt, notedAt.duration(to: now) < Self.span { return .counted }
    if notedAt == nil, count <= Self.few { return .first }
    defer { (self.since, notedAt, count) = (now, now, 0) }
    return .due(count, since.duration(to: now))
  }

  /// Whether it comes and goes.
  func isSeen(at now: ContinuousClock.Instant) -> Bool {
    guard let last, notedAt != nil else { return false }
    return last.duration(to: now) < Self.span
  }
}
