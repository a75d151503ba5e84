/// Says where a track is interrupted: by a gap, or by a time that goes back.
public struct TrackSegmenter {
  /// Seconds without a position that end a segment, unless somebody asks for another length.
  public static let usualGap = 60.0

  /// Seconds without a position that end a segment.
  public let gap: Double
  private var last: TrackPoint?

  /// - Parameter gap: Seconds without a position that end a segment.
  public init(gap: Double) { self.gap = gap }

  /// Whether a new segment begins with this point; the first one begins one too.
  public mutating func begins(with point: TrackPoint) -> Bool {
    defer { last = point }
    guard let last else { return true }
    // Without a time there is no telling how long nothing came.
    guard let seconds = point.seconds(since: last) else { return false }
    return seconds < 0 || seconds > gap
  }
}
