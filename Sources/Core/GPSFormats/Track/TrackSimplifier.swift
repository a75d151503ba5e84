internal import GNSS
internal import GPSGeodesy

/// Omits the points of a segment that are close to the line through the remaining points.
///
/// A sliding window extends the line from the last point kept, as long as all points that it skips stay within
/// the bound. The first and the last point of a segment are always kept. Only the horizontal position counts,
/// not altitude. With ``countsTime``, an omitted point is close to the position that a constant speed along the
/// line gives for its time.
///
/// ```
/// kept ───·──·────·───·── kept ──·───·── …        all dots within the bound of the line
/// ```
package struct TrackSimplifier {
  /// The maximum distance in meters of an omitted point from the line.
  package let bound: Double
  /// Whether the distance is that from the point of the line at the same time.
  package let countsTime: Bool

  /// The maximum number of undecided points; it limits memory and the time per point.
  static let widestWindow = 256

  private var anchor: PlacedPoint?
  private var window: [PlacedPoint] = []

  /// - Parameters:
  ///   - bound: The maximum distance in meters of an omitted point from the line.
  ///   - countsTime: Whether the distance is that from the point of the line at the same time.
  package init(bound: Double, countsTime: Bool = false) {
    (self.bound, self.countsTime) = (bound, countsTime)
  }

  /// Adds the next point of a segment, and passes on the points to keep.
  ///
  /// If time counts, a point without a time, or not later than the previous one, is kept, and so is the previous one.
  package mutating func take(_ point: TrackPoint, _ keep: (TrackPoint) -> Void) {
    let placed = PlacedPoint(point: point, place: GroundPlace(point.coordinate))
    guard let anchor else {
      self.anchor = placed
      return keep(point)
    }
    let line = GroundLine(from: anchor.place, to: placed.place)
    // Maps may draw the line in different ways; the bound holds for all of them.
    let margin = bound - line.freedom
    let fits =
      margin >= 0
      && (countsTime
        ? isInTime(placed, line, margin) : window.allSatisfy { line.distance(to: $0.place) <= margin })
    guard !fits || window.count == Self.widestWindow, let last = window.last else {
      return window.append(placed)
    }
    keep(last.point)
    self.anchor = last
    window = [placed]
  }

  /// Whether all points of the window are near the points of a line at their times.
  private func isInTime(_ last: PlacedPoint, _ line: GroundLine, _ margin: Double) -> Bool {
    guard let begin = anchor?.point.fix.time, let end = last.point.fix.time else { return window.isEmpty }
    let length = end.seconds(since: begin)
    guard length > 0 else { return window.isEmpty }
    var before = begin
    return window.allSatisfy { placed in
      guard let time = placed.point.fix.time, time > before, time < end else { return false }
      before = time
      return line.distance(to: placed.place, at: time.seconds(since: begin) / length) <= margin
    }
  }

  package mutating func finish(_ keep: (TrackPoint) -> Void) {
    if let last = window.last { keep(last.point) }
    anchor = nil
    window = []
  }
}

/// A point with its position in space, which is computed once.
private struct PlacedPoint {
  var point: TrackPoint
  var place: GroundPlace
}
