package import GPSFormats

/// What the screen shows, as somebody has chosen by keys.
package struct MonitorView: Hashable, Sendable {
  /// One part of the screen in full, or all of them in small.
  package enum Pane: Hashable, Sendable, CaseIterable {
    case overview, sky, signals, track, raw, events, diagnosis, settings, help

    /// Whether it is a page that is read from its top; lists are read from their newest end.
    var isPage: Bool { [.diagnosis, .settings, .help].contains(self) }
  }

  package var pane = Pane.overview
  package var units = Units.metric
  package var coordinates = CoordinateStyle.dd
  package var isPaused = false
  /// Lines that a list is scrolled back from its newest end, or a page down from its top.
  package var scroll = 0
  /// Whether the overview has no plot of the sky.
  package var hasNoSky = false

  package init(
    pane: Pane = .overview, units: Units = .metric, coordinates: CoordinateStyle = .dd,
    isPaused: Bool = false, scroll: Int = 0, hasNoSky: Bool = false
  ) {
    self.pane = pane
    self.units = units
    self.coordinates = coordinates
    self.isPaused = isPaused
    self.scroll = scroll
    self.hasNoSky = hasNoSky
  }
}
