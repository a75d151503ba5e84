public import GPSBridge

extension Simulation {
  /// A recording in memory: pieces as they came, and when.
  ///
  /// ```swift
  /// let walk = try Simulation.Recording(contentsOf: "walk.gbr")
  /// let simulated = SimulatedReceiver(playing: Simulation.Replay(walk, pace: .recorded(times: 10)), time: time)
  /// ```
  ///
  /// It is made of what `RecordedLog` reads: our own format, where each piece is what came at once; or the plain bytes of
  /// other programs. Those come without times, and get them from the times of day in their sentences: what belongs to one
  /// moment is one piece. Where there are none either, they come as at 9600 Bd.
  public struct Recording: Sendable {
    /// The header of a recording of our own format.
    public private(set) var header: RecordedLog.Header?
    /// The first hundred lines that could not be read, and were left out.
    public private(set) var problems: [RecordedLog.Problem] = []
    /// Whether all of it is here: what lies behind the first gigabyte is left out.
    public private(set) var isComplete = true

    /// All bytes, and where and when each piece ends.
    private(set) var bytes: [UInt8] = []
    private(set) var ends: [Int] = []
    /// Nanoseconds since the beginning, never falling.
    private(set) var times: [Int64] = []

    private static let limit = 1 << 30
    private static let mostProblems = 100

    /// Takes pieces and when they came, since the beginning.
    public init(_ pieces: [(time: Duration, bytes: [UInt8])] = []) {
      for piece in pieces { append(piece.bytes, at: piece.time.wholeNanoseconds) }
    }

    /// Reads the text of a recording.
    public init(text: Span<UInt8>) {
      var reading = RecordingReading()
      var reader = RecordedLog.Reader()
      reader.read(text) { reading.take($0) }
      reader.finish { reading.take($0) }
      self = reading.finished
    }

    /// Reads a file.
    public init(contentsOf path: String) throws(RecordedLog.FileError) {
      var reading = RecordingReading()
      var file = try RecordedLog.File(path)
      while !reading.isFull, try file.read({ reading.take($0) }) {}
      self = reading.finished
    }

    /// How many pieces there are.
    public var count: Int { ends.count }
    /// How many bytes there are in them.
    public var byteCount: Int { bytes.count }
    /// When the last piece came, since the beginning.
    public var duration: Duration { .nanoseconds(times.last ?? 0) }

    /// A piece.
    public subscript(index: Int) -> (time: Duration, bytes: [UInt8]) {
      (.nanoseconds(times[index]), piece(index).bytes)
    }

    func start(_ index: Int) -> Int { index == 0 ? 0 : ends[index - 1] }

    /// The first piece that came at a time or later; one behind the last if there is none.
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

    mutating func note(_ header: RecordedLog.Header) { self.header = header }

    mutating func note(_ problem: RecordedLog.Problem) {
      if problems.count < Self.mostProblems { problems.append(problem) }
    }
  }
}

/// A recording that is being read.
struct RecordingReading {
  private var recording = Simulation.Recording()
  private var maker = PieceMaker()

  var isFull: Bool { !recording.isComplete }

  mutating func take(_ item: RecordedLog.Item) {
    switch item {
    case .header(let header): recording.note(header)
    case .problem(let problem): recording.note(problem)
    case .bytes, .interruption: maker.take(item) { recording.append($0.bytes, at: $0.time) }
    }
  }

  /// The recording, when all was taken.
  var finished: Simulation.Recording {
    var (recording, maker) = (recording, maker)
    maker.finish { recording.append($0.bytes, at: $0.time) }
    return recording
  }
}
