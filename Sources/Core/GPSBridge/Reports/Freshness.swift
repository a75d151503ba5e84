internal import GPSBase

/// Whether the last position is still the receiver's *present* position.
///
/// It depends on the age of the last epoch with a fix, relative to the receiver's epoch interval, so it means
/// the same at ten epochs per second and at one in ten seconds. ``FreshnessThresholds`` defines the limits.
public enum Freshness: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
  /// The position arrived on time, and the next one is not late.
  case live
  /// The next position is late, or the receiver has just reported that it has no fix.
  case aging
  /// The next position is so late that the last one must not be used as the present one.
  case stale
  /// There has never been a position, the last one is too old, or the receiver is gone.
  case lost

  /// Whether a position may be used as the present one.
  public var isCurrent: Bool { self < .stale }

  /// The fresher value is less.
  public static func < (a: Freshness, b: Freshness) -> Bool { a.rank < b.rank }

  private var rank: Int {
    switch self {
    case .live: 0
    case .aging: 1
    case .stale: 2
    case .lost: 3
    }
  }
}

/// The ages at which a position changes its freshness.
///
/// The first three values are numbers of epochs, and the next three are minimum ages, since a busy computer may
/// delay epochs. With a receiver that reports once per second, a position is aging after 1.5 s, stale after 2.5 s
/// and lost after 10 s; at ten reports per second, after 1, 2 and 5 s. Without minimum ages it is sooner:
///
/// ```swift
/// options.freshness.earliestAging = .zero          // at ten reports per second: after 0.15 s
/// options.freshness.earliestStale = .zero          // after 0.25 s
/// ```
public struct FreshnessThresholds: Sendable, Hashable {
  /// The number of intervals until a position is aging.
  public var aging = 1.5
  /// The number of intervals until a position is stale: two epochs are certainly missing.
  public var stale = 2.5
  /// The number of intervals until a position is lost.
  public var lost = 10.0
  /// The minimum age of an aging position, unless the receiver itself reports that it has no fix.
  public var earliestAging = Duration.seconds(1)
  /// The minimum age of a stale position.
  public var earliestStale = Duration.seconds(2)
  /// The minimum age of a lost position.
  public var earliestLost = Duration.seconds(5)
  /// The interval that is assumed until the receiver's own is known.
  public var assumedInterval = Duration.seconds(1)

  /// The default thresholds.
  public static let standard = FreshnessThresholds()

  /// Creates the default thresholds.
  public init() {}

  /// The age at which a position reaches a freshness, for a receiver with a given interval.
  ///
  /// The order holds for any values: no position is lost before it is stale.
  public func age(of freshness: Freshness, interval: Duration) -> Duration {
    switch freshness {
    case .live: .zero
    case .aging: max(interval.times(Self.sensible(aging)), earliestAging)
    case .stale: max(interval.times(Self.sensible(stale)), earliestStale, age(of: .aging, interval: interval))
    case .lost: max(interval.times(Self.sensible(lost)), earliestLost, age(of: .stale, interval: interval))
    }
  }

  /// Treats NaN as zero, and limits the factor to a million.
  private static func sensible(_ factor: Double) -> Double { factor > 0 ? min(factor, 1_000_000) : 0 }
}
