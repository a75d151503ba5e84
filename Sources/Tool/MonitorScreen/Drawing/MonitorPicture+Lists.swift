internal import GNSS
internal import GPSBridge
internal import GPSFormats
package import TerminalKit

extension MonitorPicture {
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
    let totals = device.totals
    var detail = "\(totals.sentences) good"
    if totals.messages > 0 { detail += " · \(totals.messages) binary" }
    detail += " · \(totals.badChecksum) with a wrong checksum"
    if totals.badField > 0 { detail += " · \(totals.badField) refused" }
    if totals.junkBytes > 0 { detail += " · \(totals.junkBytes) bytes of junk" }
    let inner = framed(area, "RAW", detail)
    let raw = device.raw.lines
    let end = max(min(inner.height, raw.count), raw.count - state.view.scroll)
    for (index, line) in raw[max(0, end - inner.height)..<min(end, raw.count)].enumerated() {
      draw(line, inner.row(index))
    }
    if raw.isEmpty { canvas.put("no sentence yet", x: inner.x, y: inner.y, .quiet, within: inner.right) }
  }

  /// A frame; in front of one that was not taken stands the reason, which no long line pushes out of sight.
  private mutating func draw(_ line: StreamTranscript.Line, _ row: Area) {
    guard !line.problem.isEmpty else {
      canvas.put(line.text, x: row.x, y: row.y, within: row.right)
      return
    }
    let bad = Style(ink: .bad, isBold: true)
    let end = canvas.put("× \(line.problem): ", x: row.x, y: row.y, bad, within: row.right)
    canvas.put(line.text, x: end, y: row.y, Style(ink: .bad), within: row.right)
  }

  /// The keys, and what the marks mean, on a screen of so many rows; answers those that it takes.
  package mutating func help(_ inner: Area, rows visible: Int) -> Int {
    var lines = KeyBinding.all.map { ($0.shown, $0.help) }
    lines += [
      ("", ""), ("LIVE", "it is there now; AGING, STALE, FIX LOST: the position grows old"),
      ("±", "the true place is within it in 68 of 100 cases, and who says so"),
      ("host", "this computer's clock beside the receiver's, with the bytes' way"),
      ("G05 ●", "a satellite that is used; ○ heard only; + known to be there"),
    ]
    // In two columns where one is too long and nothing has to be cut for it; else the page scrolls.
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
}
