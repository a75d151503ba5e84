/// What was done to a receiver's time to make it right.
///
/// Nothing is ever corrected without being named here.
public struct TimeCorrections: Sendable, Hashable {
  /// Weeks that were added because the receiver's week counter has rolled over: a multiple of 1024.
  public var rolloverWeeks = 0
  /// Whether the date was moved on because the time of day passed midnight before a sentence with a date came.
  public var midnight = false
  /// Whether the second 60 was given.
  public var leapSecond = false
  /// Whether the century was put in front of a year that has only two digits where four belong.
  public var century = false

  /// Nothing corrected.
  public init() {}

  /// Whether nothing was corrected.
  public var isEmpty: Bool { self == TimeCorrections() }
}
