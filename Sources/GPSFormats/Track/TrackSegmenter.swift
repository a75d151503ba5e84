/// Says where a track is interrupted: by a gap, or by a time that goes back.
struct TrackSegmenter {
  /// Seconds without a position that end a segment, unless somebody asks for another length.
  static let usualGap = 60.0

  /// Seconds without a position that end a segment.
  let gap: Double
  private var last: TrackPoint?

  init(gap: Double) { self.gap = gap }

  /// Whether a new segment begins with this point; the first one begins one too.
  mutating func begins(with point: TrackPoint) -> Bool {
    defer { last = point }
    guard let last else { return true }
    // Where nobody knows the time, nobody knows of a gap.
    guard let seconds = point.seconds(since: last) else { return false }
    return seconds < 0 || seconds > gap
  }
}
