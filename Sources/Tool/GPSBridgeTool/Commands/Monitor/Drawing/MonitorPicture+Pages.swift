internal import GNSS
internal import GPSBase
internal import GPSBridge
internal import GPSFormats
internal import Glibc
internal import TerminalKit

/// Pages of text: events, raw sentences, help, settings, and waiting for a receiver.
extension MonitorPicture {
  /// Draws the list of events, newest at the bottom.
  mutating func drawEvents(_ area: Area) {
    guard !area.isEmpty else { return }
    let entries = device.events.entries
    let isScrolled = state.view.pane == .events
    let end = max(min(area.height, entries.count), entries.count - (isScrolled ? state.view.scroll : 0))
    for (index, entry) in entries[max(0, end - area.height)..<min(end, entries.count)].enumerated() {
      let y = area.y + index
      let x = canvas.put(
        TimeText.clock(entry.utcSeconds, ahead: options.zoneAhead), x: area.x, y: y, .quiet,
        within: area.right)
      let count = entry.count > 1 ? " (×\(entry.count))" : ""
      canvas.put("  " + entry.text + count, x: x, y: y, Style(ink: entry.ink), within: area.right)
    }
    if entries.isEmpty { canvas.put("nothing yet", x: area.x, y: area.y, .quiet, within: area.right) }
  }

  /// Draws raw sentences, newest at the bottom.
  mutating func drawRaw(_ area: Area) {
    let totals = device.totals
    var detail = "\(totals.sentences) good"
    if totals.messages > 0 { detail += " · \(totals.messages) binary" }
    detail += " · \(totals.badChecksums) with a wrong checksum"
    if totals.badFields > 0 { detail += " · \(totals.badFields) refused" }
    if totals.junkBytes > 0 { detail += " · \(totals.junkBytes) bytes of junk" }
    let inner = framed(area, "RAW", detail)
    let raw = device.raw.lines
    let end = max(min(inner.height, raw.count), raw.count - state.view.scroll)
    for (index, line) in raw[max(0, end - inner.height)..<min(end, raw.count)].enumerated() {
      draw(line, inner.row(index))
    }
    if raw.isEmpty { canvas.put("no sentence yet", x: inner.x, y: inner.y, .quiet, within: inner.right) }
  }

  /// Draws a frame; the reason for refusing one comes first, so that a long line can't hide it.
  private mutating func draw(_ line: StreamTranscript.Line, _ row: Area) {
    guard !line.problem.isEmpty else {
      canvas.put(line.text, x: row.x, y: row.y, within: row.right)
      return
    }
    let bad = Style(ink: .bad, isBold: true)
    let end = canvas.put("× \(line.problem): ", x: row.x, y: row.y, bad, within: row.right)
    canvas.put(line.text, x: end, y: row.y, Style(ink: .bad), within: row.right)
  }

  /// Draws the keys and the meaning of the marks for `visible` rows; returns the number of rows.
  mutating func help(_ inner: Area, rows visible: Int) -> Int {
    var lines = KeyBinding.all.map { ($0.shown, $0.help) }
    lines += [
      ("", ""), ("LIVE", "the position is current; AGING, STALE, FIX LOST: it gets old"),
      ("±", "the true place is within it in 68 of 100 cases; then its source"),
      ("host", "this computer's clock minus the receiver's, with the delay"),
      ("G05 ●", "a satellite that is used; ○ heard only; + known only"),
    ]
    // Use two columns if one is too long and no line would be cut; otherwise the page scrolls.
    let half = inner.width / 2
    let fits = lines.allSatisfy { CharacterWidth.of($0.1) <= half - 11 }
    let columns = lines.count > visible && fits ? 2 : 1
    let width = inner.width / columns
    let perColumn = (lines.count + columns - 1) / columns
    var rows = 0
    for column in 0..<columns {
      var y = inner.y
      let x = inner.x + column * width
      for line in lines.dropFirst(column * perColumn).prefix(perColumn) {
        canvas.put(line.0, x: x, y: y, .title, within: x + width)
        let folded = TextFolding.lines(line.1, width: max(1, width - 11))
        for (index, text) in folded.enumerated() {
          canvas.put(text, x: x + 10, y: y + index, within: x + width)
        }
        y += max(1, folded.count)
      }
      rows = max(rows, y - inner.y)
    }
    return rows
  }

  /// Draws the settings that the receiver has shown, and commands to change them; returns the number of rows.
  mutating func settings(_ area: Area) -> Int {
    let proposals = ConfigureProposals(device, isAlone: state.devices.count == 1)
    var y = area.y
    for line in settingLines(proposals) {
      canvas.put(line.label, x: area.x, y: y, .title, within: area.right)
      for text in TextFolding.lines(line.text, width: max(1, area.width - 15)) {
        canvas.put(text, x: area.x + 15, y: y, within: area.right)
        y += 1
      }
    }
    y += 1
    for line in TextFolding.lines(proposals.introduction, width: max(1, area.width)) {
      canvas.put(line, x: area.x, y: y, .quiet, within: area.right)
      y += 1
    }
    for command in proposals.commands {
      canvas.put(command, x: area.x, y: y, .bold, within: area.right)
      y += 1
    }
    return y - area.y
  }

  private func settingLines(_ proposals: ConfigureProposals) -> [AdviceLine] {
    let kinds = SettingKind.allCases.filter {
      SettingKind.usual.contains($0) || device.settings.values[$0] != nil
    }
    return [
      AdviceLine(label: "receiver", text: device.name),
      AdviceLine(
        label: "commands", text: device.dialect?.name ?? "not known: it has not shown which it accepts"),
    ] + kinds.map { AdviceLine(label: $0.title, text: proposals.words(for: $0)) }
  }

  /// Draws the screen shown before a receiver appears: the awaited name, and ports to try.
  mutating func drawWaiting(_ area: Area) {
    // A server that answers reports why no receiver is available.
    let waitingText = device.refusalOfServer.map { error in
      [error.message, error.remedy].compactMap { $0 }.joined(separator: ". ")
    }
    let inner = framed(area, "WAITING").padded(1)
    let time = device.absentSince.map { TimeText.short($0.duration(to: now)) } ?? "a moment"
    var lines: [(String, Style)] = [("", .plain)]
    func add(_ text: String, _ style: Style = .plain) {
      for line in TextFolding.lines(text, width: inner.width) { lines.append((line, style)) }
    }
    let isAny = device.source == "auto"
    add(
      waitingText ?? (isAny ? "No GPS receiver is plugged in." : "\(device.source) is not there."),
      Style(ink: .warning, isBold: true))
    add("Waiting for \(isAny ? "one on USB" : "it"): \(time). When it appears, it is opened.")
    lines.append(("", .plain))
    let candidates = state.ports.filter { $0.guess == .mayBe || $0.guess == .modem }
    // On a small screen, show only the commands.
    let isTight = inner.height < 2 * candidates.count + 8
    for port in candidates {
      let words =
        port.guess == .modem ? "is a modem's GPS port; switch it on first (mmcli)" : "may be your receiver"
      if !isTight { add("\(port.node) (\(port.name)) \(words):") }
      lines.append((isTight ? "gpsbridge monitor \(port.node)" : "  gpsbridge monitor \(port.node)", .bold))
    }
    let others = state.ports.filter { $0.guess == .other }
    if !others.isEmpty, !isTight {
      add("Not a receiver: " + others.map { "\($0.node) (\($0.name))" }.joined(separator: ", "), .quiet)
    }
    if state.ports.isEmpty { add("This machine has no serial port at the moment.", .quiet) }
    if let last = lines.last, !last.0.isEmpty { lines.append(("", .plain)) }
    add("Without a receiver: gpsbridge monitor sim:drive", .quiet)
    // On a small screen, drop the blank lines first.
    if lines.count > inner.height { lines.removeAll { $0.0.isEmpty } }
    for (index, line) in lines.enumerated() where index < inner.height {
      canvas.put(line.0, x: inner.x, y: inner.y + index, line.1, within: inner.right)
    }
  }

  /// Draws a screen without frames, for terminals with a few lines.
  mutating func drawCompact(_ area: Area) {
    let inner = area.padded(1)
    drawHeadline(inner.row(0))
    let isGood = device.verdicts(at: now)[0].code == .good
    var lines = fixLines
    let free = inner.height - (isGood ? 1 + lines.count : 3)
    let advice = adviceLines(width: inner.width, most: max(1, free), folds: true)
    let room = inner.height - 1 - advice.count
    if lines.count > room { lines.removeLast(lines.count - max(0, room)) }
    for (index, line) in lines.enumerated() {
      canvas.put(line.label, x: inner.x, y: inner.y + 1 + index, .quiet)
      let x = canvas.put(line.value, x: inner.x + 6, y: inner.y + 1 + index, within: inner.right)
      if !line.more.isEmpty, x + 2 + CharacterWidth.of(line.more) <= inner.right {
        canvas.put(line.more, x: x + 2, y: inner.y + 1 + index, within: inner.right)
      }
    }
    let y = inner.y + 1 + lines.count
    let verdict = device.verdicts(at: now)[0]
    draw(advice, Area(x: inner.x, y: y, width: inner.width, height: inner.bottom - y), verdict)
  }

  // The page about the receiver's own condition: antenna, interference, forged signals, load, and start.

  /// The width of a label, and of each column of the table.
  private static let label = 14
  private static let column = 12

  /// Draws the page; returns the number of rows.
  mutating func receiver(_ area: Area) -> Int {
    var y = area.y
    let hardware = device.facts.hardware
    let lines = HardwareWords.lines(hardware)
    if lines.isEmpty {
      for text in TextFolding.lines(unspokenText, width: area.width) {
        canvas.put(text, x: area.x, y: y, within: area.right)
        y += 1
      }
      y += 1
    } else {
      y = section("the receiver reports", lines, area, from: y)
    }
    if !hardware.frontEnds.isEmpty { y = frontEnds(hardware.frontEnds, area, from: y) }
    return section("how it started", startLines, area, from: y) - area.y - 1
  }

  /// Draws a heading and its lines; returns the row after the gap below them.
  private mutating func section(
    _ heading: String, _ lines: [(label: String, words: String)], _ area: Area, from start: Int
  ) -> Int {
    var y = start
    canvas.put(heading, x: area.x, y: y, .title, within: area.right)
    y += 1
    for line in lines {
      canvas.put(line.label, x: area.x, y: y, .quiet, within: area.right)
      for text in TextFolding.lines(line.words, width: max(1, area.width - Self.label)) {
        canvas.put(text, x: area.x + Self.label, y: y, within: area.right)
        y += 1
      }
    }
    return y + 1
  }

  /// Draws a row for each front end; returns the row after the gap below them.
  private mutating func frontEnds(
    _ ends: [HardwareCondition.FrontEnd], _ area: Area, from start: Int
  ) -> Int {
    var y = start
    canvas.put("its front ends", x: area.x, y: y, .title, within: area.right)
    y += 1
    for (index, row) in ([HardwareWords.frontEndHeads] + ends.map(HardwareWords.cells)).enumerated() {
      for (column, text) in row.enumerated() {
        let x = area.x + (column == 0 ? 0 : Self.label + (column - 1) * Self.column)
        let end = min(area.right, area.x + Self.label + column * Self.column - 1)
        canvas.put(text, x: x, y: y, index == 0 || column == 0 ? .quiet : .plain, within: end)
      }
      y += 1
    }
    return y + 1
  }

  private var unspokenText: String {
    if device.isRecording { return "This recording holds nothing that the receiver reports." }
    return "It has reported no status yet. NMEA sentences have none. A u-blox is asked "
      + "every few seconds, unless --no-questions is given."
  }

  private var startLines: [(label: String, words: String)] {
    var lines: [(label: String, words: String)] = []
    if let time = device.firstFixAfter { lines.append(("first fix", "after \(TimeText.short(time))")) }
    if let start = device.start { lines.append(("it began", StartWords.began(start))) }
    if let news = device.memory { lines.append(("its memory", StartWords.words(news))) }
    return lines.isEmpty ? [("first fix", "not yet")] : lines
  }
}

struct SignalBar: Hashable {
  var identity: SatelliteIdentity
  var strength: Int
  var isUsed: Bool
  /// In degrees.
  var elevation: Int?
  var azimuth: Int?

  /// The bars of all satellites with a signal, by constellation and number, each with its strongest signal.
  static func all(_ sky: Sky) -> [SignalBar] {
    var bars: [SatelliteIdentity: SignalBar] = [:]
    for satellite in sky.satellites {
      guard let strength = satellite.carrierToNoise, strength > 0 else { continue }
      let known = bars[satellite.identity]
      bars[satellite.identity] = SignalBar(
        identity: satellite.identity, strength: max(strength, known?.strength ?? 0),
        isUsed: satellite.isUsed || known?.isUsed == true,
        elevation: satellite.elevation ?? known?.elevation, azimuth: satellite.azimuth ?? known?.azimuth)
    }
    return bars.values.sorted { $0.identity.order < $1.identity.order }
  }

  /// `gps 6/8 glonass 3/4`: satellites used and with a signal, by constellation.
  static func summary(_ bars: [SignalBar]) -> String {
    let groups = Dictionary(grouping: bars, by: \.identity.constellation).sorted { $0.key.rank < $1.key.rank }
    return groups.map { "\($0.key.word) \($0.value.count { $0.isUsed })/\($0.value.count)" }
      .joined(separator: " ")
  }

  /// Colors by usability: below 30 dB-Hz a receiver can't decode data, and near 40 all is well.
  var ink: Style.Ink { strength < 30 ? .bad : strength < 37 ? .warning : .good }

  /// The filled part of a bar that begins at 10 dB-Hz and is full at 50.
  var part: Double { Double(strength - 10) / 40 }
}

extension MonitorPicture {
  /// The width of a bar with label and number: comfortable, and the minimum.
  private static let usualColumn = 26
  private static let narrowColumn = 19
  /// The least width of a column with the satellite's direction, and the width of that part.
  private static let directionColumn = 25
  private static let directionWidth = 9

  /// The number of columns for `count` bars in `rows` rows: more and narrower ones for many satellites.
  private func signalColumns(_ count: Int, width: Int, rows: Int) -> Int {
    let usual = max(1, width / Self.usualColumn)
    let needed = (count + max(1, rows) - 1) / max(1, rows)
    return min(max(usual, needed), max(1, width / Self.narrowColumn))
  }

  /// The rows that all bars would need; with many satellites the columns are narrower.
  func signalRows(width: Int) -> Int {
    let count = device.sky.map { SignalBar.all($0).count } ?? 0
    func rows(_ column: Int) -> Int { (count + max(1, width / column) - 1) / max(1, width / column) }
    let usual = rows(Self.usualColumn)
    return max(1, usual <= 8 ? usual : max(8, rows(Self.narrowColumn)))
  }

  /// The rows of all bars on the page of the signals, which scrolls.
  func signalPageRows(_ inner: Area) -> Int {
    let count = device.sky.map { SignalBar.all($0).count } ?? 0
    let columns = signalColumns(count, width: inner.width, rows: inner.height)
    return (count + columns - 1) / columns
  }

  /// Draws a bar for each satellite with a signal; beside other parts, the strongest ones if there is no room
  /// for all.
  mutating func drawSignals(_ area: Area) {
    let bars = device.sky.map(SignalBar.all) ?? []
    let inner = area.inner.padded(1)
    let columns = signalColumns(bars.count, width: inner.width, rows: inner.height)
    let isPage = state.view.pane == .signals
    let hasDirections = isPage && inner.width / columns >= Self.directionColumn
    canvas.title(
      "SIGNALS",
      bars.isEmpty
        ? "dB-Hz"
        : "dB-Hz  \(hasDirections ? "● used  el az  " : "● used ○ heard  ")" + SignalBar.summary(bars),
      x: area.x + 1, y: area.y, within: area.right - 1)
    guard !bars.isEmpty, inner.height > 0 else {
      let text = device.sky == nil ? unlistedText(area.width) : "no satellite is heard"
      canvas.put(text, x: inner.x, y: inner.y, .quiet, within: inner.right)
      return
    }
    let room = columns * inner.height
    var shown = bars
    if bars.count > room, !isPage {
      // The last place shows that there are more.
      let kept = bars.sorted { $0.strength > $1.strength }.prefix(room - 1)
      shown = kept.sorted { $0.identity.order < $1.identity.order }
    }
    let all = (shown.count + columns - 1) / columns
    let rows = isPage ? all : min(inner.height, all)
    let width = inner.width / columns
    let first = min(isPage ? state.view.scroll : 0, max(0, rows - inner.height))
    for (index, bar) in shown.enumerated() where first..<first + inner.height ~= index % rows {
      var area = Area(
        x: inner.x + index / rows * width, y: inner.y + index % rows - first, width: width - 2, height: 1)
      if hasDirections {
        canvas.put(
          bar.elevation.map(String.init) ?? "-", endingAt: area.right - 5, y: area.y, .plain, from: area.x)
        canvas.put(bar.azimuth.map(String.init) ?? "-", endingAt: area.right, y: area.y, .plain, from: area.x)
        area.width -= Self.directionWidth
      }
      draw(bar, area)
    }
    let below = rows - first - inner.height
    if below > 0 {
      canvas.put(" ↓ \(below) more ", endingAt: inner.right, y: inner.bottom, .quiet, from: inner.x)
    }
    let hidden = bars.count - shown.count
    guard hidden > 0 else { return }
    let isWeaker = shown.contains { $0.strength > (bars.map(\.strength).min() ?? 0) }
    canvas.put(
      "+ \(hidden) \(isWeaker ? "weaker" : "more"): g", x: inner.x + (columns - 1) * width,
      y: inner.bottom - 1, .quiet, within: inner.right)
  }

  private mutating func draw(_ bar: SignalBar, _ area: Area) {
    let name = Style(ink: bar.identity.constellation.ink, isBold: bar.isUsed)
    canvas.put(bar.identity.label, x: area.x, y: area.y, name, within: area.right)
    let width = area.width - 4 - 5
    canvas.bar(bar.part, x: area.x + 4, y: area.y, width: width, Style(ink: bar.ink))
    canvas.put(
      "\(bar.strength)", endingAt: area.right - 2, y: area.y, bar.isUsed ? .bold : .plain, from: area.x)
    canvas.put(bar.isUsed ? "●" : "○", x: area.right - 1, y: area.y, bar.isUsed ? Style(ink: .good) : .quiet)
  }

  /// Draws the satellites by direction in a frame, with letter and number, dimmed if they have no signal.
  mutating func drawSky(_ area: Area) {
    let facts = device.sky.map { SkyFacts($0) }
    var counts: [String] = []
    if facts != nil, let used = device.facts.satellitesUsed { counts.append("\(used) used") }
    if case .known(let heard) = facts?.heard { counts.append("\(heard) heard") }
    canvas.title("SKY", counts.joined(separator: " · "), x: area.x + 1, y: area.y, within: area.right - 1)
    let inner = area.inner
    guard inner.width >= 9, inner.height >= 3 else { return }
    let plot = SkyPlot(inner)
    drawRings(plot, inner)
    let marks = device.sky.map(SkyPlot.marks) ?? []
    var taken: Set<Int> = []
    for mark in marks { place(mark, plot, inner, &taken) }
    drawSides(plot, inner)
    drawLegend(marks, area)
    guard marks.isEmpty else { return }
    let text = device.sky == nil ? unlistedText(inner.width) : "no directions yet"
    let y = inner.y + inner.height / 2
    canvas.put(text, x: inner.x + max(0, (inner.width - text.count) / 2), y: y, .quiet, within: inner.right)
  }

  /// The text without a list of satellites: some receivers report only how many they use.
  func unlistedText(_ width: Int) -> String {
    guard let used = device.fix?.satellitesUsed, used > 0 else { return "no satellites yet" }
    let text = "\(used) are used, none is listed"
    return text.count <= width ? text : "\(used) are used"
  }

  /// Draws the horizon, and the 45° circle if there is room.
  private mutating func drawRings(_ plot: SkyPlot, _ inner: Area) {
    for elevation in plot.radiusY >= 5 ? [0, 45] : [0] {
      for azimuth in stride(from: 0, to: 360, by: elevation == 0 ? 6 : 10) {
        let cell = plot.cell(elevation: elevation, azimuth: azimuth)
        canvas.plot("·", x: cell.x, y: cell.y, .quiet)
      }
    }
  }

  private mutating func drawSides(_ plot: SkyPlot, _ inner: Area) {
    for (azimuth, name, aside) in [(0, "N", 0), (90, "E", 2), (180, "S", 0), (270, "W", -2)] {
      let cell = plot.cell(elevation: 0, azimuth: azimuth)
      let x = cell.x + aside
      // A satellite on the horizon matters more than a compass letter, and a letter next to a label would be
      // read as part of it.
      let isFree = (x - 1...x + 1).allSatisfy { column in
        guard column >= 0, column < size.width else { return true }
        let scalar = canvas[column, cell.y].scalar
        return scalar == "·" || scalar == " " || scalar == "│"
      }
      if isFree { canvas.put(name, x: x, y: cell.y, .bold) }
    }
  }

  private mutating func place(_ mark: SkyPlot.Mark, _ plot: SkyPlot, _ inner: Area, _ taken: inout Set<Int>) {
    let cell = plot.cell(elevation: mark.elevation, azimuth: mark.azimuth)
    let label = mark.strength == nil ? "+" : mark.identity.label
    let style =
      mark.strength == nil
      ? Style.quiet : mark.isUsed ? Style(ink: mark.identity.constellation.ink, isBold: true) : Style.plain
    // If a stronger satellite occupies the cell, move aside.
    for (dx, dy) in [(0, 0), (1, 0), (-1, 0), (2, 0), (-2, 0), (0, -1), (0, 1), (3, 0), (-3, 0)] {
      let x = min(max(cell.x - label.count / 2 + dx, inner.x), inner.right - label.count)
      let y = cell.y + dy
      guard y >= inner.y, y < inner.bottom else { continue }
      let cells = (x - 1..<x + label.count + 1).map { y * size.width + $0 }
      guard taken.isDisjoint(with: cells) else { continue }
      canvas.put(label, x: x, y: y, style)
      taken.formUnion((x..<x + label.count).map { y * size.width + $0 })
      return
    }
  }

  /// Draws the letters of the constellations on the lower edge.
  private mutating func drawLegend(_ marks: [SkyPlot.Mark], _ area: Area) {
    let present = Set(marks.map(\.identity.constellation)).sorted { $0.rank < $1.rank }
    guard !present.isEmpty else { return }
    let long = present.map { "\($0.letter) \($0.word)" }.joined(separator: " ")
    let text =
      long.count <= area.width - 4
      ? long : present.map { "\($0.letter) \($0.word.prefix(3))" }.joined(separator: " ")
    guard text.count <= area.width - 4, area.bottom <= size.height else { return }
    canvas.put(" \(text) ", endingAt: area.right - 1, y: area.bottom - 1, .quiet)
  }
}

/// Positions of satellites on a plot of the sky: zenith in the center, horizon around it, north up.
struct SkyPlot {
  /// A satellite with its strongest signal.
  struct Mark: Hashable {
    var identity: SatelliteIdentity
    var elevation: Int
    var azimuth: Int
    var strength: Int?
    var isUsed: Bool
  }

  private let centerX: Double
  private let centerY: Double
  private let radiusX: Double
  fileprivate let radiusY: Double

  /// The largest plot in an area, a little wider than high because labels need room at the sides.
  init(_ area: Area) {
    radiusY = max(1, Double(area.height - 1) / 2)
    radiusX = max(1, min(Double(area.width - 5) / 2, radiusY * 3.2))
    centerX = Double(area.x) + Double(area.width - 1) / 2
    centerY = Double(area.y) + Double(area.height - 1) / 2
  }

  func cell(elevation: Int, azimuth: Int) -> (x: Int, y: Int) {
    let distance = Double(90 - min(max(elevation, 0), 90)) / 90
    let angle = Double(azimuth) * .pi / 180
    return (
      Int((centerX + radiusX * distance * sin(angle)).rounded()),
      Int((centerY - radiusY * distance * cos(angle)).rounded())
    )
  }

  /// The satellites with a direction, each once, strongest first.
  static func marks(_ sky: Sky) -> [Mark] {
    var marks: [SatelliteIdentity: Mark] = [:]
    for satellite in sky.satellites {
      guard let elevation = satellite.elevation, let azimuth = satellite.azimuth else { continue }
      var mark =
        marks[satellite.identity]
        ?? Mark(
          identity: satellite.identity, elevation: elevation, azimuth: azimuth, strength: nil, isUsed: false)
      mark.strength = [mark.strength, satellite.carrierToNoise].compactMap { $0 }.filter { $0 > 0 }.max()
      mark.isUsed = mark.isUsed || satellite.isUsed
      marks[satellite.identity] = mark
    }
    return marks.values.sorted {
      ($0.strength ?? -1, $1.identity.order) > ($1.strength ?? -1, $0.identity.order)
    }
  }
}

extension SatelliteIdentity {
  /// A letter and a number, as in RINEX: `G12`, `R04`.
  var label: String { constellation.letter + NumberText.padded(number % 100, 2) }

  /// The sort order: by constellation, then by number.
  var order: Int { constellation.rank * 1000 + number }
}

extension Constellation {
  var letter: String {
    switch self {
    case .gps: "G"
    case .sbas: "S"
    case .galileo: "E"
    case .beidou: "C"
    case .imes: "M"
    case .qzss: "J"
    case .glonass: "R"
    case .navic: "I"
    }
  }

  /// The display order.
  var rank: Int {
    switch self {
    case .gps: 0
    case .glonass: 1
    case .galileo: 2
    case .beidou: 3
    case .qzss: 4
    case .navic: 5
    case .sbas: 6
    case .imes: 7
    }
  }

  var ink: Style.Ink {
    switch self {
    case .gps: .good
    case .glonass: .bad
    case .galileo: .accent
    case .beidou: .warning
    case .qzss, .navic: .second
    case .sbas, .imes: .third
    }
  }
}

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
