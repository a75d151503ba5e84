internal import GPSBridge
internal import GPSFormats
internal import TerminalKit

/// One satellite's bar.
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
}
