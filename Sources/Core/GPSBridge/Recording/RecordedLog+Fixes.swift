public import GNSS
public import NMEA

extension RecordedLog {
  /// The fixes of a recording on disk, in order; memory use does not depend on the file's length.
  ///
  /// ```swift
  /// var fixes = try RecordedLog.Fixes("walk.gbr")
  /// while let (fix, arrival) = try fixes.next() { print(arrival ?? .zero, fix.mode) }
  /// ```
  ///
  /// Dates are resolved from the day on which the recording began. An interruption ends the epoch.
  public struct Fixes: ~Copyable {
    private var file: File
    private var decoder: FixDecoder?
    private var header: Header?
    private var strictness: Strictness
    private var waiting: [(fix: Fix, arrival: Duration?)] = []
    private var given = 0
    private var isOver = false

    /// Opens a recording, or a file of plain sentences and messages.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - strictness: The rule for accepting a sentence.
    /// - Throws: An error if the file can't be opened.
    public init(_ path: String, strictness: Strictness = .standard) throws(FileError) {
      file = try File(path)
      self.strictness = strictness
    }

    /// Returns the next fix, even without a position, and its time since the beginning.
    ///
    /// - Returns: Nil at the end. The time is nil if the format has no times.
    /// - Throws: An error if the file can't be read.
    public mutating func next() throws(FileError) -> (fix: Fix, arrival: Duration?)? {
      while given == waiting.count {
        guard !isOver else { return nil }
        waiting.removeAll(keepingCapacity: true)
        given = 0
        try readMore()
      }
      defer { given += 1 }
      return waiting[given]
    }

    private mutating func readMore() throws(FileError) {
      var items: [Item] = []
      isOver = try !file.read { items.append($0) }
      for item in items { take(item) }
      if isOver { endEpoch() }
    }

    private mutating func take(_ item: Item) {
      switch item {
      case .header(let found): header = found
      case .problem: break
      case .interruption: endEpoch()
      case .bytes(let bytes, let arrival):
        var next = decoder ?? FixDecoder(.recording(nil, begun: header), strictness)
        // Take the decoder out, because mutating a shared value would copy its storage.
        decoder = nil
        var fixes: [(fix: Fix, arrival: Duration?)] = []
        next.decode(bytes.span) { if case .fix(let fix) = $0 { fixes.append((fix, arrival)) } }
        waiting += fixes
        decoder = next
      }
    }

    private mutating func endEpoch() {
      var fixes: [(fix: Fix, arrival: Duration?)] = []
      decoder?.finish { if case .fix(let fix) = $0 { fixes.append((fix, nil)) } }
      waiting += fixes
    }
  }
}

extension DateReference {
  /// Returns the reference for the dates of a recording: the given day, or else the day on which it began.
  public static func recording(_ day: CivilDate?, begun header: RecordedLog.Header?) -> DateReference {
    // A year before 2020 means that the recording computer's clock was not set.
    guard day == nil, let begun = header?.started?.date, begun.year >= 2020 else { return .recording(day) }
    return .recording(begun)
  }
}
