/// What the screen is drawn with, beside what it shows.
struct MonitorOptions: Hashable, Sendable {
  /// Nothing but ASCII.
  var isPlain = false
  /// Seconds that the clock on the wall is ahead of UTC, and what its zone is called.
  var zoneAhead = 0
  var zoneName = "UTC"
}
