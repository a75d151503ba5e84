/// A body generated slice by slice, with the part of the last slice not sent yet.
struct SlicedBody: Sendable {
  private var slices: any WebSlices
  private var rest: [UInt8] = []
  private var sent = 0

  init(_ slices: any WebSlices) { self.slices = slices }

  /// Writes the data available, as much as fits; makes at most one slice.
  mutating func fill(_ room: UnsafeMutableRawBufferPointer, _ history: TrackHistory) -> BodyStep {
    if sent == rest.count {
      guard let next = slices.next(history) else {
        (rest, sent) = ([], 0)
        return slices.isBroken ? .broken : .end
      }
      (rest, sent) = (next, 0)
      if next.isEmpty { return .later }
    }
    return .wrote(unsafe room.take(rest, &sent))
  }
}
