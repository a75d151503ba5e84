internal import CommandLineTable
internal import GNSS
internal import GPSFormats
internal import Texts
internal import ToolSources

/// What `export` was asked for.
struct ExportOptions {
  var source: SourceName
  var output: [UInt8]
  var format: TrackFormat
  var overwrites: Bool
  /// Metres; nil keeps every point.
  var simplify: Double?
  /// Seconds.
  var gap: Double
  var window: TimeWindow
  var reference: CivilDate?

  init(_ parsed: ParsedArguments) throws(Complaint) {
    source = try SourceName(parsed.operands[0])
    output = parsed.argument(of: .output)?.bytes ?? Array("-".utf8)
    overwrites = parsed.has(.force)
    format = try Self.format(parsed, output)
    simplify = try parsed.measure(.simplify, "write metres like --simplify 2m", Measure.metres)
    gap = try parsed.duration(of: .gap, orNone: true).map { $0 / .seconds(1) } ?? TrackSegmenter.usualGap
    window = TimeWindow(
      from: try Self.bound(parsed, .from, isEnd: false), to: try Self.bound(parsed, .to, isEnd: true))
    reference = try parsed.day(.reference)
  }

  private static func format(_ parsed: ParsedArguments, _ output: [UInt8]) throws(Complaint) -> TrackFormat {
    if let format = parsed.value(of: .trackFormat).flatMap({ TrackFormat(rawValue: $0) }) { return format }
    if let format = TrackFormat(endOf: output) { return format }
    throw Usage.noFormat(output, known: TrackFormat.allCases.map(\.rawValue))
  }

  private static func bound(
    _ parsed: ParsedArguments, _ flag: Flag, isEnd: Bool
  ) throws(Complaint) -> TimeWindow.Bound? {
    guard let text = parsed.value(of: flag) else { return nil }
    if let bound = TimeWindow.Bound(text, isEnd: isEnd) { return bound }
    throw Usage.wrongForm(
      flag, text, expected: TimeWindow.Bound.forms, "write it like --\(flag.name) 2026-11-20T10:30:00Z")
  }
}

extension Usage {
  /// Nothing says what to write.
  static func noFormat(_ output: [UInt8], known: [String]) -> Complaint {
    let isStandardOutput = output == [UInt8(ascii: "-")]
    return Complaint(
      code: "no_format", exit: .usage,
      message: isStandardOutput
        ? "standard output needs a format" : "the end of \(ShownText.of(output)) tells no format",
      reason: "known: \(known.joined(separator: ", "))",
      hint: isStandardOutput
        ? "write --format gpx, or -o FILE.gpx" : "write --format gpx, or end it with .gpx")
  }
}
