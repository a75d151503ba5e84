internal import CommandLineTable
internal import GPSBridge
internal import GPSFormats
internal import Texts
internal import ToolSources

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
    isRaw = parsed.has(.raw) || Self.isRaw(output)
    if let format = TrackFormat(endOf: output), format != .nmea { throw Usage.noRecording(format, output) }
    overwrites = parsed.has(.force)
    rotation = try parsed.measure(.rotate, "write it like --rotate 1d, 1h or 100M", Self.rotation)
    mostBytes = try parsed.measure(.maxSize, "write it like --max-size 2G", Measure.bytes)
    duration = try parsed.duration(of: .duration)
  }

  /// A recording beside something else: all of it, in a file or a folder.
  init(_ source: SourceName, to output: [UInt8], overwrites: Bool) {
    self.source = source
    self.output = output
    self.overwrites = overwrites
    isRaw = Self.isRaw(output)
  }

  /// Whether a file's name asks for the bytes alone, which is what other programs call by such a name.
  private static func isRaw(_ output: [UInt8]) -> Bool {
    guard let dot = output.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return ["nmea", "ubx", "raw"].contains(String(decoding: output[(dot + 1)...], as: UTF8.self).lowercased())
  }

  private static func rotation(_ text: String) -> Rotation? {
    // A letter in capitals is a size; `m` alone would be either, and is minutes.
    if text.last?.isLetter == true, let span = DurationText.parse(text) {
      return span >= .seconds(1) ? .seconds(span / .seconds(1)) : nil
    }
    guard let bytes = Measure.bytes(text), bytes >= 4096 else { return nil }
    return .bytes(bytes)
  }
}

extension Usage {
  /// The name asks for a track, and a recording is none.
  static func noRecording(_ format: TrackFormat, _ output: [UInt8]) -> Complaint {
    Complaint(
      code: "not_a_recording", exit: .usage,
      message: "record does not write \(format.rawValue), as the end of \(ShownText.of(output)) asks for",
      reason: "it keeps what the receiver says",
      hint: "record -o walk.gbr, and then gpsbridge export walk.gbr -o walk.\(format.rawValue)")
  }

  static let noOutput = Complaint(
    code: "missing_output", exit: .usage, message: "record needs a file or a folder to write to",
    reason: nil, hint: "write -o walk.gbr, or -o . for a file of its own name here")
}
