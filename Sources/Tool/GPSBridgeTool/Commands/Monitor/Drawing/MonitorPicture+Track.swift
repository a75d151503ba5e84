internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import Glibc
internal import TerminalKit

extension MonitorPicture {
  /// Draws the track of the last minutes, with a scale and a mark at the current position.
  mutating func drawTrack(_ area: Area) {
    let track = device.track
    var detail = ""
    if track.points.count > 1 {
      let distance = track.distance
      detail = "last \(TimeText.rough(track.time)) · \(distance < 1 ? "standing" : units.distance(distance))"
    }
    canvas.title("TRACK", detail, x: area.x + 1, y: area.y, within: area.right - 1)
    let inner = area.inner
    guard inner.width > 4, inner.height > 0 else { return }
    var grid = DotGrid(columns: inner.width, rows: inner.height)
    guard let plot = TrackPlot(track.points, width: grid.width, height: grid.height),
      let last = plot.dots.last
    else {
      canvas.put("no position yet", x: inner.x + 1, y: inner.y, .quiet, within: inner.right)
      return
    }
    var before: (x: Int, y: Int)?
    for dot in plot.dots {
      if let before, dot.isJoined {
        grid.line(from: before, to: (dot.x, dot.y))
      } else {
        grid.set(dot.x, dot.y)
      }
      before = (dot.x, dot.y)
    }
    canvas.draw(grid, x: inner.x, y: inner.y, Style(ink: .accent))
    canvas.plot(
      isCurrent ? "◆" : "○", x: inner.x + last.x / 2, y: inner.y + last.y / 4,
      Style(ink: isCurrent ? .good : .warning, isBold: true))
    drawScale(plot.metersPerDot, inner)
  }

  /// Draws a line of a round length in the corner.
  private mutating func drawScale(_ metersPerDot: Double, _ inner: Area) {
    let longest = Double(max(4, inner.width / 4)) * 2 * metersPerDot
    guard let scale = units.scale(upTo: longest) else { return }
    let cells = max(2, Int((scale.meters / metersPerDot / 2).rounded()))
    let y = inner.bottom - 1
    let end = inner.right - 1
    canvas.horizontal(y: y, from: end - cells, to: end - 1, .plain)
    canvas.plot("├", x: end - cells, y: y)
    canvas.plot("┤", x: end - 1, y: y)
    canvas.put(scale.text + " ", endingAt: end - cells, y: y, .plain, from: inner.x)
  }
}

extension TimeText {
  /// `40 s`, `10 min`.
  static func rough(_ time: Duration) -> String {
    let seconds = Int(time / .seconds(1))
    return seconds < 120 ? "\(seconds) s" : "\((seconds + 30) / 60) min"
  }
}

/// A track on a grid of dots: north up, and as large as possible.
struct TrackPlot {
  /// One dot for each point; `isJoined` if a line leads to it from the previous one.
  private(set) var dots: [(x: Int, y: Int, isJoined: Bool)] = []
  /// The width and height of a dot in meters.
  private(set) var metersPerDot = 1.0

  /// A stationary receiver wanders by some meters: don't enlarge that to fill the screen.
  private static let smallest = 30.0

  /// - Parameters:
  ///   - points: The track.
  ///   - width: The number of dots across.
  ///   - height: The number of dots down.
  init?(_ points: [Track.Point], width: Int, height: Int) {
    guard let first = points.first, width > 4, height > 4 else { return nil }
    // A plane tangent at the start is accurate enough for ten minutes.
    let metersEast = WGS84.degree * cos(first.place.latitude * .pi / 180)
    let places = points.map { point -> (east: Double, north: Double) in
      var turn = point.place.longitude - first.place.longitude
      if turn > 180 { turn -= 360 }
      if turn < -180 { turn += 360 }
      return (turn * metersEast, (point.place.latitude - first.place.latitude) * WGS84.degree)
    }
    let east = Self.range(places.map(\.east))
    let north = Self.range(places.map(\.north))
    let meters = max(
      (east.upperBound - east.lowerBound) / Double(width - 3),
      (north.upperBound - north.lowerBound) / Double(height - 3), Self.smallest / Double(min(width, height)))
    metersPerDot = meters
    let middle = (x: (east.lowerBound + east.upperBound) / 2, y: (north.lowerBound + north.upperBound) / 2)
    dots = zip(points, places).map { point, place in
      (
        Int(((place.east - middle.x) / meters + Double(width - 1) / 2).rounded()),
        Int(((middle.y - place.north) / meters + Double(height - 1) / 2).rounded()), point.isJoined
      )
    }
  }

  private static func range(_ values: [Double]) -> ClosedRange<Double> {
    (values.min() ?? 0)...(values.max() ?? 0)
  }
}
