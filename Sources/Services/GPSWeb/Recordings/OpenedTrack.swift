internal import GNSS
internal import GPSBridge
internal import GPSFormats

/// Collects a track for a map in bounded memory, by increasing the distance between points.
final class OpenedTrack: TrackWriter {
  /// A point in units of 1e-7 degrees.
  struct Point: Sendable, Hashable {
    var latitude: Int32
    var longitude: Int32
    /// Whether it begins a segment.
    var isFirst: Bool

    init(_ place: Coordinate, isFirst: Bool) {
      (latitude, longitude) = (Self.units(place.latitude), Self.units(place.longitude))
      self.isFirst = isFirst
    }

    var place: Coordinate? {
      Coordinate(latitude: Double(latitude) / 1e7, longitude: Double(longitude) / 1e7)
    }

    /// Clamped: degrees of a coordinate are at most 180.
    private static func units(_ degrees: Double) -> Int32 {
      Int32(clamping: Int64((degrees * 1e7).rounded()))
    }
  }

  private(set) var points: [Point] = []
  private(set) var times: (first: UTC, last: UTC)?
  /// The minimum distance in meters between two points of a segment.
  private(set) var step = 0.0
  /// The last point of the current segment, which is added to the points when the segment ends.
  private var skipped: Coordinate?
  private var last: Coordinate?
  /// Whether no more points fit even at larger distances, since each segment keeps its first point.
  private(set) var isFull = false
  private let most: Int

  /// - Parameter most: The most points to keep; each needs 12 bytes.
  init(most: Int = 50_000) { self.most = most }

  func begin() {}
  func beginSegment() { last = nil }
  func finish() {}

  func write(_ point: TrackPoint) {
    if let time = point.fix.time { times = (times?.first ?? time, time) }
    guard let last else { return keep(point.coordinate, isFirst: true) }
    if step > 0, last.distance(to: point.coordinate) < step {
      skipped = point.coordinate
    } else {
      keep(point.coordinate, isFirst: false)
    }
  }

  func endSegment() { if let skipped { keep(skipped, isFirst: false) } }

  private func keep(_ place: Coordinate, isFirst: Bool) {
    (last, skipped) = (place, nil)
    guard !isFull else { return }
    points.append(Point(place, isFirst: isFirst))
    if points.count >= most { thin() }
  }

  /// Doubles the distance between points until half of the points within segments are removed.
  private func thin() {
    let ends = points.indices.count { points[$0].isFirst || isEnd($0) }
    repeat {
      step = max(1, 2 * step)
      points = thinner()
    } while points.count > (most + ends) / 2
    // Segments alone fill it: times that go back begin one each.
    isFull = ends > most / 4 * 3
  }

  /// Each segment keeps its ends, including the current one.
  private func isEnd(_ index: Int) -> Bool { index + 1 == points.count || points[index + 1].isFirst }

  private func thinner() -> [Point] {
    var thinner: [Point] = []
    var last: Coordinate?
    for (index, point) in points.enumerated() {
      guard let place = point.place else { continue }
      if let last, !point.isFirst, !isEnd(index), last.distance(to: place) < step { continue }
      last = place
      thinner.append(point)
    }
    return thinner
  }
}
