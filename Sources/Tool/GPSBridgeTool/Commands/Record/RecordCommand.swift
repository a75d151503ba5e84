internal import GPSBridge
internal import GPSFormats
internal import TerminalKit
internal import GPSBase

/// `gpsbridge record`: records a receiver's bytes for later playback.
struct RecordCommand {
  private let parsed: ParsedArguments
  private let options: RecordOptions
  private let doors: Doors
  private let time = SystemTime()

  init(_ parsed: ParsedArguments, _ doors: Doors = Doors()) throws(ToolError) {
    (self.parsed, options, self.doors) = (parsed, try RecordOptions(parsed), doors)
  }

  func run() throws(ToolError) -> ExitCode {
    let session = try LiveReports([options.source], parsed, timeout: options.duration, waitsForPort: true)
    let keeping = try options.store.flatMap { name throws(ToolError) in
      try doors.store?.keep(name, options.records ? options.output : nil, session.receiver, parsed.table)
    }
    let recorder = options.records ? Recorder(try RecordingSeries(options, at: LiveMoment(time)), time) : nil
    let (selector, taking) = (options.source.device, keeping?.taking)
    let chunks = recorder.map { recorder in session.receiver.onBytes { recorder.take($0, arrival: $1) } }
    var end = LiveReports.End.done
    var complaint: ToolError?
    do throws(ToolError) {
      let witness: @Sendable (Report) -> Void = { report in
        recorder?.take(report, selector: selector)
        taking?(report)
      }
      end = try session.run(ticks: true, witness: witness) { news in
        switch news {
        case .tick:
          recorder?.sync()
          keeping?.look()
          if recorder?.progress.isStopped == true { return .end }
        case .statsWanted:
          recorder?.sync { ErrorReport.say($0.report(dropped: recorder?.droppedBytes ?? 0)) }
          if let keeping { ErrorReport.say(keeping.report) }
        case .heard, .dropped, .reloadWanted: break
        }
        return .goOn
      }
    } catch { complaint = error }
    chunks?.cancel()
    var unkept: ToolError?
    do throws(ToolError) { try keeping?.finish() } catch { unkept = error }
    if let recorder { return try finish(recorder, end, complaint, unkept) }
    return try finish(isEmpty: keeping?.isEmpty ?? true, end, complaint ?? unkept)
  }

  private func finish(
    _ recorder: Recorder, _ end: LiveReports.End, _ complaint: ToolError?, _ unkept: ToolError?
  ) throws(ToolError) -> ExitCode {
    let series = recorder.finish()
    if series.bytes > 0 { ErrorReport.say(series.report(dropped: recorder.droppedBytes)) }
    // If the reader accepts no more, end by the signal rather than with a write error.
    if case .signal(let number) = end, series.isUnread { Interrupts.end(by: number) }
    try series.check()
    // A reader that closed the pipe is not an error.
    if case .fault = series.stop {
      if let unkept { throw unkept }
      return .done
    }
    return try finish(isEmpty: series.bytes == 0, end, complaint ?? unkept)
  }

  private func finish(
    isEmpty: Bool, _ end: LiveReports.End, _ complaint: ToolError?
  ) throws(ToolError) -> ExitCode {
    if let complaint { throw complaint }
    switch end {
    case .timeout(let complaint) where isEmpty: throw complaint
    case .signal(let number): Interrupts.end(by: number)
    case .timeout, .done: break
    }
    return .done
  }
}

struct RecordOptions {
  var source: SourceName
  /// Whether bytes are recorded; false if only a track is kept.
  var records = true
  /// Where the bytes go.
  var output: [UInt8]
  /// Where a track is kept: a path, or `auto`.
  var store: [UInt8]?
  /// Bytes only, without times.
  var isRaw: Bool
  var overwrites: Bool
  /// When to begin a new file.
  var rotation: Rotation?
  /// The maximum size of all files together.
  var mostBytes: Int?
  var duration: Duration?

  enum Rotation: Hashable {
    /// At each multiple of this many seconds of UTC, so that a day begins at midnight.
    case seconds(Double)
    case bytes(Int)
  }

  init(_ parsed: ParsedArguments) throws(ToolError) {
    source = try parsed.source()
    store = parsed.argument(of: .store)?.bytes
    output = parsed.argument(of: .recordOutput)?.bytes ?? []
    records = parsed.has(.recordOutput)
    guard records || store != nil else { throw Usage.noOutput }
    isRaw = parsed.has(.raw) || Self.isRaw(output)
    if let format = TrackFormat(endOf: output), format != .nmea { throw Usage.noRecording(format, output) }
    overwrites = parsed.has(.force)
    rotation = parsed.value(of: .rotate).flatMap { Self.rotation($0) }
    mostBytes = parsed.value(of: .maxSize).flatMap(Measure.bytes)
    duration = parsed.duration(of: .duration)
  }

  /// A recording made by another command: everything, in a file or a folder.
  init(_ source: SourceName, to output: [UInt8], overwrites: Bool) {
    (self.source, self.output, self.overwrites) = (source, output, overwrites)
    isRaw = Self.isRaw(output)
  }

  /// Whether a file's extension asks for bytes only, as in other programs.
  private static func isRaw(_ output: [UInt8]) -> Bool {
    guard let dot = output.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return ["nmea", "ubx", "raw"].contains(String(decoding: output[(dot + 1)...], as: UTF8.self).lowercased())
  }

  fileprivate static func rotation(_ text: String) -> Rotation? {
    // A lowercase suffix is a duration, an uppercase one a size; `m` means minutes.
    if text.last?.isLetter == true, let span = DurationText.parse(text) {
      return span >= .seconds(1) ? .seconds(span / .seconds(1)) : nil
    }
    guard let bytes = Measure.bytes(text), bytes >= 4096 else { return nil }
    return .bytes(bytes)
  }
}

extension Usage {
  /// The error for an extension of a track format, which `record` can't write.
  fileprivate static func noRecording(_ format: TrackFormat, _ output: [UInt8]) -> ToolError {
    ToolError(
      code: "not_a_recording", exit: .usage,
      message:
        "record does not write \(format.rawValue), which the ending of \(VisibleText.escaped(output)) names",
      reason: "it stores what the receiver sends",
      remedy: "record -o walk.gbr, and then gpsbridge export walk.gbr -o walk.\(format.rawValue)")
  }

  fileprivate static let noOutput = ToolError(
    code: "missing_output", exit: .usage, message: "record needs a file or a folder to write to",
    remedy: "write -o walk.gbr, or -o . for a file of its own name here")
}

// MARK: - Command line

extension Verb {
  static func record(_ doors: Doors) -> Verb {
    Verb("record") {
      Command(
        .keep, summary: "record the bytes of a receiver, with times, or its positions",
        description: """
          Writes every byte with its time of arrival to a file, every position to a track store, or both. \
          When an unplugged receiver is back, recording continues.
          """,
        operands: [.receiver],
        flags: [.recordOutput] + (doors.store == nil ? [] : [.store]) + [
          .raw, .rotate, .maxSize, .duration, .force,
        ],
        required: doors.store == nil ? [.recordOutput] : [.recordOutput, .store],
        rules: [.each(of: .raw, .rotate, .maxSize, .force, needs: .recordOutput)],
        exitCodes: ExitCode.opening + [.nothingKnown, .notInTime, .lost, .unreachable],
        examples: [
          Example("gpsbridge record -o walk.gbr", "every byte until Ctrl-C, for export and replay"),
          Example("gpsbridge record /dev/ttyACM0 -o . --duration 10min", "a file named by its time"),
          Example(
            "gpsbridge record -o /var/lib/gpsbridge --rotate 1d --max-size 2G",
            "forever, with one file a day; the oldest ones are removed"),
          Example("gpsbridge record -o walk.nmea", "only the bytes, for other programs"),
        ]
          + (doors.store == nil
            ? [] : [Example("gpsbridge record --store auto", "positions for years, through power cuts")]))
    } run: { (parsed, _) throws(ToolError) in
      try RecordCommand(parsed, doors).run()
    }
  }
}

extension Flag {
  static let recordOutput = Flag(
    "output", "FILE|DIR", short: "o",
    help: "the file to write, or an existing folder for files that are named by their times; .nmea, .ubx "
      + "and .raw get only the bytes")
  package static let store = Flag(
    "store", "FILE|auto",
    help: "keep positions in this track store, a SQLite file, or in that of this user (auto)")
  static let raw = Flag("raw", help: "write only the bytes, without times and without a header")
  static let rotate = Flag(
    "rotate", "TIME|SIZE",
    form: Form("a number and a unit are expected", example: "1d") { RecordOptions.rotation($0) },
    help: "in a folder: start a new file every day (1d), every hour (1h), or at this size (100M)")
  static let maxSize = Flag(
    "max-size", "SIZE", form: .size,
    help: "in a folder: remove the oldest recordings above this total size, such as 2G; for a file: end "
      + "at this size")
  package static let duration = Flag(
    "duration", "TIME", form: .duration, help: "end after this time, such as 5min")
}
