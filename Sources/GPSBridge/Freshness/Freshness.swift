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
