/// The ages at which a position becomes aging, stale and lost.
struct Fading: Sendable, Hashable {
  /// In milliseconds, since every update has a copy.
  private var aging: UInt32
  private var stale: UInt32
  private var lost: UInt32

  init(_ thresholds: FreshnessThresholds, interval: Duration) {
    func milliseconds(_ freshness: Freshness) -> UInt32 {
      UInt32(clamping: Int64(thresholds.age(of: freshness, interval: interval) / .milliseconds(1)))
    }
    (aging, stale, lost) = (milliseconds(.aging), milliseconds(.stale), milliseconds(.lost))
  }

  /// How fresh a position of such an age is at best.
  func freshness(at age: Duration) -> Freshness {
    let age = age / .milliseconds(1)
    return age >= Double(lost) ? .lost : age >= Double(stale) ? .stale : age >= Double(aging) ? .aging : .live
  }
}
