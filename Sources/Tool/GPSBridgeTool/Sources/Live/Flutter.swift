internal import GPSBase

/// Counts how often a receiver disappears and returns, to report repetitions once a minute.
struct Flutter {
  enum Answer: Hashable {
    /// Report this one separately.
    case first
    /// Counted only; a later note includes the number.
    case counted
    /// A note is due: it disappeared this often in this time.
    case due(Int, Duration)
  }

  /// How often it has disappeared since the last such note, and since when.
  private var count = 0
  @StoredInstantIfAny private var since: ContinuousClock.Instant?
  @StoredInstantIfAny private var last: ContinuousClock.Instant?
  @StoredInstantIfAny private var notedAt: ContinuousClock.Instant?

  private static let span = Duration.seconds(60)
  /// This many are reported separately.
  private static let few = 3

  /// Notes that it has disappeared.
  mutating func went(at now: ContinuousClock.Instant) -> Answer {
    if let last, last.duration(to: now) > Self.span { self = Flutter() }
    let since = since ?? now
    (self.since, last, count) = (since, now, count + 1)
    if let notedAt, notedAt.duration(to: now) < Self.span { return .counted }
    if notedAt == nil, count <= Self.few { return .first }
    defer { (self.since, notedAt, count) = (now, now, 0) }
    return .due(count, since.duration(to: now))
  }

  /// Whether it keeps disappearing and returning.
  func isSeen(at now: ContinuousClock.Instant) -> Bool {
    guard let last, notedAt != nil else { return false }
    return last.duration(to: now) < Self.span
  }
}
