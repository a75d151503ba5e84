/// A change of freshness.
public struct FreshnessTransition: Sendable, Hashable {
  /// What it was.
  public var from: Freshness
  /// What it is now.
  public var to: Freshness
  /// When it changed.
  public var at: ContinuousClock.Instant
  /// For one that brought a fix: how long there was none; nil if it is the first.
  public var gap: Duration?

  /// Names a change.
  public init(from: Freshness, to: Freshness, at moment: ContinuousClock.Instant, gap: Duration? = nil) {
    self.from = from
    self.to = to
    at = moment
    self.gap = gap
  }
}
