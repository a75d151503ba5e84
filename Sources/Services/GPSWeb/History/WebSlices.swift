/// A body that is generated slice by slice.
protocol WebSlices: Sendable {
  /// Makes the next slice.
  ///
  /// - Parameter history: The current positions of all receivers; old ones may have been dropped.
  /// - Returns: Some kilobytes; empty to yield to other work before the next call; nil at the end.
  mutating func next(_ history: TrackHistory) -> [UInt8]?
  /// Whether the body ended early because of an error; the connection is then cut.
  var isBroken: Bool { get }
}

extension WebSlices {
  /// Bodies made from memory can't fail.
  var isBroken: Bool { false }
}

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
