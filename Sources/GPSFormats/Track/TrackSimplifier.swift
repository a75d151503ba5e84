internal import GNSS
internal import GPSGeodesy

/// Leaves out the points of a segment that lie so near to the line through the others that nobody misses them.
///
/// It looks at a window that slides along: from the last point that was kept, the line is drawn as far as all points
/// that it passes over stay within the bound. The first and the last point of a segment always stay. Heights and times
/// do not count, only the way over the ground.
///
/// ```
/// kept ───·──·────·───·── kept ──·───·── …        all dots within the bound of the line
/// ```
public struct TrackSimplifier {
  /// Metres that a point left out may lie beside the line.
  public let bound: Double

  /// Points that wait for the line to be decided: it is what the memory costs, and the time for each point.
  public static let widestWindow = 256

  private var anchor: PlacedPoint?
  private var window: [PlacedPoint] = []

  /// - Parameter bound: Meters that a point left out may lie beside the line.
  public init(bound: Double) { self.bound = bound }

  /// Takes the next point of a segment, and hands on what is kept.
  public mutating func take(_ point: TrackPoint, _ keep: (TrackPoint) -> Void) {
    let placed = PlacedPoint(point: point, place: GroundPlace(point.coordinate))
    guard let anchor else {
      self.anchor = placed
      return keep(point)
    }
    let line = GroundLine(from: anchor.place, to: placed.place)
    // A map may draw the line in one way or another, and the bound holds for each of them.
    let margin = bound - line.freedom
    let fits = margin >= 0 && window.allSatisfy { line.distance(to: $0.place) <= margin }
    guard !fits || window.count == Self.widestWindow, let last = window.last else {
      return window.append(placed)
    }
    keep(last.point)
    self.anchor = last
    window = [placed]
  }

  /// The segment has ended.
  public mutating func finish(_ keep: (TrackPoint) -> Void) {
    if let last = window.last { keep(last.point) }
    anchor = nil
    window = []
  }
}

/// A point, and where it is in space, so that this is computed once.
private struct PlacedPoint {
  var point: TrackPoint
  var place: GroundPlace
}
