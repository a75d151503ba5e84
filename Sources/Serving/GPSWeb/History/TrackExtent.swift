internal import GNSS
internal import GPSFormats

/// A position of a track with its time, and the cut between it and the next one.
struct TrackStop: Sendable, Hashable {
  var time: UTC
  var latitude: Double
  var longitude: Double
  /// Meters above the ellipsoid.
  var height: Double?
  /// The number of decimals of a degree that its accuracy justifies.
  var decimals: Int

  /// Creates a stop from a row; nil if the row has no position.
  init?(_ row: HistoryRow) {
    guard let place = row.coordinate else { return nil }
    time = row.time
    latitude = place.latitude
    longitude = place.longitude
    height = row.height
    decimals = row.fix.errors?.horizontal.map { PositionDigits.ofDegrees($0) } ?? PositionDigits.ofUnknown
  }

  /// Whether the shorter way to the next position crosses 180°.
  func crosses(to next: TrackStop) -> Bool { abs(next.longitude - longitude) > 180 }

  /// The two ends of the cut if the way to the next position crosses 180°, or nil.
  ///
  /// Both are the point where a straight line meets the meridian, each with the longitude's sign of its side.
  func cut(before next: TrackStop) -> (end: TrackStop, start: TrackStop)? {
    guard crosses(to: next) else { return nil }
    let side = longitude < 0 ? -180.0 : 180
    // Both distances to the meridian are nonnegative, and one may be zero.
    let (way, rest) = (abs(side - longitude), abs(-side - next.longitude))
    let part = way + rest > 0 ? way / (way + rest) : 0
    var end = self
    end.longitude = side
    end.latitude += part * (next.latitude - latitude)
    end.height = height.flatMap { height in next.height.map { height + part * ($0 - height) } }
    let milliseconds = HistoryRow.milliseconds(time)
    let passed = Double(HistoryRow.milliseconds(next.time) - milliseconds) * part
    end.time = HistoryRow.instant(milliseconds + Int64(passed.rounded()))
    var start = end
    start.longitude = -side
    return (end, start)
  }
}

/// The number of positions in a piece of a track, and their bounding box.
struct TrackExtent: Sendable, Hashable {
  /// The number of positions that the query's step keeps.
  private(set) var count = 0
  /// Whether it crosses 180°.
  private(set) var crosses = false
  private(set) var south = 90.0
  private(set) var north = -90.0
  /// The decimals for all edges of the box: with fewer than a position has, that position could fall outside.
  private(set) var decimals = PositionDigits.ofDegrees(nil)
  private var western: TrackStop?
  private var eastern: TrackStop?
  /// Degrees east of the first position, unwrapped at 180°: minimum, maximum, and last.
  private var least = 0.0
  private var most = 0.0
  private var way = 0.0
  private var last: TrackStop?

  /// Measures a piece.
  init(_ piece: TrackPieces.Piece, of pieces: TrackPieces?) {
    var number = piece.rows.lowerBound
    while let (found, row) = pieces?.wanted(from: number, in: piece) {
      if let stop = TrackStop(row) { add(stop) }
      number = found + 1
    }
  }

  /// The western edge; greater than the eastern edge if the piece crosses 180°.
  var west: Double { goesRound ? -180 : western?.longitude ?? 0 }

  /// The eastern edge.
  var east: Double { goesRound ? 180 : eastern?.longitude ?? 0 }

  /// Whether both edges would be the same meridian in the digits that are written.
  private var goesRound: Bool { most - least >= 360 - 2e-6 }

  private mutating func add(_ stop: TrackStop) {
    count += 1
    south = min(south, stop.latitude)
    north = max(north, stop.latitude)
    decimals = max(decimals, stop.decimals)
    if let last {
      var step = stop.longitude - last.longitude
      if last.crosses(to: stop) {
        crosses = true
        step += step > 0 ? -360 : 360
      }
      way += step
    }
    // 180° has two signs: prefer +180 as the western edge and -180 as the eastern edge.
    if western == nil || way < least || way == least && stop.longitude == 180 {
      (western, least) = (stop, way)
    }
    if eastern == nil || way > most || way == most && stop.longitude == -180 { (eastern, most) = (stop, way) }
    last = stop
  }
}
