/// Whether the last position still says where the receiver *is*.
///
/// It follows from the age of the last epoch with a fix, measured in the interval that the receiver keeps, so that it
/// means the same at ten epochs a second and at one in ten seconds. ``FreshnessThresholds`` has the numbers.
public enum Freshness: String, Sendable, Hashable, Codable, CaseIterable {
  /// The position came when it was due, and the next one is not late.
  case live
  /// The next position is late, or the receiver has just said that it has no fix.
  case aging
  /// So late that the position must not be taken for the present one.
  case stale
  /// There never was a position, or it is long gone, or the receiver is.
  case lost

  /// Whether a position may be handed out as the present one.
  public var isCurrent: Bool { self < .stale }
}

extension Freshness: Comparable {
  /// The fresher is the lesser.
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

/// After how long a position is no longer fresh.
///
/// The first three are numbers of epochs: with a receiver that reports once a second a position is aging after 1.5 s,
/// stale after 2.5 s and lost after 10 s; with one that reports ten times a second it is stale after 0.25 s.
public struct FreshnessThresholds: Sendable, Hashable {
  /// Intervals after which a position is aging.
  public var aging = 1.5
  /// Intervals after which a position is stale: two epochs are missing for certain.
  public var stale = 2.5
  /// Intervals after which a position is lost.
  public var lost = 10.0
  /// A position is not lost before this time, however quick the receiver is.
  public var earliestLost = Duration.seconds(5)
  /// The interval that is assumed until the receiver has shown its own.
  public var assumedInterval = Duration.seconds(1)

  /// The thresholds named above.
  public static let standard = FreshnessThresholds()

  /// Makes the standard thresholds, to be changed.
  public init() {}

  /// The age at which a position becomes something, with a receiver of such an interval.
  ///
  /// The order is kept for any numbers: nothing becomes lost before it is stale.
  public func age(of freshness: Freshness, interval: Duration) -> Duration {
    switch freshness {
    case .live: .zero
    case .aging: interval * Self.sensible(aging)
    case .stale: max(interval * Self.sensible(stale), age(of: .aging, interval: interval))
    case .lost:
      max(interval * Self.sensible(lost), earliestLost, age(of: .stale, interval: interval))
    }
  }

  /// A value that is no number counts as zero, and one too large for a time as a million.
  private static func sensible(_ factor: Double) -> Double { factor > 0 ? min(factor, 1_000_000) : 0 }
}
