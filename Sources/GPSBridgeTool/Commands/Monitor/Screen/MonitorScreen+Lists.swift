internal import GPSBridge

extension MonitorScreen {
  /// What has happened, the newest at the bottom.
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

  /// Sentences as they came, the newest at the bottom.
  mutating func drawRaw(_ area: Area) {
    let good = device.totals.sentences
    let inner = framed(area, "RAW", "\(good) good · \(device.totals.badChecksum) bad")
    let raw = device.raw
    let end = max(min(inner.height, raw.count), raw.count - state.view.scroll)
    for (index, sentence) in raw[max(0, end - inner.height)..<min(end, raw.count)].enumerated() {
      canvas.put(ShownText.of(sentence.bytes), x: inner.x, y: inner.y + index, within: inner.right)
    }
    if raw.isEmpty { canvas.put("no sentence yet", x: inner.x, y: inner.y, .quiet, within: inner.right) }
  }

  /// The keys, and what the marks mean, on a screen of so many rows; answers those that it takes.
  mutating func help(_ inner: Area, rows visible: Int) -> Int {
    var lines = KeyBinding.all.map { ($0.shown, $0.help) }
    lines += [
      ("", ""), ("LIVE", "it is there now; AGING, STALE, FIX LOST: the position grows old"),
      ("±", "the true place is within it in 68 of 100 cases, and who says so"),
      ("host", "this computer's clock beside the receiver's, with the bytes' way"),
      ("G05 ●", "a satellite that is used; ○ heard only; + known to be there"),
    ]
    // On a small screen in two columns.
    let columns = lines.count > visible && inner.width >= 76 ? 2 : 1
    let rows = (lines.count + columns - 1) / columns
    let width = inner.width / columns
    for (index, line) in lines.enumerated() {
      let x = inner.x + index / rows * width
      let y = inner.y + index % rows
      canvas.put(line.0, x: x, y: y, .title, within: x + width)
      canvas.put(line.1, x: x + 10, y: y, within: x + width - 1)
    }
    return rows
  }
}
