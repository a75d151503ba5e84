internal import GNSS
internal import GPSBase
internal import GPSFormats
internal import Glibc
internal import TerminalKit

/// `gpsbridge watch`: prints a receiver's data; reads a recording at full speed.
struct WatchCommand {
  private let options: WatchOptions
  private let output: ByteOutput
  private let doors: Doors

  init(_ parsed: ParsedArguments, _ output: ByteOutput, _ doors: Doors) throws(ToolError) {
    options = try WatchOptions(parsed, stored: doors.store?.selection.device ?? [])
    (self.output, self.doors) = (output, doors)
  }

  func run() throws(ToolError) -> ExitCode {
    options.source.isLive ? try LiveWatch(options: options, output: output).run() : try read()
  }

  private func read() throws(ToolError) -> ExitCode {
    if let store = try doors.fixes(of: options.source, options.parsed) { return try read(store) }
    var input = try RecordedInput(options.source)
    let translation = makeTranslation()
    // A live source ends by the default handling of signals: all output was flushed before.
    let signals = input.isLive ? nil : SignalCheck()
    output.isEnough = { signals?.isEnding ?? false }
    do throws(ToolError) {
      while output.failure == nil, !translation.isEnough, try input.read(translation.take) {
        endIfAsked(by: signals)
        // Data of a live source must not wait for more input.
        if input.isLive {
          translation.nothingWaits()
          output.flush()
        }
      }
    } catch {
      output.flush()
      throw error
    }
    endIfAsked(by: signals)
    if !translation.isEnough { translation.finish() }
    let stats = translation.stats
    try judge(
      RecordingVerdict(stats: stats, problems: translation.problems, guess: input.guess, name: input.name))
    tellStats(stats)
    return .done
  }

  private func endIfAsked(by signals: SignalCheck?) {
    guard let number = signals?.ending else { return }
    output.isEnough = { true }
    output.flush()
    Interrupts.end(by: number)
  }

  /// Reads a track store, which contains only fixes.
  private func read(_ store: any PastFixes) throws(ToolError) -> ExitCode {
    var formats: [String: any EpochFormat] = [:]
    output.write(options.epochFormat(device: options.source.device).header)
    let types = options.types
    var gate = RecordGate(output, options.count)
    let stats = try store.read { fix, moment, device in
      let format = formats[device] ?? options.epochFormat(device: VisibleText.replaced(device))
      formats[device] = format
      if types.contains(.fix) { gate.write(format.lines(for: .fix(fix), at: moment)) }
      return output.failure == nil && !gate.isShut
    }
    tellStats(stats)
    output.flush()
    return store.end()
  }

  private func makeTranslation() -> any RecordTranslation {
    guard options.format != .nmea else { return SentenceTranslation(output, count: options.count) }
    return EpochTranslation(
      options.reference, options.epochFormat(device: options.source.device), output, count: options.count,
      attitudes: AttitudeRecords(options), story: makeStory())
  }

  /// The events and verdicts of a recording; nil if not requested.
  private func makeStory() -> StoryRecords? {
    guard options.format == .ndjson, !options.types.isDisjoint(with: [.event, .verdict]) else { return nil }
    return StoryRecords(device: options.source.device, types: options.types)
  }

  private func judge(_ verdict: RecordingVerdict) throws(ToolError) {
    output.flush()
    // A write error is reported elsewhere, and a reader that has gone needs no note.
    guard output.failure == nil else { return }
    if let complaint = verdict.complaint { throw complaint }
    if let note = verdict.note { ErrorReport.say(note) }
  }

  private func tellStats(_ stats: WatchStats) {
    guard options.types.contains(.stats) else { return }
    let record = NDJSONFormat.stats(stats, device: options.source.device)
    if options.format == .ndjson {
      output.write(record)
    } else {
      ErrorReport.say(String(decoding: record, as: UTF8.self))
    }
  }
}

struct WatchOptions {
  var parsed: ParsedArguments
  var source: SourceName
  var format: OutputFormat
  var types: Set<RecordType>
  /// The place to which each fix gives the distance and direction.
  var destination: Coordinate?
  /// A day near the recording's.
  var reference: CivilDate? { parsed.day(of: .reference) }
  /// The number of records after which it ends.
  var count: Int? { parsed.whole(of: .count) }
  /// The maximum time to run.
  var timeout: Duration? { parsed.duration(of: .timeout) }
  /// The maximum time that a receiver may be absent.
  var lostTimeout: Duration? { parsed.duration(of: .lostTimeout) }
  /// The permitted commands; output that may be recorded should not contain answers to queries.
  var allowance: LiveSource.Allowance = [.puttingBack, .joining]

  init(_ parsed: ParsedArguments, stored: [Flag] = []) throws(ToolError) {
    self.parsed = parsed
    source = try parsed.source(live: .timeout, .lostTimeout, read: .reference, stored: stored)
    format = parsed.value(of: .format).flatMap { OutputFormat(rawValue: $0) } ?? .ndjson
    types = [.fix, .sky]
    if let words = parsed.list(of: .types) { types = Set(words.compactMap { RecordType(rawValue: $0) }) }
    destination = parsed.place(of: .destination)
    if parsed.has(.stats) { types.insert(.stats) }
    if case .store = source, format == .nmea {
      throw Usage.contradiction(
        "--format nmea prints sentences, and \(source.shown) has none",
        "gpsbridge export store --format nmea makes some")
    }
  }

  private func records(device: String) -> NDJSONFormat {
    var format = NDJSONFormat(device: device, types: types)
    format.destination = destination
    return format
  }

  func epochFormat(device: String) -> any EpochFormat {
    switch format {
    case .csv: CSVFormat()
    case .gpsd: GPSDFormat(device: device, types: types)
    // Sentences don't depend on epochs and are handled separately.
    case .ndjson, .nmea: records(device: device)
    }
  }
}

// MARK: - Command line

extension Verb {
  static func watch(_ doors: Doors) -> Verb {
    Verb("watch") {
      Command(
        .read, summary: "print the reports of a receiver, one record per epoch",
        description: """
          Waits for a receiver, and follows it when it is unplugged and plugged in again, until Ctrl-C. \
          Recordings and standard input are read at full speed.
          """,
        operands: [doors.store == nil ? .source : .sourceOrStore],
        flags: [.format, .types, .destination, .count, .timeout, .lostTimeout, .reference]
          + (doors.store?.selection.device ?? []) + [.stats],
        rules: [
          .each(
            of: .types, excludes: .format, values: [OutputFormat.nmea.rawValue, OutputFormat.csv.rawValue]),
          .each(
            of: .destination, excludes: .format,
            values: OutputFormat.allCases.filter { $0 != .ndjson }.map(\.rawValue)),
        ],
        exitCodes: ExitCode.opening + [.nothingKnown, .notInTime, .lost, .unreachable],
        examples: [
          Example("gpsbridge watch", "the receiver that is plugged in, or that will be"),
          Example("gpsbridge watch /dev/ttyUSB0 --types fix,event", "a port, with its events"),
          Example("gpsbridge watch --count 10 --timeout 30s", "ten records, in half a minute at most"),
          Example("gpsbridge watch morning-walk.nmea", "all fixes and skies of a recording"),
          Example("gpsbridge watch --types fix - < walk.nmea", "only fixes, from standard input"),
          Example("gpsbridge watch --to 47.6579,9.1758", "with distance and bearing to a place"),
          Example("gpsbridge watch walk.nmea --format csv", "for a spreadsheet"),
          Example("gpsbridge watch old.nmea --reference 2026-11-20", "correct dates that are 1024 weeks off"),
        ],
        printsRecords: true)
    } run: { (parsed, output) throws(ToolError) in
      try WatchCommand(parsed, output, doors).run()
    }
  }
}

extension Flag {
  static let format = Flag(
    "format", .word(placeholder: "FORMAT", choices: OutputFormat.allCases.map(\.rawValue)),
    help: "ndjson (the default), gpsd (TPV and SKY), nmea (the valid sentences unchanged), csv (one line "
      + "per fix)")
  static let types = Flag(
    "types", .list(placeholder: "TYPES", choices: RecordType.allCases.map(\.rawValue)),
    help: "the records to print, separated by commas: fix, sky, attitude, event, condition, setting, "
      + "verdict, device, stats, error; by default fix and sky")
  static let destination = Flag(
    "to", "PLACE", form: .place,
    help: "add distance, bearing, closing speed and time to a place, which is given in degrees, UTM, "
      + "MGRS, as a locator or a geo: URI")
  package static let reference = Flag(
    "reference", "DATE", form: .day,
    help: "a day near that of the recording, such as 2026-11-20, to correct week counters that rolled over")
  static let stats = Flag(
    "stats", help: "print a record of counts at the end, on standard error if the format is not ndjson")
}
