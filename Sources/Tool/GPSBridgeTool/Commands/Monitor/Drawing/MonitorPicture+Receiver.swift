internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import TerminalKit

/// The page about the receiver's own condition: antenna, interference, forged signals, load, and start.
extension MonitorPicture {
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
    return
      "It has reported no status yet. NMEA sentences have none. A u-blox is asked "
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
