internal import TerminalKit

/// Pages that are longer than the screen, and how far they can be scrolled.
extension MonitorPicture {
  /// No page is longer.
  private static let tallest = 200

  /// Draws a page on a canvas of its own, and shows the part of it that was scrolled to.
  mutating func drawPage(_ inner: Area, _ draw: (inout MonitorPicture, Area) -> Int) {
    guard !inner.isEmpty else { return }
    let (page, rows) = page(inner.width, draw)
    let hidden = max(0, rows - inner.height)
    let first = min(state.view.scroll, hidden)
    for y in 0..<min(inner.height, rows - first) {
      for x in 0..<inner.width { canvas[inner.x + x, inner.y + y] = page[x, first + y] }
    }
    guard hidden > first else { return }
    canvas.put(" ↓ \(hidden - first) more ", endingAt: inner.right, y: inner.bottom, .quiet, from: inner.x)
  }

  private func page(_ width: Int, _ draw: (inout MonitorPicture, Area) -> Int) -> (Canvas, Int) {
    let size = ScreenSize(width: width, height: Self.tallest)
    var screen = MonitorPicture(state: state, options: options, canvas: Canvas(size))
    let rows = draw(&screen, Area(x: 0, y: 0, width: size.width, height: size.height))
    return (screen.canvas, min(rows, size.height))
  }

  /// The farthest that what is shown can be scrolled, in lines.
  static func mostScroll(_ state: MonitorState) -> Int {
    let screen = MonitorPicture(state: state, options: MonitorOptions(), canvas: Canvas(state.size))
    let inner = Area(x: 0, y: 1, width: state.size.width, height: state.size.height - 2).inner.padded(1)
    guard !inner.isEmpty else { return 0 }
    return max(0, screen.rows(in: inner) - inner.height)
  }

  /// The rows that all of what is shown would take.
  private func rows(in inner: Area) -> Int {
    switch state.view.pane {
    case .overview, .sky, .signals, .track: 0
    case .raw: device.raw.lines.count
    case .events: device.events.entries.count
    case .diagnosis: page(inner.width) { $0.diagnosis($1) }.1
    case .settings: page(inner.width) { $0.settings($1) }.1
    case .help: page(inner.width) { $0.help($1, rows: inner.height) }.1
    }
  }
}
