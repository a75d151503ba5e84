internal import GNSS
internal import GPSBridge
internal import Texts

/// The size of a track: the points that were there, and those that were written.
public struct TrackCounts {
  /// Points within the times asked for.
  public package(set) var points = 0
  /// Points within those times that are left out, for their signals are probably forged.
  public package(set) var suspect = 0
  /// Parts of the track between gaps.
  public private(set) var segments = 0
  /// Points that were written.
  public private(set) var written = 0
  /// Meters along the points that were written.
  public private(set) var meters = 0.0
  /// Seconds from the first to the last point of each segment, added up.
  public private(set) var seconds = 0.0
  private var last: TrackPoint?

  mutating func beginSegment() {
    segments += 1
    last = nil
  }

  mutating func write(_ point: TrackPoint) {
    written += 1
    if let last {
      meters += last.coordinate.distance(to: point.coordinate)
      seconds += point.seconds(since: last) ?? 0
    }
    last = point
  }

  /// `3 segments, 1842 of 14210 points, 38.4 km, 1 h 52 min`.
  public var text: String {
    let points =
      written == points ? Plural.of(written, "point") : "\(written) of \(Plural.of(points, "point"))"
    let forged = suspect > 0 ? ", \(Plural.of(suspect, "spoofed position")) left out" : ""
    return
      "\(Plural.of(segments, "segment")), \(points), \(HumanText.way(meters)), \(HumanText.time(seconds))\(forged)"
  }
}
