public import GNSS

/// A place on a track, with all that the receiver said about that moment.
public struct TrackPoint: Sendable {
  /// The place.
  public var coordinate: Coordinate
  /// The epoch that it comes from.
  public var fix: Fix
  /// How long after the beginning of the recording it came, where the recording tells.
  public var arrival: Duration?

  /// - Parameters:
  ///   - fix: An epoch; one without a position, or with one that no receiver can have, is no point.
  ///   - arrival: How long after the beginning of the recording it came.
  public init?(_ fix: Fix, arrival: Duration? = nil) {
    guard fix.hasPosition, let coordinate = fix.coordinate else { return nil }
    self.coordinate = coordinate
    self.fix = fix
    self.arrival = arrival
  }

  /// Seconds from another point to this one, by the receiver's time or by the times of arrival.
  public func seconds(since other: TrackPoint) -> Double? {
    if let time = fix.time, let before = other.fix.time { return time.seconds(since: before) }
    if let arrival, let before = other.arrival { return (arrival - before) / .seconds(1) }
    return nil
  }
}
