/// The result of asking a body for more.
enum BodyStep: Sendable, Hashable {
  /// This many bytes were written.
  case wrote(Int)
  /// No data now.
  case wait
  /// The next record is due after this time.
  case waitFor(Duration)
  /// Nothing yet; run other work before asking again.
  case later
  /// The body is complete.
  case end
  /// The source can't be read further.
  case broken
  /// The listener was too slow: its next records have been dropped.
  case leftBehind
}
