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
