/// The ages at which a position becomes aging, stale and lost.
struct Fading: Sendable, Hashable {
  /// Stored in milliseconds, since every update contains a copy.
  private var aging: UInt32
  private var stale: UInt32
  private var lost: UInt32

  init(_ thresholds: FreshnessThresholds, interval: Duration) {
    func milliseconds(_ freshness: Freshness) -> UInt32 {
      UInt32(clamping: Int64(thresholds.age(of: freshness, interval: interval) / .milliseconds(1)))
    }
    (aging, stale, lost) = (milliseconds(.aging), milliseconds(.stale), milliseconds(.lost))
  }

  /// The best possible freshness at a given age.
  func freshness(at age: Duration) -> Freshness {
    let age = age / .milliseconds(1)
    return age >= Double(lost) ? .lost : age >= Double(stale) ? .stale : age >= Double(aging) ? .aging : .live
  }
}
