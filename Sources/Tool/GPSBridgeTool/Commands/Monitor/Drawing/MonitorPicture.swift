internal import GPSBridge
internal import GPSFormats
internal import TerminalKit
internal import GPSBase

/// Draws the monitor as a function of only the state, the size and the options.
struct MonitorPicture {
  let state: MonitorState
  let options: MonitorOptions
  var canvas: Canvas

  static func draw(_ state: MonitorState, _ size: ScreenSize, _ options: MonitorOptions) -> Canvas {
    var screen = MonitorPicture(state: state, options: options, canvas: Canvas(size))
    screen.draw()
    if options.isPlain { screen.canvas.mapScalars(PlainGlyphs.scalar) }
    return screen.canvas
  }

  var device: MonitoredDevice { state.device }

  var now: ContinuousClock.Instant { state.shownNow }
  var size: ScreenSize { canvas.size }
  var units: Units { state.view.units }

  /// Whether no device has been found yet.
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
    case .receiver: drawPage(framed(body, "RECEIVER", device.name)) { $0.receiver($1) }
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

  /// Draws a frame with a title, and returns the area inside.
  mutating func framed(_ area: Area, _ title: String, _ detail: String = "") -> Area {
    canvas.frame(area)
    canvas.title(title, detail, x: area.x + 1, y: area.y, within: area.right - 1)
    return area.inner.padded(1)
  }

  /// Draws the most important line on a screen that is too small for more.
  private mutating func drawOneLine() {
    let headline = self.headline
    var x = canvas.put(headline.word, x: 0, y: 0, Style(ink: headline.ink, isBold: true))
    if device.update?.location != nil, let location = device.location {
      x = canvas.put(" " + location.coordinate.description, x: x, y: 0)
    } else if !headline.detail.isEmpty {
      x = canvas.put(" " + headline.detail, x: x, y: 0)
    }
    if size.height > 1 { canvas.put("larger: 40×10", x: 0, y: 1, .quiet) }
  }
}

/// Drawing options, apart from the data.
struct MonitorOptions: Hashable, Sendable {
  /// ASCII only.
  var isPlain = false
  /// The seconds that local time is ahead of UTC, and the name of the zone.
  var zoneAhead = 0
  var zoneName = "UTC"
}

extension MonitorPicture {
  /// Draws the first line: the device and the state of its stream.
  private mutating func drawHeader() {
    // On a narrow screen, the name has priority.
    let rates =
      rateTexts.first { CharacterWidth.of($0) + 40 <= size.width }
      ?? (state.view.isPaused ? streamTexts.last : nil) ?? ""
    let room = size.width - 1 - CharacterWidth.of(rates) - 1
    var x = canvas.put(" gpsbridge", x: 0, y: 0, .title)
    if state.devices.count > 1 {
      x = canvas.put("  \(state.selected + 1)/\(state.devices.count)", x: x, y: 0, .bold)
    }
    x = canvas.put("  \(device.name)", x: x, y: 0, .bold, within: room)
    var parts: [String] = []
    // A recording is played by a simulated device, whose names are meaningless.
    if device.isRecording {
      parts.append("recording")
    } else if let place = device.place {
      if place.node != place.name { parts.append(place.node) }
      if place.isSimulated, !device.name.holds("simulated") { parts.append("simulated") }
    }
    if !device.identity.isEmpty { parts.append(device.identity) }
    for part in parts where x + CharacterWidth.of(part) + 3 <= room {
      x = canvas.put(" · \(part)", x: x, y: 0, .quiet)
    }
    canvas.put(rates, endingAt: size.width - 1, y: 0)
  }

  /// The recording's note is dropped last on a narrow screen.
  private var rateTexts: [String] {
    guard !state.recording.isEmpty else { return streamTexts }
    return streamTexts.map { "\(state.recording) · \($0)" } + [state.recording]
  }

  /// `1 Hz · 98 % ok · 1.1 kB/s`, and shorter forms.
  private var streamTexts: [String] {
    if state.view.isPaused { return ["PAUSED, p resumes", "PAUSED"] }
    guard let amount = device.recent.amount, amount.bytes > 0 else { return [] }
    var parts: [String] = []
    if let pace = device.pace.perSecond { parts.append(NumberText.rate(pace) + " Hz") }
    if let good = amount.goodPart { parts.append(GoodPart.words(good)) }
    parts.append(NumberText.of(amount.bytesPerSecond / 1000, decimals: 1) + " kB/s")
    return (1...parts.count).reversed().map { parts.prefix($0).joined(separator: " · ") }
  }

  /// Draws the last line: as many keys as fit.
  private mutating func drawKeys() {
    let y = size.height - 1
    var x = 1
    var bindings = KeyBinding.all.filter { !$0.word.isEmpty }
    if state.devices.count < 2 { bindings.removeAll { $0.shown == "tab" } }
    // Help stays even on the narrowest screen.
    let help = bindings.last
    let end = size.width - 8
    for binding in bindings.dropLast() where x + binding.shown.count + 1 + binding.word.count <= end {
      x = draw(binding, x, y) + 2
    }
    if let help { _ = draw(help, x, y) }
  }

  private mutating func draw(_ binding: KeyBinding, _ x: Int, _ y: Int) -> Int {
    let end = canvas.put(binding.shown, x: x, y: y, .title)
    return canvas.put(" " + binding.word, x: end, y: y, .quiet)
  }
}

/// Pages longer than the screen, and their scrolling.
extension MonitorPicture {
  /// The maximum height of a page.
  private static let tallest = 200

  /// Draws a page on a separate canvas, and copies the visible part.
  private mutating func drawPage(_ inner: Area, _ draw: (inout MonitorPicture, Area) -> Int) {
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

  /// The maximum scroll offset of the page, in lines.
  static func mostScroll(_ state: MonitorState) -> Int {
    let screen = MonitorPicture(state: state, options: MonitorOptions(), canvas: Canvas(state.size))
    let inner = Area(x: 0, y: 1, width: state.size.width, height: state.size.height - 2).inner.padded(1)
    guard !inner.isEmpty else { return 0 }
    return max(0, screen.rows(in: inner) - inner.height)
  }

  /// The rows that the whole page needs.
  private func rows(in inner: Area) -> Int {
    switch state.view.pane {
    case .overview, .sky, .track: 0
    case .signals: signalPageRows(inner)
    case .raw: device.raw.lines.count
    case .events: device.events.entries.count
    case .diagnosis: page(inner.width) { $0.diagnosis($1) }.1
    case .settings: page(inner.width) { $0.settings($1) }.1
    case .receiver: page(inner.width) { $0.receiver($1) }.1
    case .help: page(inner.width) { $0.help($1, rows: inner.height) }.1
    }
  }
}

/// The areas of the overview's parts for a size: only arithmetic.
struct MonitorLayout: Hashable, Sendable {
  /// Frames including their edges, which neighbors share.
  var fix: Area
  /// Nil if it does not fit, or if it is hidden.
  var sky: Area?
  var why: Area
  var signals: Area
  var track: Area?
  var events: Area?

  /// Smaller screens show a single line.
  static let least = ScreenSize(width: 40, height: 10)
  /// Screens of this size and larger show frames.
  static let framed = ScreenSize(width: 72, height: 20)
  private static let fixWidth = 50

  /// - Parameters:
  ///   - size: The size of the screen.
  ///   - advice: The number of lines of advice.
  ///   - wanted: The number of lines that all signals need.
  ///   - hasSky: Whether the sky is shown.
  init(_ size: ScreenSize, advice: Int, signals wanted: Int, hasSky: Bool) {
    // The header, the keys, and four lines of frames.
    let rows = size.height - 2 - 4
    let why = min(advice, max(1, rows * 2 / 5))
    let rest = rows - why
    // 8 of 17 rows on the usual screen, about half on a large one.
    let top = min(max(rest * 46 / 100, min(8, rest - 2)), 24)
    let below = rest - top
    // The track and the events need a frame line and two more to be useful; signals come first.
    let full = min(wanted, below)
    let hasTrack = below - 1 - min(full, 3) >= 2
    let signalRows = hasTrack ? min(full, max(3, below - 4)) : max(1, below)
    let trackRows = hasTrack ? below - 1 - signalRows : 0

    let width = size.width
    let left = hasSky ? min(max(Self.fixWidth, width * 2 / 5), 64) : width
    var y = 1
    fix = Area(x: 0, y: y, width: left, height: top + 2)
    sky = hasSky ? Area(x: left - 1, y: y, width: width - left + 1, height: top + 2) : nil
    y += top + 1
    self.why = Area(x: 0, y: y, width: width, height: why + 2)
    y += why + 1
    signals = Area(x: 0, y: y, width: width, height: signalRows + 2)
    y += signalRows + 1
    guard hasTrack else { return }
    let trackWidth = width / 2
    track = Area(x: 0, y: y, width: trackWidth, height: trackRows + 2)
    events = Area(x: trackWidth - 1, y: y, width: width - trackWidth + 1, height: trackRows + 2)
  }
}
