internal import GPSBase
internal import GPSBridge
internal import GPSFormats
internal import GPSGeodesy
internal import TerminalKit

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

/// A label and its value in the table of the fix.
struct FixLine: Hashable {
  var label: String
  var value: String
  var more = ""
}

extension MonitorPicture {
  mutating func drawFix(_ area: Area) {
    canvas.title(
      "FIX", device.isHeld ? "held: it stands still" : "", x: area.x + 1, y: area.y, within: area.right - 1)
    let inner = area.inner.padded(1)
    drawHeadline(inner.row(0))
    let lines = fixLines
    // Leave a blank line below the headline if there is room.
    let gap = inner.height > lines.count + 1 ? 1 : 0
    for (index, line) in lines.enumerated() where 1 + gap + index < inner.height {
      draw(line, inner.row(1 + gap + index))
    }
  }

  /// The condition and the age of the position: `LIVE  3D · DGNSS       age 0.14 s`.
  ///
  /// A paused screen shows that instead, with the current age of its position, because nothing on it is live.
  mutating func drawHeadline(_ row: Area) {
    let headline = self.headline
    let x = canvas.put(
      headline.word, x: row.x, y: row.y, Style(ink: headline.ink, isBold: true), within: row.right)
    var end = row.right
    // In a recording, the age counts from playback and is meaningless.
    if !device.isRecording, let age = device.age(at: state.now), device.update?.lastKnown != nil {
      let text = "age " + TimeText.age(age)
      if x + headline.detail.count + text.count + 4 <= row.right {
        canvas.put(text, endingAt: row.right, y: row.y, isCurrent ? .plain : Style(ink: .warning))
        end -= text.count + 1
      }
    }
    canvas.put("  " + headline.detail, x: x, y: row.y, within: end)
  }

  /// The device's condition; on a paused screen, the pause and its duration.
  var headline: Headline {
    let headline = Headline(device, at: now)
    guard state.view.isPaused else { return headline }
    return Headline(paused: headline, for: now.duration(to: state.now))
  }

  var isCurrent: Bool {
    device.update?.freshness == .live && !state.view.isPaused && !device.facts.isSuspect(at: now)
  }

  private mutating func draw(_ line: FixLine, _ row: Area) {
    let style: Style =
      isCurrent || !["lat", "lon", "grid", "alt", "speed", "to"].contains(line.label) ? .plain : .quiet
    canvas.put(line.label, x: row.x, y: row.y, .quiet, within: row.right)
    let end = canvas.put(line.value, x: row.x + 6, y: row.y, style, within: row.right)
    guard !line.more.isEmpty else { return }
    // Aligned in a column if the value leaves room.
    canvas.put(line.more, x: max(end + 2, row.x + 24), y: row.y, style, within: row.right)
  }

  var fixLines: [FixLine] {
    (positionLines + [
      motionLine, approachLine, timeLine, dilutionLine, satelliteLine, lastFixLine, startLine,
    ]).compactMap(\.self)
  }

  // MARK: - Position

  private var positionLines: [FixLine?] {
    guard let location = device.location else { return [] }
    let place = location.coordinate
    let accuracy = "±\(units.accuracy(location.horizontalAccuracy)) \(Self.word(location.accuracySource))"
    let altitude = location.altitude.map { altitude in
      let accuracy = location.verticalAccuracy.map { " ±\(units.length($0))" } ?? ""
      return "alt \(units.length(altitude)) \(units.lengthUnit) MSL\(accuracy)"
    }
    let style = state.view.coordinates
    let meters = location.horizontalAccuracy
    switch style {
    case .dd, .dm, .dms:
      // Latitudes have one digit less than longitudes: align the decimal points.
      let latitude = (style == .dd ? "" : " ") + style.latitude(place.latitude, meters)
      return [
        FixLine(label: "lat", value: latitude, more: accuracy),
        FixLine(label: "lon", value: style.longitude(place.longitude, meters), more: altitude ?? ""),
      ]
    case .utm, .mgrs, .maidenhead:
      return [
        FixLine(label: "grid", value: style.text(place, accuracy: meters), more: accuracy),
        altitude.map { FixLine(label: "alt", value: String($0.dropFirst(4))) },
      ]
    }
  }

  private static func word(_ source: AccuracySource) -> String {
    switch source {
    case .deviations: "68 % (GST)"
    case .receiver: "68 % (receiver)"
    case .dilution: "68 % (DOP)"
    case .assumed: "68 % (assumed)"
    }
  }

  private var motionLine: FixLine? {
    guard let location = device.location, let speed = location.speed else { return nil }
    let course = location.course.map { course -> String in
      let whole = Int(course.rounded()) % 360
      let magnetic = (device.fix?.magneticVariation).map { variation in
        let value = (Int((course - variation).rounded()) % 360 + 360) % 360
        return ", \(NumberText.padded(value, 3))° mag"
      }
      // With both courses there is no room for the word.
      let word = magnetic == nil ? "course" : "to"
      return "\(word) \(NumberText.padded(whole, 3))° \(Self.side(course))\(magnetic ?? "")"
    }
    return FixLine(label: "speed", value: units.speed(speed), more: course ?? "")
  }

  /// The way to the destination: `1.24 km 047°      closing 3.2 kn, 12 min`.
  private var approachLine: FixLine? {
    guard let location = device.location else { return nil }
    return Self.words(of: location, to: state.view.destination, units).map {
      FixLine(label: "to", value: $0.way, more: $0.pace)
    }
  }

  /// The way to a destination in words; nil without a destination.
  static func words(
    of location: Location, to destination: Coordinate?, _ units: Units
  ) -> (way: String, pace: String)? {
    guard let destination else { return nil }
    let approach = Approach(
      from: location.coordinate, to: destination, speed: location.speed, course: location.course)
    let bearing = approach.bearing.map { " \(NumberText.padded(Int($0.rounded()) % 360, 3))°" }
    let closing = approach.closingSpeed.map { speed in
      speed < 0 ? "away \(units.speed(-speed))" : "closing \(units.speed(speed))"
    }
    let time = approach.secondsToGo.map { TimeText.short(.seconds(min($0, 1e7))) }
    return (
      units.distance(approach.distance) + (bearing ?? ""),
      [closing, time].compactMap(\.self).joined(separator: ", ")
    )
  }

  private static func side(_ degrees: Double) -> String {
    ["N", "NE", "E", "SE", "S", "SW", "W", "NW"][Int((degrees / 45).rounded()) & 7]
  }

  // MARK: - Time and accuracy

  private var timeLine: FixLine? {
    guard let fix = device.fix, let time = fix.time else { return nil }
    let isQuick = (device.pace.perSecond ?? 1) > 1.5
    // This computer's clock is unrelated to the time of a recording.
    let offset = (device.isRecording ? nil : device.clockOffset).map { offset -> String in
      abs(offset) < 9.95
        ? "host \(NumberText.signed(offset, decimals: 2)) s"
        : "host \(offset < 0 ? "−" : "+")\(TimeText.short(.seconds(min(abs(offset), 1e10))))"
    }
    return FixLine(label: "UTC", value: TimeText.moment(time, decimals: isQuick ? 1 : 0), more: offset ?? "")
  }

  private var dilutionLine: FixLine? {
    guard let dilution = device.fix?.dilution else { return nil }
    let parts = [
      ("H", dilution.horizontal), ("V", dilution.vertical), ("P", dilution.position), ("T", dilution.time),
    ]
    let text = parts.compactMap { name, value in value.map { "\(name) \(NumberText.of($0, decimals: 1))" } }
    guard !text.isEmpty else { return nil }
    return FixLine(label: "DOP", value: text.joined(separator: "  "), more: firstFixText)
  }

  private var satelliteLine: FixLine? {
    guard let sky = device.sky else { return nil }
    let facts = SkyFacts(sky)
    let counts = [
      ("used", device.facts.satellitesUsed), ("heard", facts.heard.value), ("known", facts.inView.value),
    ]
    var parts = counts.compactMap { name, count in count.map { "\($0) \(name)" } }
    if case .known(let best) = facts.best { parts.append("best \(best)") }
    return FixLine(label: "sats", value: parts.joined(separator: " · "))
  }

  private var lastFixLine: FixLine? {
    guard device.update?.lastKnown == nil, device.fix != nil else { return nil }
    return FixLine(label: "fix", value: "none so far")
  }

  private var startLine: FixLine? {
    guard device.fix?.dilution.horizontal == nil, !firstFixText.isEmpty else { return nil }
    return FixLine(label: "start", value: firstFixText)
  }

  private var firstFixText: String { device.firstFixAfter.map { "first fix \(TimeText.short($0))" } ?? "" }
}

/// A line of a verdict; only the first line of each part has a label.
struct AdviceLine: Hashable {
  var label: String
  var text: String
}

extension MonitorPicture {
  /// The verdict's four parts, in at most `most` lines.
  ///
  /// If all is well, there is only one line.
  func adviceLines(width: Int, most: Int, folds: Bool = false) -> [AdviceLine] {
    let verdict = device.verdicts(at: now)[0]
    if verdict.code == .good {
      let all = "\(verdict.what) \(verdict.why)"
      if folds, most > 1 {
        return TextFolding.lines(all, width: width - 8, most: most).enumerated().map {
          AdviceLine(label: $0 == 0 ? "good" : "", text: $1)
        }
      }
      return [AdviceLine(label: "good", text: CharacterWidth.of(all) <= width - 8 ? all : verdict.why)]
    }
    if most < 3 { return [AdviceLine(label: "what", text: verdict.what)] }
    let parts = [
      ("what", verdict.what), ("why", verdict.why), ("do", verdict.remedy), ("expect", verdict.expectation),
    ].filter { !$0.1.isEmpty }
    // Leave out a part that would not be shown.
    let wanted = most < 4 ? parts.filter { $0.0 != "expect" } : parts
    let full = wanted.map { TextFolding.lines($0.1, width: width - 8).count }
    var given = [Int](repeating: 1, count: wanted.count)
    // Extend the parts in turn by a line while there is room, the remedy before the reason.
    let turns = ["do", "what", "why", "expect"].compactMap { label in wanted.firstIndex { $0.0 == label } }
    var rest = most - wanted.count
    while rest > 0, let index = turns.first(where: { given[$0] < full[$0] }) {
      given[index] += 1
      rest -= 1
    }
    return wanted.indices.flatMap { index in
      TextFolding.lines(wanted[index].1, width: width - 8, most: given[index]).enumerated().map {
        AdviceLine(label: $0 == 0 ? wanted[index].0 : "", text: $1)
      }
    }
  }

  /// Draws the verdict into its frame.
  mutating func drawAdvice(_ lines: [AdviceLine], _ area: Area) {
    let verdicts = device.verdicts(at: now)
    let more = verdicts.count > 1 ? " · \(verdicts.count - 1) more, press d" : ""
    canvas.title("WHY", verdicts[0].code.rawValue + more, x: area.x + 1, y: area.y, within: area.right - 1)
    draw(lines, area.inner.padded(1), verdicts[0])
  }

  mutating func draw(_ lines: [AdviceLine], _ area: Area, _ verdict: Verdict) {
    let ink: Style.Ink = verdict.code == .good ? .good : .warning
    for (index, line) in lines.enumerated() where index < area.height {
      canvas.put(line.label, x: area.x, y: area.y + index, Style(ink: ink, isBold: true), within: area.right)
      let isMain = lines[...index].last { !$0.label.isEmpty }.map {
        ["what", "do", "good"].contains($0.label)
      }
      canvas.put(
        line.text, x: area.x + 8, y: area.y + index, isMain == true ? .bold : .plain, within: area.right)
    }
  }

  /// Draws all verdicts in full, and the counts; returns the number of rows.
  mutating func diagnosis(_ inner: Area) -> Int {
    var y = inner.y
    for verdict in device.verdicts(at: now) {
      canvas.put(verdict.code.rawValue, x: inner.x, y: y, .title, within: inner.right)
      y += 1
      let parts = [
        ("what", verdict.what), ("why", verdict.why), ("do", verdict.remedy), ("expect", verdict.expectation),
      ].filter { !$0.1.isEmpty }
      let lines = parts.flatMap { label, text in
        TextFolding.lines(text, width: inner.width - 8).enumerated().map {
          AdviceLine(label: $0 == 0 ? label : "", text: $1)
        }
      }
      draw(lines, Area(x: inner.x, y: y, width: inner.width, height: inner.bottom - y), verdict)
      y += lines.count + 1
    }
    for line in countLines {
      canvas.put(line.label, x: inner.x, y: y, .quiet, within: inner.right)
      canvas.put(line.text, x: inner.x + 12, y: y, within: inner.right)
      y += 1
    }
    return y - inner.y
  }

  private var countLines: [AdviceLine] {
    let totals = device.totals
    let refused = totals.refusedPositions > 0 ? ", \(totals.refusedPositions) refused (0°, 0°)" : ""
    let fixes = "\(totals.fixes - totals.refusedPositions)\(refused)"
    return [
      AdviceLine(label: "bytes", text: "\(totals.bytes), \(totals.junkBytes) of them junk"),
      AdviceLine(
        label: "sentences",
        text: "\(totals.sentences) good, \(Plural.of(totals.badChecksums, "wrong checksum")), "
          + "\(Plural.of(totals.badFields, "wrong field")), \(totals.cutSentences) cut off"),
      AdviceLine(label: "messages", text: "\(totals.messages) binary"),
      AdviceLine(
        label: "epochs", text: "\(totals.epochs), \(fixes) with a fix, \(totals.late) sentences late"),
    ]
  }
}
