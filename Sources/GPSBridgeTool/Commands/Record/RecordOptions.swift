internal import GPSBridge

/// What `record` was asked for.
struct RecordOptions {
  var source: SourceName
  var output: [UInt8]
  /// Bytes alone, without times.
  var isRaw: Bool
  var overwrites: Bool
  /// When to begin another file.
  var rotation: Rotation?
  /// Bytes that all files together may have.
  var mostBytes: Int?
  var duration: Duration?

  enum Rotation: Hashable {
    /// At each multiple of so many seconds of UTC: a day begins at midnight.
    case seconds(Double)
    case bytes(Int)
  }

  init(_ parsed: ParsedArguments) throws(Complaint) {
    source = try SourceName(parsed.operands.first)
    guard let output = parsed.argument(of: .recordOutput)?.bytes else { throw Usage.noOutput }
    self.output = output
    isRaw = parsed.has(.raw)
    overwrites = parsed.has(.force)
    rotation = try parsed.measure(.rotate, "write it like --rotate 1d, 1h or 100M", Self.rotation)
    mostBytes = try parsed.measure(.maxSize, "write it like --max-size 2G", Measure.bytes)
    duration = try parsed.measure(.duration, "write it like --duration 5min", Measure.seconds).map {
      .seconds($0)
    }
  }

  /// A recording beside something else: all of it, in a file or a folder.
  init(_ source: SourceName, to output: [UInt8], overwrites: Bool) {
    self.source = source
    self.output = output
    self.overwrites = overwrites
    isRaw = false
  }

  private static func rotation(_ text: String) -> Rotation? {
    // A letter in capitals is a size; `m` alone would be either, and is minutes.
    if let seconds = Measure.seconds(text), text.last?.isLetter == true {
      return seconds >= 1 ? .seconds(seconds) : nil
    }
    guard let bytes = Measure.bytes(text), bytes >= 4096 else { return nil }
    return .bytes(bytes)
  }
}

extension Usage {
  static let noOutput = Complaint(
    code: "missing_output", exit: .usage, message: "record needs a file or a folder to write to",
    reason: nil, hint: "write -o walk.gbr, or -o . for a file of its own name here")
}
