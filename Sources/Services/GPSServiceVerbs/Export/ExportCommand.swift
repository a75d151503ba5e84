internal import GPSBridgeTool
internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import GPSStore
internal import GPSSystemCalls
internal import Glibc
internal import GPSBase

/// `gpsbridge export`: reads a recording at full speed, and writes its track in another format, or a part of it.
struct ExportCommand: VerbRun {
  private let options: ExportOptions
  private let time: any TimeSource = SystemTime()

  init(_ parsed: ParsedArguments, _: ByteOutput) throws(ToolError) { options = try ExportOptions(parsed) }

  func run() throws(ToolError) -> ExitCode {
    guard let format = options.format else { return try cut() }
    return try convert(to: format)
  }

  private func cut() throws(ToolError) -> ExitCode {
    for source in options.sources { try source.refuse(asOutput: options.output) }
    var cut = try RecordingCut(options.sources, options.window)
    let file = try OutputFile(options.output, overwrites: options.overwrites)
    try cut.write { text in
      file.output.write(text)
      return file.output.failure == nil
    }
    try file.finish()
    guard file.output.failure == nil else { return .done }
    for note in cut.notes { ErrorReport.say(note) }
    if let doubt = cut.doubt(about: file.name) { throw doubt }
    ErrorReport.say("\(file.name): \(cut.report)\n")
    return .done
  }

  private func convert(to format: TrackFormat) throws(ToolError) -> ExitCode {
    if let store = try StoredSource(options.source, options.parsed) {
      try StorePlace.refuse(options.output, asPartOf: store.path)
      return try run(store)
    }
    var input = try RecordedInput(options.source)
    try options.source.refuse(asOutput: options.output)
    let file = try OutputFile(options.output, overwrites: options.overwrites)
    let spool = Spool(in: file.folder)
    var maker = TrackMaker(
      writer(file.output, spool), window: options.window, gap: options.gap, simplify: options.simplify)
    var decoder = RecordedDecoder(options.reference, ReadingRules.strictness)
    var progress = ProgressReport(name: file.name, total: input.size, isTerminal: isatty(STDERR_FILENO) == 1)
    let start = time.now

    var jumps = PlaceJumps()
    func hear(_ output: DecodedOutput, _ moment: RecordedMoment) {
      if case .fix(let fix) = output, fix.hasPosition, !moment.isSuspect { jumps.take(fix) }
      if case .fix(let fix) = output { maker.take(fix, arrival: moment.arrival, isSuspect: moment.isSuspect) }
    }
    while file.output.failure == nil, spool.failure == nil, try input.read({ decoder.take($0, $1, hear) }) {
      if let text = progress.text(done: input.bytesRead, after: time.now - start) { ErrorReport.say(text) }
    }
    ErrorReport.say(progress.end)
    decoder.finish(hear)
    let code = try finish(&maker, file, spool, input.verdict(decoder))
    if file.output.failure == nil, let text = jumps.text {
      ErrorReport.say("note: jumps in the track: \(text); gpsbridge stats also lists them\n")
    }
    return code
  }

  /// Writes the track of a store; GPX has a segment for each trip, and stops as waypoints.
  private func run(_ store: StoredSource) throws(ToolError) -> ExitCode {
    let query = store.query
    let (trips, stops) = try options.format == .gpx ? store.journey(query) : ([], [])
    let file = try OutputFile(options.output, overwrites: options.overwrites)
    let spool = Spool(in: file.folder)
    let waypoints = trips.isEmpty ? [] : stops.map(Self.waypoint)
    var maker = TrackMaker(
      writer(file.output, spool, waypoints), window: options.window,
      gap: options.hasGap || trips.isEmpty ? options.gap : .infinity, simplify: options.simplify)
    // Without a trip, all positions are written.
    let parts = trips.isEmpty ? [nil] : trips.map(Optional.some)
    let devices = try store.devices()
    var stats = WatchStats()
    for trip in parts {
      maker.interrupt()
      let part = trip.map { StoredSource.query(query, of: $0) } ?? query
      let read = try store.read(part, mayBeEmpty: trip != nil) { fix, stored in
        maker.take(fix, stored: stored.moment, of: devices[stored.session] ?? options.source.device)
        return file.output.failure == nil && spool.failure == nil
      }
      stats = read.fixes ?? 0 > 0 || trips.isEmpty ? read : stats
    }
    let verdict = RecordingVerdict(ofStored: stats, name: store.name)
    let code = try finish(&maker, file, spool, verdict)
    if file.output.failure == nil { ErrorReport.sayThatSeveral(Set(devices.values)) }
    if !trips.isEmpty, file.output.failure == nil {
      ErrorReport.say("note: a segment is a trip; positions at rest are left out, --format csv has them\n")
    }
    return code == .done ? store.end() : code
  }

  private static func waypoint(_ stop: Stop) -> GPXWriter.Waypoint {
    let seconds = stop.times.upperBound.seconds(since: stop.times.lowerBound)
    return GPXWriter.Waypoint(
      stop.place, at: stop.times.lowerBound, name: "stopped \(HumanText.time(seconds))",
      description: "\(Timestamp.text(stop.times.lowerBound)) to \(Timestamp.text(stop.times.upperBound))")
  }

  private func finish(
    _ maker: inout TrackMaker, _ file: OutputFile, _ spool: Spool, _ verdict: RecordingVerdict
  ) throws(ToolError) -> ExitCode {
    if file.output.failure == nil, spool.failure == nil, let complaint = verdict.complaint { throw complaint }
    maker.finish()
    if maker.counts.points == 0, options.window.isLimited, let fixes = verdict.stats.fixes, fixes > 0,
      file.output.failure == nil, spool.failure == nil
    {
      throw ToolError(
        code: "nothing_in_time", exit: .nothingKnown,
        message: "\(Plural.of(fixes, "position")) in \(verdict.name), none within --from and --to",
        reason: verdict.isStored
          ? "a time without a Z or an offset is one of this machine's time zone"
          : "times are in UTC; of two times of day the second may be on the next day",
        remedy: verdict.isStored
          ? "gpsbridge track days lists the days"
          : "gpsbridge stats \(verdict.operand) shows when it begins, and how long it is")
    }
    if maker.counts.points == 0, file.output.failure == nil, spool.failure == nil { throw verdict.emptiness }
    if let failure = spool.failure {
      throw OutputFailure.writing(
        failure, file.name, left: "there was no space for a temporary file beside it")
    }
    try file.finish()
    // A reader that closed the pipe needs no report.
    guard file.output.failure == nil else { return .done }
    if let doubt = verdict.doubt(about: file.name) { throw doubt }
    let bad = verdict.isStored ? "" : ", \(Plural.of(verdict.bad, "bad sentence"))"
    ErrorReport.say("\(file.name): \(maker.counts.text)\(bad)\n")
    if maker.datedBack > 0 {
      ErrorReport.say("note: \(Plural.of(maker.datedBack, "position")) got a date from a later sentence\n")
    }
    return .done
  }

  private func writer(
    _ output: ByteOutput, _ spool: Spool, _ waypoints: [GPXWriter.Waypoint] = []
  ) -> any TrackWriter {
    let name = String(decoding: PathCall.split(Array(options.source.device.utf8)).name, as: UTF8.self)
    return (options.format ?? .gpx).writer(
      output, name: name, device: options.source.device, spool, creator: Tool.program, waypoints: waypoints)
  }
}

private struct ExportOptions {
  let parsed: ParsedArguments
  var sources: [SourceName] = []
  var output: [UInt8]
  /// Nil for a recording.
  var format: TrackFormat?
  var overwrites: Bool { parsed.has(.force) }
  /// Meters; nil keeps every point.
  var simplify: Double? { parsed.meters(of: .simplify) }
  /// Seconds.
  var gap: Double { parsed.duration(of: .gap).map { $0 / .seconds(1) } ?? TrackSegmenter.usualGap }
  var hasGap: Bool { parsed.has(.gap) }
  var window: TimeWindow
  var reference: CivilDate? { parsed.day(of: .reference) }

  init(_ parsed: ParsedArguments) throws(ToolError) {
    self.parsed = parsed
    for operand in parsed.operands { sources.append(try parsed.source(operand)) }
    output = parsed.argument(of: .output)?.bytes ?? Array("-".utf8)
    format = try Self.format(parsed, output)
    if case .store = sources[0] {
      let query = try StoreQuery(parsed)
      window = try Self.window(parsed, query.from.map { .instant($0) }, query.to.map { .instant($0) })
    } else {
      window = try Self.window(parsed, parsed.bound(.from, isEnd: false), parsed.bound(.to, isEnd: true))
    }
    try parsed.refuse([.reference], stored: [.storedDevice], with: source)
    if format != nil, sources.count > 1 {
      throw Usage.contradiction(
        "a track is of one recording, and \(sources.count) are given",
        "merge them first: gpsbridge export A.gbr B.gbr -o AB.gbr")
    }
    for flag in [Flag.simplify, .gap, .reference, .noChecksum] where format == nil && parsed.has(flag) {
      throw Usage.contradiction(
        "--\(flag.name) applies to a track, but .gbr is a recording", "leave it out: all bytes are kept")
    }
  }

  /// The first or only source.
  var source: SourceName { sources[0] }

  private static func format(_ parsed: ParsedArguments, _ output: [UInt8]) throws(ToolError) -> TrackFormat? {
    if let name = parsed.value(of: .trackFormat) { return TrackFormat(rawValue: name) }
    if let format = TrackFormat(endOf: output) { return format }
    if output.suffix(4).elementsEqual(".gbr".utf8) { return nil }
    throw Usage.noFormat(output, known: Flag.trackFormat.choices)
  }

  private static func window(
    _ parsed: ParsedArguments, _ from: TimeWindow.Bound?, _ to: TimeWindow.Bound?
  ) throws(ToolError) -> TimeWindow {
    do throws(TimeWindowError) { return try TimeWindow(from: from, to: to) } catch {
      throw Usage.swapped(parsed, error.expected)
    }
  }
}

extension ParsedArguments {
  /// The start or end of a time span, given with a flag; nil without the flag.
  func bound(_ flag: Flag, isEnd: Bool) -> TimeWindow.Bound? {
    value(of: flag).flatMap { TimeWindow.Bound($0, isEnd: isEnd) }
  }
}

extension SourceName {
  /// Refuses to replace a recording with its own export, even with `--force`.
  func refuse(asOutput output: [UInt8], _ kind: String = "export", _ flag: String = "-o") throws(ToolError) {
    guard case .file(let source) = self,
      let from = Kernel.node(source.bytes), let to = Kernel.node(output), from.isSame(as: to), from.isFile
    else { return }
    throw ToolError(
      code: "same_file", exit: .usage, message: "\(source.shown) would be overwritten by its own \(kind)",
      reason: nil, remedy: "choose another name for \(flag)")
  }
}

extension Usage {
  /// The error if neither a flag nor the file name selects a format.
  fileprivate static func noFormat(_ output: [UInt8], known: [String]) -> ToolError {
    let isStandardOutput = output == [UInt8(ascii: "-")]
    return ToolError(
      code: "no_format", exit: .usage,
      message: isStandardOutput
        ? "standard output needs a format" : "the ending of \(VisibleText.escaped(output)) names no format",
      reason: "known: \(known.joined(separator: ", "))",
      remedy: isStandardOutput
        ? "write --format gpx, or -o FILE.gpx" : "write --format gpx, or end it with .gpx")
  }
}

// MARK: - Command line

extension Verb {
  static let export = Verb("export", ExportCommand.self) {
    Command(
      .keep, summary: "write a recording's track in another form; cut and merge",
      description: """
        --format, or else the ending of the output file, selects the form. As .gbr, recordings are cut and \
        merged with all their bytes.
        """,
      operands: [
        Operand(
          placeholder: "FILE|-",
          help:
            "a recording, the track store (store or store:FILE), or - for standard input; several only for a .gbr",
          isRepeated: true)
      ],
      flags: [.output, .trackFormat, .simplify, .gap, .storedDevice, .from, .to, .reference, .force],
      required: [.output, .trackFormat],
      exitCodes: [.done, .unexpected, .usage, .notFound, .permissionDenied, .nothingKnown, .dataProblems],
      examples: [
        Example("gpsbridge export walk.nmea -o walk.gpx", "for nearly every map program"),
        Example(
          "gpsbridge export drive.gbr -o drive.kml --simplify 2m",
          "a small file, with no point farther than 2 m from the line"),
        Example("gpsbridge export day.gbr -o noon.csv --from 11:30 --to 12:30", "an hour of it"),
        Example(
          "gpsbridge export store --from 08:00 --to 12:00 -o morning.gpx",
          "this morning, from the track store"),
        Example(
          "gpsbridge export a.gbr b.gbr -o ab.gbr --from 22:00 --to 05:00",
          "the bytes of that night from two recordings, with their times"),
        Example("gpsbridge export --format geojson - < walk.nmea", "from a pipe to a pipe"),
      ])
  }
}

extension Flag {
  static let output = Flag(
    "output", "OUT", short: "o",
    help: "the file to write, which appears when it is complete; standard output by default, or with -")
  static let trackFormat = Flag(
    "format", .word(placeholder: "FORMAT", choices: TrackFormat.allCases.map(\.rawValue) + ["gbr"]),
    help: "gpx (1.1), kml (gx:Track), geojson (RFC 7946), csv, ndjson (the records of watch), nmea (GGA "
      + "and RMC), or gbr, a recording with the same bytes and times of arrival, by which it is cut; by "
      + "default the ending of OUT")
  static let simplify = Flag(
    "simplify", "METERS", form: .distance,
    help: "leave out points that are no farther than this from the line through the others, such as 2m; "
      + "heights are ignored")
  static let gap = Flag(
    "gap", "TIME", form: .durationOrZero,
    help: "begin a new segment after this time without a position, such as 5min; 60s by default")
  static let from = Flag(
    "from", "TIME", form: .moment,
    help: "begin at this time: 2026-11-20, 2026-11-20T10:30:00Z or 10:30, by the receiver's UTC, or for a "
      + ".gbr by the clock of the recording computer; for a track store it is a local time, unless it "
      + "has a Z or an offset")
  static let to = Flag(
    "to", "TIME", form: .moment,
    help: "end at this time; a date includes its whole day, and a time of day before --from is on the "
      + "next day")
}
