import GNSS
import GPSBridge

extension Report {
  /// An epoch of which only the fix matters.
  static func fix(_ fix: Fix, received: ContinuousClock.Instant = .now) -> Report {
    let update = LocationUpdate(lastKnown: nil, freshness: .lost, age: nil)
    return .epoch(GPSBridge.Epoch(fix, update, received: received))
  }
}
