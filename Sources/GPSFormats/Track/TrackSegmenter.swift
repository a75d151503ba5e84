/// Says where a track is interrupted: by a gap, or by a time that goes back.
package struct TrackSegmenter {
  /// Seconds without a position that end a segment, unless somebody asks for another length.
  package static let usualGap = 60.0

  /// Seconds without a position that end a segment.
  package let gap: Double
  private var last: TrackPoint?

  package init(gap: Double) { self.gap = gap }

  /// Whether a new segment begins with this point; the first one begins one too.
  package mutating func begins(with point: TrackPoint) -> Bool {
    defer { last = point }
    guard let last else { return true }
    // Where nobody knows the time, nobody knows of a gap.
    guard let seconds = point.seconds(since: last) else { return false }
    return seconds < 0 || seconds > gap
  }
}
