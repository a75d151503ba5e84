internal import GPSBridge

/// Bytes of a recording that arrived together.
struct RecordedPiece: Sendable {
  /// Nanoseconds since the beginning.
  var time: Int64
  var bytes: [UInt8]
}

/// Converts the bytes of a recording to pieces; their times never decrease.
struct PieceMaker: Sendable {
  var header: RecordedLog.Header?
  /// The first hundred lines that could not be read and were skipped.
  private(set) var problems: [RecordedLog.Problem] = []
  private var reader = RecordedLog.Reader()
  private var plain = PlainTiming()
  private var last: Int64 = 0

  private static let mostProblems = 100

  /// Reads the next bytes; returns false without any, which ends the recording.
  mutating func pull(_ bytes: Span<UInt8>, _ receive: (RecordedPiece) -> Void) -> Bool {
    // Swapped out, so that their results can be taken meanwhile.
    var (reader, plain) = (RecordedLog.Reader(), PlainTiming())
    swap(&reader, &self.reader)
    swap(&plain, &self.plain)
    let hasMore = reader.pull(bytes) { part, bytes in
      switch part {
      case .header(let header): self.header = header
      case .problem(let problem): if problems.count < Self.mostProblems { problems.append(problem) }
      case .comment: break
      case .bytes(let time?): pass(Self.copy(bytes), time.wholeNanoseconds, receive)
      case .bytes(nil): plain.take(Self.copy(bytes)) { pass($0, $1, receive) }
      case .interruption:
        // Ends the line that was cut off when the device disappeared. Otherwise, as no cable is pulled during
        // playback, its halves would form a sentence that the receiver never sent.
        pass([0x0D, 0x0A], last, receive)
      }
    }
    if !hasMore { plain.finish { pass($0, $1, receive) } }
    swap(&reader, &self.reader)
    swap(&plain, &self.plain)
    return hasMore
  }

  private static func copy(_ bytes: Span<UInt8>) -> [UInt8] {
    [UInt8](capacity: bytes.count) { output in
      for index in bytes.indices { output.append(bytes[index]) }
    }
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
