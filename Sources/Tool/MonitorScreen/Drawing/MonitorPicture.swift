internal import GPSBridge
package import TerminalKit

/// Draws the monitor: a function of the state, the size and the options, and of nothing else.
package struct MonitorPicture {
  package let state: MonitorState
  package let options: MonitorOptions
  package var canvas: Canvas

  package static func draw(_ state: MonitorState, _ size: ScreenSize, _ options: MonitorOptions) -> Canvas {
    var screen = MonitorPicture(state: state, options: options, canvas: Canvas(size))
    screen.draw()
    if options.isPlain { screen.canvas.mapScalars(PlainGlyphs.scalar) }
    return screen.canvas
  }

  package var device: MonitoredDevice { state.device }
  package var now: ContinuousClock.Instant { state.shownNow }
  package var size: ScreenSize { canvas.size }
  package var units: Units { state.view.units }

  /// Whether there never was a device to be shown.
  private var isWaiting: Bool {
    guard case .waitingForDevice = device.state, !device.wasOpened, !device.isStarting(at: now) else {
      return false
    }
    return true
  }

  private mutating func draw() {
    let least = MonitorLayout.least
    guard size.width >= least.width, size.height >= least.height else { return drawOneLine() }
    drawHeader()
    drawKeys()
    let body = Area(x: 0, y: 1, width: size.width, height: size.height - 2)
    switch state.view.pane {
    case .help:
      let inner = framed(body, "HELP")
      drawPage(inner) { $0.help($1, rows: inner.height) }
    case .diagnosis: drawPage(framed(body, "DIAGNOSIS")) { $0.diagnosis($1) }
    case .settings: drawPage(framed(body, "CONFIGURE")) { $0.settings($1) }
    case .events: drawEvents(framed(body, "EVENTS", options.zoneName))
    case .raw: drawRaw(body)
    case .overview where isWaiting: drawWaiting(body)
    case .overview where size.width < MonitorLayout.framed.width || size.height < MonitorLayout.framed.height:
      drawCompact(body)
    case .overview: drawOverview()
    case .sky:
      canvas.frame(body)
      drawSky(body)
    case .signals:
      canvas.frame(body)
      drawSignals(body)
    case .track:
      canvas.frame(body)
      drawTrack(body)
    }
  }

  private mutating func drawOverview() {
    let advice = adviceLines(width: size.width - 4, most: max(1, (size.height - 6) * 2 / 5))
    let layout = MonitorLayout(
      size, advice: advice.count, signals: signalRows(width: size.width - 4), hasSky: !state.view.hasNoSky)
    for area in [layout.fix, layout.sky, layout.why, layout.signals, layout.track, layout.events] {
      if let area { canvas.frame(area) }
    }
    drawFix(layout.fix)
    if let sky = layout.sky { drawSky(sky) }
    drawAdvice(advice, layout.why)
    drawSignals(layout.signals)
    if let track = layout.track { drawTrack(track) }
    if let events = layout.events {
      canvas.title("EVENTS", options.zoneName, x: events.x + 1, y: events.y, within: events.right - 1)
      drawEvents(events.inner.padded(1))
    }
  }

  /// Draws a frame with a title, and answers what is within.
  mutating func framed(_ area: Area, _ title: String, _ detail: String = "") -> Area {
    canvas.frame(area)
    canvas.title(title, detail, x: area.x + 1, y: area.y, within: area.right - 1)
    return area.inner.padded(1)
  }

  /// All there is to say on a screen that is too small for anything else.
  private mutating func drawOneLine() {
    let headline = self.headline
    var x = canvas.put(headline.word, x: 0, y: 0, Style(ink: headline.ink, isBold: true))
    if device.update?.location != nil, let location = device.location {
      x = canvas.put(" " + location.coordinate.description, x: x, y: 0)
    } else if !headline.detail.isEmpty {
      x = canvas.put(" " + headline.detail, x: x, y: 0)
    }
    if size.height > 1 {
      canvas.put("larger: 40×10", x: 0, y: 1, .quiet)
    }
  }
}

/// What the screen is drawn with, beside what it shows.
package struct MonitorOptions: Hashable, Sendable {
  /// Nothing but ASCII.
  package var isPlain = false
  /// Seconds that the clock on the wall is ahead of UTC, and what its zone is called.
  package var zoneAhead = 0
  package var zoneName = "UTC"

  package init(
    isPlain: Bool = false, zoneAhead: Int = 0, zoneName: String = "UTC"
  ) {
    self.isPlain = isPlain
    self.zoneAhead = zoneAhead
    self.zoneName = zoneName
  }
}
