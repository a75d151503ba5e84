public import GNSS
public import NMEA

extension RecordedLog {
  /// The fixes of a recording on the disk, one after the other: a file of any length takes the same memory.
  ///
  /// ```swift
  /// var fixes = try RecordedLog.Fixes("walk.gbr")
  /// while let (fix, arrival) = try fixes.next() { print(arrival ?? .zero, fix.mode) }
  /// ```
  ///
  /// Dates are read by the day on which the recording was begun. An epoch that was cut by an interruption ends there.
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
    ///   - path: The file.
    ///   - strictness: The rule by which a line is a sentence.
    /// - Throws: Why the file can't be opened.
    public init(_ path: String, strictness: Strictness = .standard) throws(FileError) {
      file = try File(path)
      self.strictness = strictness
    }

    /// The next fix, also one without a position, and how long after the beginning it came.
    ///
    /// - Returns: Nil at the end. The time is nil where the format tells none.
    /// - Throws: Why the file can't be read.
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
        // Two values that share their storage would cost a copy of it.
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
  /// The reference for the dates of a recording: a named day, else the day of its beginning.
  public static func recording(_ day: CivilDate?, begun header: RecordedLog.Header?) -> DateReference {
    // Before 2020 nobody could have recorded this: the machine had lost its time.
    guard day == nil, let begun = header?.started?.date, begun.year >= 2020 else { return .recording(day) }
    return .recording(begun)
  }
}
