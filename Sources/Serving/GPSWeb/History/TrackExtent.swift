internal import GNSS
internal import GPSFormats

/// A place of a track with its moment, and the cut to the next one.
struct TrackStop: Sendable, Hashable {
  var time: UTC
  var latitude: Double
  var longitude: Double
  /// Meters above the ellipsoid.
  var height: Double?
  /// The decimals of a degree that its accuracy is worth.
  var decimals: Int

  /// Takes the place of a row; nil for one without.
  init?(_ row: HistoryRow) {
    guard let place = row.coordinate else { return nil }
    time = row.time
    latitude = place.latitude
    longitude = place.longitude
    height = row.height
    decimals = row.fix.errors?.horizontal.map { PositionDigits.ofDegrees($0) } ?? PositionDigits.ofUnknown
  }

  /// Whether the shorter way to another place goes over 180°.
  func crosses(to next: TrackStop) -> Bool { abs(next.longitude - longitude) > 180 }

  /// The two ends of the way to another place where it goes over 180°; nil where it does not.
  ///
  /// Both are the same place, written with the sign of their side, where a straight line meets the meridian.
  func cut(before next: TrackStop) -> (end: TrackStop, start: TrackStop)? {
    guard crosses(to: next) else { return nil }
    let side = longitude < 0 ? -180.0 : 180
    // Both ways to the meridian are positive, and one of them can be none.
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

/// How many places a piece of a track has, and the box around them.
struct TrackExtent: Sendable, Hashable {
  /// The places that the step does not leave out.
  private(set) var count = 0
  /// Whether it goes over 180°.
  private(set) var crosses = false
  private(set) var south = 90.0
  private(set) var north = -90.0
  /// The decimals of all its degrees: with fewer for some of them a place could lie outside the box.
  private(set) var decimals = PositionDigits.ofDegrees(nil)
  private var western: TrackStop?
  private var eastern: TrackStop?
  /// Degrees east of the first place, counted on over 180°: the least, the most, and those of the last place.
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

  /// The western edge; greater than the eastern one where 180° lies between them.
  var west: Double { goesRound ? -180 : western?.longitude ?? 0 }

  /// The eastern edge.
  var east: Double { goesRound ? 180 : eastern?.longitude ?? 0 }

  /// Whether its edges would be one place, to the digits that are written.
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
    // 180° has two numbers: the western edge is the one of the west, and the eastern one that of the east.
    if western == nil || way < least || way == least && stop.longitude == 180 {
      (western, least) = (stop, way)
    }
    if eastern == nil || way > most || way == most && stop.longitude == -180 { (eastern, most) = (stop, way) }
    last = stop
  }
}
