internal import GNSS
internal import GPSBridge
internal import GPSFormats
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
    ] + kinds.map { AdviceLine(label: $0.words, text: proposals.words(for: $0)) }
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
}
