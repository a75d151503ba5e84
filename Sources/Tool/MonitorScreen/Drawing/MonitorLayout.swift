internal import TerminalKit

/// Where the parts of the overview are, for a size: nothing but arithmetic.
struct MonitorLayout: Hashable, Sendable {
  /// Frames, each with its edges; neighbours share them.
  var fix: Area
  /// Nil where there is no room or nobody wants it.
  var sky: Area?
  var why: Area
  var signals: Area
  var track: Area?
  var events: Area?

  /// Below this there is one line.
  static let least = ScreenSize(width: 40, height: 10)
  /// From here on there are frames.
  static let framed = ScreenSize(width: 72, height: 20)
  private static let fixWidth = 50

  /// - Parameters:
  ///   - size: The screen.
  ///   - advice: Lines of what, why and what to do.
  ///   - wanted: Lines that all signals would take.
  ///   - hasSky: Whether the sky is shown.
  init(_ size: ScreenSize, advice: Int, signals wanted: Int, hasSky: Bool) {
    // The header above, the keys below, four lines of frames.
    let rows = size.height - 2 - 4
    let why = min(advice, max(1, rows * 2 / 5))
    let rest = rows - why
    // 8 of 17 on the usual screen, and half of what there is on a large one.
    let top = min(max(rest * 46 / 100, min(8, rest - 2)), 24)
    let below = rest - top
    // The track and the events need a line for their frame, and two to be of use; signals come first.
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
