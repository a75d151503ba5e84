internal import GNSS
internal import GPSGeodesy

/// Omits the points of a segment that are close to the line through the remaining points.
///
/// A sliding window extends the line from the last point kept, as long as all points that it skips stay
/// within the bound. The first and the last point of a segment are always kept. Only the horizontal position
/// counts, not altitude or time.
///
/// ```
/// kept ───·──·────·───·── kept ──·───·── …        all dots within the bound of the line
/// ```
public struct TrackSimplifier {
  /// The maximum distance in meters of an omitted point from the line.
  public let bound: Double

  /// The maximum number of undecided points; it limits memory and the time per point.
  static let widestWindow = 256

  private var anchor: PlacedPoint?
  private var window: [PlacedPoint] = []

  /// - Parameter bound: The maximum distance in meters of an omitted point from the line.
  public init(bound: Double) { self.bound = bound }

  /// Adds the next point of a segment, and passes on the points to keep.
  public mutating func take(_ point: TrackPoint, _ keep: (TrackPoint) -> Void) {
    let placed = PlacedPoint(point: point, place: GroundPlace(point.coordinate))
    guard let anchor else {
      self.anchor = placed
      return keep(point)
    }
    let line = GroundLine(from: anchor.place, to: placed.place)
    // Maps may draw the line in different ways; the bound holds for all of them.
    let margin = bound - line.freedom
    let fits = margin >= 0 && window.allSatisfy { line.distance(to: $0.place) <= margin }
    guard !fits || window.count == Self.widestWindow, let last = window.last else {
      return window.append(placed)
    }
    keep(last.point)
    self.anchor = last
    window = [placed]
  }

  /// Ends the segment.
  public mutating func finish(_ keep: (TrackPoint) -> Void) {
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
