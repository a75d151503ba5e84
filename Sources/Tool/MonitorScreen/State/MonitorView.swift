/// What the screen shows, as somebody has chosen by keys.
struct MonitorView: Hashable, Sendable {
  /// One part of the screen in full, or all of them in small.
  enum Pane: Hashable, Sendable, CaseIterable {
    case overview, sky, signals, track, raw, events, diagnosis, settings, help

    /// Whether it is a page that is read from its top; lists are read from their newest end.
    var isPage: Bool { [.diagnosis, .settings, .help].contains(self) }
  }

  var pane = Pane.overview
  var units = Units.metric
  var coordinates = CoordinateStyle.dd
  var isPaused = false
  /// Lines that a list is scrolled back from its newest end, or a page down from its top.
  var scroll = 0
  /// Whether the overview has no plot of the sky.
  var hasNoSky = false
}
