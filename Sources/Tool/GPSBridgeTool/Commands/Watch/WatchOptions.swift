internal import CommandLineTable
internal import GNSS
internal import GPSFormats
internal import ToolSources

/// What `watch` was asked for.
struct WatchOptions {
  var source: SourceName
  var format: OutputFormat
  var types: Set<RecordType>
  /// A day about when the recording was made.
  var reference: CivilDate?
  /// How many records are enough.
  var count: Int?
  /// How long it may take.
  var timeout: Duration?
  /// How long a receiver may be away.
  var lostTimeout: Duration?

  init(_ parsed: ParsedArguments) throws(Complaint) {
    source = try SourceName(parsed.operand(0))
    format = parsed.value(of: .format).flatMap { OutputFormat(rawValue: $0) } ?? .ndjson
    types = [.fix, .sky]
    if let words = parsed.list(of: .types) {
      guard format == .ndjson || format == .gpsd else {
        throw Usage.contradiction(
          "--types does not go with --format \(format.rawValue)", "leave out --types, or use ndjson or gpsd")
      }
      types = Set(words.compactMap { RecordType(rawValue: $0) })
    }
    if parsed.has(.stats) { types.insert(.stats) }
    count = try parsed.count(of: .count)
    timeout = try parsed.duration(of: .timeout)
    lostTimeout = try parsed.duration(of: .lostTimeout)
    if !source.isLive {
      for flag in [Flag.timeout, .lostTimeout] where parsed.has(flag) {
        throw Usage.contradiction(
          "--\(flag.name) does not go with a recording", "leave it out, or name a receiver")
      }
    }
    reference = try parsed.day(.reference)
  }

  /// How epochs are written.
  func epochFormat(device: String) -> any EpochFormat {
    switch format {
    case .csv: CSVFormat()
    case .gpsd: GPSDFormat(device: device, types: types)
    // Sentences are not made of epochs, and go their own way.
    case .ndjson, .nmea: NDJSONFormat(device: device, types: types)
    }
  }
}
