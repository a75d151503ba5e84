public import GPSBridge

extension Simulation {
  /// A recording in memory: pieces of data with their arrival times.
  ///
  /// ```swift
  /// let walk = try Simulation.Recording(contentsOf: "walk.gbr")
  /// let simulated = SimulatedReceiver(playing: Simulation.Replay(walk, pace: .recorded(times: 10)), time: time)
  /// ```
  ///
  /// `RecordedLog` reads our own format, in which each piece is one arrival, and plain bytes from other
  /// programs. Plain bytes get their times from the times in their sentences or binary messages, with one piece for
  /// each moment. Without such times, they are paced as at 9600 Bd.
  public struct Recording: Sendable {
    package private(set) var header: RecordedLog.Header?
    /// The first hundred lines that could not be read and were skipped.
    package private(set) var problems: [RecordedLog.Problem] = []
    /// Whether the recording is complete; anything beyond the first gigabyte is left out.
    public private(set) var isComplete = true

    /// All bytes, and the end and time of each piece.
    private(set) var bytes: [UInt8] = []
    private(set) var ends: [Int] = []
    /// Nanoseconds since the beginning, never decreasing.
    private(set) var times: [Int64] = []

    private static let limit = 1 << 30

    /// Creates a recording from pieces and their times since the beginning.
    public init(_ pieces: [(time: Duration, bytes: [UInt8])] = []) {
      for piece in pieces { append(piece.bytes, at: piece.time.wholeNanoseconds) }
    }

    /// Reads a recording from text.
    public init(text: Span<UInt8>) {
      var maker = PieceMaker()
      if pull(text, &maker) { _ = pull(Span(), &maker) }
    }

    /// Reads a file.
    public init(contentsOf path: String) throws(RecordedLog.FileError) {
      var maker = PieceMaker()
      let file = try RecordedLog.File(path)
      var block = [UInt8](repeating: 0, count: RecordingStream.blockSize)
      var (place, count) = (0, 0)
      repeat {
        count = try file.read(at: place, into: &block)
        place += count
      } while pull(block.span.extracting(first: count), &maker) && isComplete
    }

    private mutating func pull(_ bytes: Span<UInt8>, _ maker: inout PieceMaker) -> Bool {
      let hasMore = maker.pull(bytes) { append($0.bytes, at: $0.time) }
      (header, problems) = (maker.header, maker.problems)
      return hasMore
    }

    /// The number of pieces.
    public var count: Int { ends.count }
    /// The number of bytes in all pieces.
    public var byteCount: Int { bytes.count }
    /// The arrival time of the last piece, since the beginning.
    public var duration: Duration { .nanoseconds(times.last ?? 0) }

    /// Returns the piece at an index.
    public subscript(index: Int) -> (time: Duration, bytes: [UInt8]) {
      (.nanoseconds(times[index]), piece(index).bytes)
    }

    func start(_ index: Int) -> Int { index == 0 ? 0 : ends[index - 1] }

    /// The index of the first piece at or after a time, or the number of pieces.
    func firstPiece(from time: Int64) -> Int {
      var (low, high) = (0, times.count)
      while low < high {
        let middle = (low + high) / 2
        if times[middle] < time { low = middle + 1 } else { high = middle }
      }
      return low
    }

    mutating func append(_ piece: [UInt8], at time: Int64) {
      guard !piece.isEmpty else { return }
      guard bytes.count + piece.count <= Self.limit else {
        isComplete = false
        return
      }
      bytes += piece
      ends.append(bytes.count)
      times.append(max(time, times.last ?? 0))
    }

    func piece(_ index: Int) -> RecordedPiece {
      RecordedPiece(time: times[index], bytes: Array(bytes[start(index)..<ends[index]]))
    }
  }
}
