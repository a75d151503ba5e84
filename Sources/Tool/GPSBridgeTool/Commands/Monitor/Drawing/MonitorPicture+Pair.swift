internal import GPSBase
internal import GPSBridge
internal import GPSFormats
internal import TerminalKit

/// Two devices beside each other, or one above the other on a narrow screen.
extension MonitorPicture {
  /// Narrower screens have one device above the other, without frames.
  private static let besideWidth = 72

  mutating func drawPair(_ body: Area) {
    guard let pair = state.pair else { return }
    let table = differences(pair)
    let reason = reasonLines(pair, width: size.width - 4)
    guard body.width >= Self.besideWidth, body.height >= 18 else {
      return drawStacked(body, pair, table, reason)
    }
    let top = min(max(10, body.height * 2 / 5), 13)
    let left = (body.width + 1) / 2
    let frames = [
      Area(x: 0, y: body.y, width: left, height: top),
      Area(x: left - 1, y: body.y, width: body.width - left + 1, height: top),
    ]
    for (index, frame) in frames.enumerated() {
      canvas.frame(frame)
      with(index) { picture in
        picture.canvas.title(
          index == 0 ? "A" : "B", picture.pairName, x: frame.x + 1, y: frame.y, within: frame.right - 1)
        picture.drawSide(frame.inner.padded(1), picture.columnLines)
      }
    }
    let between = Area(
      x: 0, y: body.y + top - 1, width: body.width, height: table.count + reason.count + 2)
    draw(table, reason, framed(between, "B MINUS A", differenceDetail(pair)))
    let signals = Area(
      x: 0, y: between.bottom - 1, width: body.width, height: body.bottom - between.bottom + 1)
    guard signals.height > 2 else { return }
    draw(pair, framed(signals, "SIGNALS", signalDetail(pair)))
  }

  /// Everything in one column.
  private mutating func drawStacked(
    _ body: Area, _ pair: MonitorPair, _ table: [[String]], _ reason: [String]
  ) {
    let inner = body.padded(1)
    // Positions and differences come first; signals take what is left.
    let rows = max(1, min(5, (inner.height - table.count - reason.count - 3) / 2 - 1))
    var y = inner.y
    for index in 0...1 {
      with(index) { picture in
        picture.canvas.title(
          index == 0 ? "A" : "B", picture.pairName, x: inner.x - 1, y: y, within: inner.right)
        picture.drawSide(
          Area(x: inner.x, y: y + 1, width: inner.width, height: rows), picture.stackedLines)
      }
      y += 1 + rows
    }
    canvas.title("B MINUS A", differenceDetail(pair), x: inner.x - 1, y: y, within: inner.right)
    let between = Area(
      x: inner.x, y: y + 1, width: inner.width, height: min(table.count + reason.count, inner.bottom - y - 1))
    draw(table, reason, between)
    guard inner.bottom - between.bottom > 1 else { return }
    canvas.title("SIGNALS", signalDetail(pair), x: inner.x - 1, y: between.bottom, within: inner.right)
    let left = inner.bottom - between.bottom - 1
    draw(pair, Area(x: inner.x, y: between.bottom + 1, width: inner.width, height: left))
  }

  // MARK: - One device

  /// The name of a device, with its port if both have one name.
  private var pairName: String {
    let isUnique = Set(state.devices.map(\.name)).count == state.devices.count
    guard !isUnique, let node = device.place?.node, node != device.name else { return device.name }
    return "\(device.name) · \(node)"
  }

  private mutating func drawSide(_ area: Area, _ lines: [FixLine]) {
    guard !area.isEmpty else { return }
    drawHeadline(area.row(0))
    var y = 1
    let verdict = device.verdicts(at: now)[0]
    // The verdict comes first: the values below it may be old.
    if verdict.code != .good {
      for text in TextFolding.lines(verdict.what, width: area.width, most: 2) where y < area.height {
        canvas.put(text, x: area.x, y: area.y + y, Style(ink: .warning), within: area.right)
        y += 1
      }
    }
    for line in lines where y < area.height {
      draw(line, area.row(y))
      y += 1
    }
  }

  /// One value in each line, for a column.
  private var columnLines: [FixLine] {
    var lines = positionLines.compactMap { $0 }
    let more = lines.map(\.more).filter { !$0.isEmpty }
    for index in lines.indices { lines[index].more = "" }
    if let approachLine { lines.append(approachLine) }
    lines += more.map { text in
      text.hasPrefix("alt ")
        ? FixLine(label: "alt", value: String(text.dropFirst(4)))
        : FixLine(label: "acc", value: text)
    }
    let time = timeLine.map { FixLine(label: $0.label, value: $0.value) }
    return lines + [satelliteLine(hasBest: false), strengthLine, time].compactMap { $0 }
  }

  private var stackedLines: [FixLine] {
    (positionLines + [approachLine, satelliteLine(hasBest: false), strengthLine]).compactMap { $0 }
  }

  private var strengthLine: FixLine? {
    let levels = (device.sky.map(SignalBar.all) ?? []).map(\.strength).sorted()
    guard let best = levels.last else { return nil }
    let median = Double(levels[(levels.count - 1) / 2] + levels[levels.count / 2]) / 2
    return FixLine(label: "C/N0", value: "median \(HumanText.shortest(median)) · best \(best) dB-Hz")
  }

  // MARK: - Differences

  /// The columns north, east, up and distance, in the units of the screen.
  private func differences(_ pair: MonitorPair) -> [[String]] {
    let none = ["-", "-", "-", "-"]
    let latest = pair.comparison.latest.map { latest in
      [
        signed(latest.north), signed(latest.east), latest.up.map(signed) ?? "-",
        Self.way(latest.north, latest.east, units),
      ] + ["at \(MonitorPair.clock(latest.time))"]
    }
    let mean = pair.result.map { result in
      [
        signed(result.north), signed(result.east), result.altitude.map(signed) ?? "-",
        Self.way(result.north, result.east, units),
      ]
    }
    let error = pair.result.map { result in
      [result.standardErrorNorth, result.standardErrorEast, result.altitudeError, result.standardError].map {
        $0.map { Self.amount($0, units) } ?? "-"
      } + [Self.word(ComparisonReport.isSignificant(result))]
    }
    let label = latest != nil && pair.isOld(at: now) ? "last" : "now"
    return [["", "north", "east", "up", "distance"], [label] + (latest ?? none), ["mean"] + (mean ?? none)]
      + (error.map { [["±68 %"] + $0] } ?? [])
  }

  private static func word(_ isSignificant: Bool?) -> String {
    switch isSignificant {
    case true?: "significant"
    case false?: "not significant"
    case nil: "not known"
    }
  }

  private func signed(_ meters: Double) -> String { Self.signed(meters, units) }

  private static func signed(_ meters: Double, _ units: Units) -> String {
    let text = amount(abs(meters), units)
    // A number that rounds to zero has a plus sign.
    return (meters < 0 && !text.hasPrefix("0.00 ") ? "−" : "+") + text
  }

  /// Centimeters up to a hundred meters, then none.
  private static func amount(_ meters: Double, _ units: Units) -> String {
    let value = units == .imperial ? meters / 0.3048 : meters
    return "\(NumberText.of(value, decimals: value < 99.995 ? 2 : 0)) \(units.lengthUnit)"
  }

  private static func way(_ north: Double, _ east: Double, _ units: Units) -> String {
    amount((north * north + east * east).squareRoot(), units)
  }

  /// `B−A +0.31 m north −0.20 m east +1.02 m up, 0.37 m`: for lines.
  static func words(_ pair: MonitorPair, _ units: Units) -> String? {
    guard let latest = pair.comparison.latest else { return nil }
    let up = latest.up.map { " \(signed($0, units)) up" } ?? ""
    return "B−A \(signed(latest.north, units)) north \(signed(latest.east, units)) east\(up), "
      + way(latest.north, latest.east, units)
  }

  /// `; C/N0 +2.0 dB-Hz of 9sv`: the signals of the last common time, for lines.
  static func signalWords(_ pair: MonitorPair) -> String {
    let latest = pair.comparison.latestSignals
    guard let median = pair.comparison.latestMedianDifference else { return "" }
    return "; C/N0 \(NumberText.signed(median, decimals: 1)) dB-Hz of \(latest.count)sv"
  }

  private func differenceDetail(_ pair: MonitorPair) -> String {
    let count = pair.result.map { " \(Plural.of($0.count, "position")) in \(HumanText.time($0.duration))" }
    guard let age = pair.age(at: now), age >= MonitorPair.patience else {
      return "at the same times" + (count.map { ":\($0)" } ?? "")
    }
    return "last \(TimeText.short(age)) ago" + (count.map { ":\($0)" } ?? "")
  }

  private func reasonLines(_ pair: MonitorPair, width: Int) -> [String] {
    pair.reason(state.shownDevices, at: now).map { TextFolding.lines($0, width: width, most: 3) } ?? []
  }

  private mutating func draw(_ table: [[String]], _ reason: [String], _ area: Area) {
    let isOld = state.pair?.isOld(at: now) != false
    for (index, text) in reason.enumerated() where index < area.height {
      canvas.put(text, x: area.x, y: area.y + index, Style(ink: .warning), within: area.right)
    }
    for (index, row) in table.enumerated() where reason.count + index < area.height {
      let y = area.y + reason.count + index
      canvas.put(row[0], x: area.x, y: y, .quiet, within: area.right)
      for (column, text) in row.dropFirst().enumerated() {
        let style: Style = index == 0 || isOld && index == 1 ? .quiet : index == 1 ? .bold : .plain
        let wide = min(area.width < 66 ? 9 : 10, (area.width - 5) / 4)
        let text = text == "distance" && text.count >= wide ? "dist" : text
        let x = area.x + 5 + column * wide
        if column < 4 {
          // Without the space before the unit, where the number would lose digits.
          let fitting = text.count >= wide ? text.filter { $0 != " " } : text
          canvas.put(fitting, endingAt: x + wide, y: y, style, from: x)
        } else {
          canvas.put(text, x: x + 1, y: y, .quiet, within: area.right)
        }
      }
    }
  }

  // MARK: - Signals

  private func signalDetail(_ pair: MonitorPair) -> String {
    guard let mean = pair.comparison.medianDifference else { return "dB-Hz, satellites that both receive" }
    let count = pair.comparison.latestSignals.count
    let latest = (pair.hasOldSignals(at: now) ? nil : pair.comparison.latestMedianDifference).map {
      "B−A median \(NumberText.signed($0, decimals: 1)) dB-Hz of \(count) now, "
    }
    return "\(latest ?? "B−A median ")\(NumberText.signed(mean, decimals: 1)) of all"
  }

  /// Draws each satellite of both: its signals now, their difference, and the mean difference.
  private mutating func draw(_ pair: MonitorPair, _ area: Area) {
    guard !area.isEmpty else { return }
    let current = pair.hasOldSignals(at: now) ? [] : Set(pair.comparison.latestSignals.map(\.satellite))
    let signals = pair.comparison.commonSignals.sorted { $0.satellite.order < $1.satellite.order }
    guard !signals.isEmpty else {
      canvas.put(
        "no satellite that both receive at the same time", x: area.x, y: area.y, .quiet, within: area.right)
      return
    }
    // In columns from the top, of which a low screen shows some rows.
    let columns = max(1, area.width / Self.signalWidth)
    let all = (signals.count + columns - 1) / columns
    let rows = min(all, area.height - 1)
    hiddenSignalRows = all - rows
    let first = min(state.view.scroll, hiddenSignalRows)
    for column in 0..<(signals.count + all - 1) / all {
      let x = area.x + column * Self.signalWidth
      canvas.put("       A   B  B−A  mean", x: x, y: area.y, .quiet, within: area.right)
    }
    for (index, signal) in signals.enumerated() where first..<first + rows ~= index % all {
      let (x, y) = (area.x + index / all * Self.signalWidth, area.y + 1 + index % all - first)
      draw(signal, isNow: current.contains(signal.satellite), x, y)
    }
    let hidden = all - rows - first
    guard hidden > 0 else { return }
    canvas.put(" ↓ \(Plural.of(hidden, "more row")) ", endingAt: area.right, y: area.bottom - 1, .quiet)
  }

  /// The width of a column of signals.
  private static let signalWidth = 26

  private mutating func draw(_ signal: Comparison.CommonSignal, isNow: Bool, _ x: Int, _ y: Int) {
    canvas.put(signal.satellite.label, x: x, y: y, Style(ink: signal.satellite.constellation.ink))
    if isNow {
      canvas.put("\(signal.last.first)", endingAt: x + 8, y: y, .plain, from: x)
      canvas.put("\(signal.last.second)", endingAt: x + 12, y: y, .plain, from: x)
      let difference = Double(signal.last.second - signal.last.first)
      canvas.put(NumberText.signed(difference, decimals: 0), endingAt: x + 17, y: y, .bold, from: x)
    } else {
      canvas.put("not now", x: x + 6, y: y, .quiet)
    }
    canvas.put(NumberText.signed(signal.difference, decimals: 1), endingAt: x + 23, y: y, .quiet, from: x)
  }
}
