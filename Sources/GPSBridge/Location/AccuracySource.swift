/// The source of a location's accuracy, the best first.
///
/// The words are those of the records: `acc_source`.
public enum AccuracySource: String, Sendable, Hashable, Codable, CaseIterable {
  /// The standard deviations of the receiver's solution (GST).
  case deviations = "gst"
  /// The receiver's own estimate, in whatever sentence or message its maker has for that.
  case receiver
  /// The geometry of the satellites, times an error of range that an ``AccuracyModel`` takes for usual.
  case dilution = "dop"
  /// No source: a number that an ``AccuracyModel`` assumes.
  case assumed
}

/// The source of a location's timestamp.
public enum TimestampSource: String, Sendable, Hashable, Codable, CaseIterable {
  /// The receiver.
  case receiver
  /// The receiver tells the time of day; the date is this machine's.
  case receiverWithoutDate
  /// This machine: the receiver tells no time, and this is when the location came.
  case machine
}
