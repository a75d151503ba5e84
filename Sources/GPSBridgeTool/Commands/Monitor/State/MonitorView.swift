/// What the screen shows, as somebody has chosen by keys.
struct MonitorView: Hashable, Sendable {
  /// One part of the screen in full, or all of them in small.
  enum Pane: Hashable, Sendable, CaseIterable {
    case overview, sky, signals, track, raw, events, diagnosis, help
  }

  var pane = Pane.overview
  var units = Units.metric
  var coordinates = CoordinateStyle.dd
  var isPaused = false
  /// Lines that a list is scrolled back from its newest end.
  var scroll = 0
  /// Whether the overview has no plot of the sky.
  var hasNoSky = false
}
