internal import NMEA

/// What a sentence adds to an epoch without being part of the fix: a date, or how wrong the fix may be.
struct Addition {
  /// The time of day of the epoch it belongs to.
  var time: TimeOfDay
  /// The day, with all four digits of the year.
  var date: ReceivedDate?
  /// How wrong the fix may be.
  var errors: ErrorEstimate?
}
