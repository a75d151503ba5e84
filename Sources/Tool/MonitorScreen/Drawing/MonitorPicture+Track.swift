internal import GPSBridge
internal import GPSFormats
internal import TerminalKit

extension MonitorPicture {
  /// The way of the last minutes, with a scale, and a mark where the receiver is now.
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
    drawScale(plot.metresPerDot, inner)
  }

  /// A line of a round length, in the corner.
  private mutating func drawScale(_ metresPerDot: Double, _ inner: Area) {
    let longest = Double(max(4, inner.width / 4)) * 2 * metresPerDot
    guard let scale = units.scale(upTo: longest) else { return }
    let cells = max(2, Int((scale.metres / metresPerDot / 2).rounded()))
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
