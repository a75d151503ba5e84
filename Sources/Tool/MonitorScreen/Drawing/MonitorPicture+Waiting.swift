internal import GPSBridge
internal import GPSFormats
internal import TerminalKit

extension MonitorPicture {
  /// There is no receiver yet: what is waited for, and what could be tried.
  mutating func drawWaiting(_ area: Area) {
    let inner = framed(area, "WAITING").padded(1)
    let time = device.absentSince.map { TimeText.short($0.duration(to: now)) } ?? "a moment"
    var lines: [(String, Style)] = [("", .plain)]
    func add(_ text: String, _ style: Style = .plain) {
      for line in TextFolding.lines(text, width: inner.width) { lines.append((line, style)) }
    }
    let isAny = device.source == "auto"
    add(
      isAny ? "No GPS receiver is plugged in." : "\(device.source) is not there.",
      Style(ink: .warning, isBold: true))
    add("Waiting for \(isAny ? "one on USB" : "it"): \(time). When it comes, it is opened by itself.")
    lines.append(("", .plain))
    let candidates = state.ports.filter { $0.guess == .mayBe || $0.guess == .modem }
    // Where there is little room, the commands alone.
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
    // The blank lines go first where it is tight.
    if lines.count > inner.height { lines.removeAll { $0.0.isEmpty } }
    for (index, line) in lines.enumerated() where index < inner.height {
      canvas.put(line.0, x: inner.x, y: inner.y + index, line.1, within: inner.right)
    }
  }

  /// A screen without frames, for terminals of a few lines.
  mutating func drawCompact(_ area: Area) {
    let inner = area.padded(1)
    drawHeadline(inner.row(0))
    let isGood = device.verdicts(at: now)[0].code == .good
    let advice = adviceLines(width: inner.width, most: max(1, isGood ? 1 : inner.height - 3))
    var lines = fixLines
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
