internal import GNSS
internal import GPSBridge
internal import Texts

/// What came of a track: how much of it was there, and how much was written.
package struct TrackCounts {
  /// Points within the times asked for.
  package var points = 0
  /// Points within those times that are left out, for their signals are probably forged.
  var suspect = 0
  private(set) var segments = 0
  private(set) var written = 0
  /// Along what was written.
  private(set) var metres = 0.0
  /// From the first to the last point of each segment.
  private(set) var seconds = 0.0
  private var last: TrackPoint?

  mutating func beginSegment() {
    segments += 1
    last = nil
  }

  mutating func write(_ point: TrackPoint) {
    written += 1
    if let last {
      metres += last.coordinate.distance(to: point.coordinate)
      seconds += point.seconds(since: last) ?? 0
    }
    last = point
  }

  /// `3 segments, 1842 of 14210 points, 38.4 km, 1 h 52 min`.
  package var text: String {
    let points =
      written == points ? Plural.of(written, "point") : "\(written) of \(Plural.of(points, "point"))"
    let forged = suspect > 0 ? ", \(Plural.of(suspect, "spoofed position")) left out" : ""
    return
      "\(Plural.of(segments, "segment")), \(points), \(HumanText.way(metres)), \(HumanText.time(seconds))\(forged)"
  }
}
