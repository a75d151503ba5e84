internal import GPSBridge
internal import TerminalKit
internal import GPSBase

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
      ("what", verdict.what), ("why", verdict.why), ("do", verdict.advice), ("expect", verdict.expectation),
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
        ("what", verdict.what), ("why", verdict.why), ("do", verdict.advice), ("expect", verdict.expectation),
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
        text:
          "\(totals.sentences) good, \(Plural.of(totals.badChecksums, "wrong checksum")), "
          + "\(Plural.of(totals.badFields, "wrong field")), \(totals.cutSentences) cut off"
      ),
      AdviceLine(label: "messages", text: "\(totals.messages) binary"),
      AdviceLine(
        label: "epochs", text: "\(totals.epochs), \(fixes) with a fix, \(totals.late) sentences late"),
    ]
  }
}
