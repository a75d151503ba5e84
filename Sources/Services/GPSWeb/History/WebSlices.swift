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
  /// The size at which a slice of a long body ends.
  static var sliceBytes: Int { 16_384 }

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

extension UnsafeMutableRawBufferPointer {
  /// Copies unsent bytes to a buffer, starting at an index, as many as fit; returns their number.
  func take(_ bytes: [UInt8], _ sent: inout Int, at place: Int = 0) -> Int {
    let count = Swift.min(bytes.count - sent, self.count - place)
    unsafe bytes.withUnsafeBytes { bytes in
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[sent..<(sent + count)])
      unsafe UnsafeMutableRawBufferPointer(rebasing: self[place...]).copyMemory(from: rest)
    }
    sent += count
    return count
  }
}
