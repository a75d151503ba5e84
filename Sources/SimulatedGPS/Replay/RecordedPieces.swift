internal import GPSBridge

/// Bytes of a recording that arrived together.
struct RecordedPiece: Sendable {
  /// Nanoseconds since the beginning.
  var time: Int64
  var bytes: [UInt8]
}

/// Converts the items that `RecordedLog` reads to pieces; their times never decrease.
struct PieceMaker: Sendable {
  private var plain = PlainTiming()
  private var last: Int64 = 0

  mutating func take(_ item: RecordedLog.Item, _ receive: (RecordedPiece) -> Void) {
    switch item {
    case .header, .problem: break
    case .bytes(let bytes, let time?): pass(bytes, time.wholeNanoseconds, receive)
    case .bytes(let bytes, nil):
      var plain = plain
      self.plain = PlainTiming()
      plain.take(bytes) { pass($0, $1, receive) }
      self.plain = plain
    case .interruption:
      // Ends the line that was cut off when the device disappeared. Otherwise, as no cable is pulled during
      // playback, its halves would form a sentence that the receiver never sent.
      pass([0x0D, 0x0A], last, receive)
    }
  }

  mutating func finish(_ receive: (RecordedPiece) -> Void) {
    var plain = plain
    self.plain = PlainTiming()
    plain.finish { pass($0, $1, receive) }
  }

  private mutating func pass(_ bytes: [UInt8], _ time: Int64, _ receive: (RecordedPiece) -> Void) {
    guard !bytes.isEmpty else { return }
    last = max(last, time)
    receive(RecordedPiece(time: last, bytes: bytes))
  }
}

/// The pieces of a recording in order, from memory or from a file.
enum PieceSequence: Sendable {
  case memory(Simulation.Recording, next: Int)
  case file(RecordingStream)

  mutating func next() -> RecordedPiece? {
    switch consume self {
    case .memory(let recording, let index):
      guard index < recording.count else {
        self = .memory(recording, next: index)
        return nil
      }
      self = .memory(recording, next: index + 1)
      return recording.piece(index)
    case .file(var stream):
      let piece = stream.next()
      self = .file(stream)
      return piece
    }
  }
}
