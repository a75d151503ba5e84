/// What came of asking a body for more.
enum BodyStep: Sendable, Hashable {
  /// So many bytes were written.
  case wrote(Int)
  /// There is no news.
  case wait
  /// The next record is due in this time.
  case waitFor(Duration)
  /// Nothing yet, but others should have their turn before more is made.
  case later
  /// That was all.
  case end
  /// What it is read from can't be read any further.
  case broken
  /// Records that a listener should have had are gone: it was too slow.
  case leftBehind
}
