internal import NMEA

/// What a sentence adds to an epoch without being part of the fix: a date, or how wrong the fix may be.
struct Addition {
  /// The time of day of the epoch it belongs to.
  var time: TimeOfDay
  /// The day, with all four digits of the year.
  var date: ReceivedDate?
  /// How wrong the fix may be.
  var errors: ErrorEstimate?
  /// The sentences that said so.
  var bits: UInt64 = 0

  /// What two sentences add to one epoch.
  func joined(with other: Addition) -> Addition {
    var sum = self
    sum.date = other.date ?? date
    if let errors = other.errors, errors.isBetter(than: sum.errors) { sum.errors = errors }
    sum.bits |= other.bits
    return sum
  }
}
