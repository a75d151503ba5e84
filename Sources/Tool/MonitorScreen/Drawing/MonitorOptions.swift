/// What the screen is drawn with, beside what it shows.
package struct MonitorOptions: Hashable, Sendable {
  /// Nothing but ASCII.
  package var isPlain = false
  /// Seconds that the clock on the wall is ahead of UTC, and what its zone is called.
  package var zoneAhead = 0
  package var zoneName = "UTC"

  package init(
    isPlain: Bool = false, zoneAhead: Int = 0, zoneName: String = "UTC"
  ) {
    self.isPlain = isPlain
    self.zoneAhead = zoneAhead
    self.zoneName = zoneName
  }
}
