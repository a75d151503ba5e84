internal import CommandLineTable
internal import GNSS
internal import GPSBridge
package import GPSFormats
internal import Glibc
internal import Texts
internal import ToolFiles
internal import ToolSources

/// `gpsbridge export`: reads a recording as fast as it can, and writes its track in another form.
struct ExportCommand {
  private let options: ExportOptions
  private let time: any TimeSource = SystemTime()

  init(_ parsed: ParsedArguments) throws(Complaint) { options = try ExportOptions(parsed) }

  func run() throws(Complaint) -> ExitCode {
    var input = try RecordedInput(options.source)
    try refuseSameFile()
    let file = try OutputFile(options.output, overwrites: options.overwrites)
    let spool = Spool(in: file.folder)
    var maker = TrackMaker(
      writer(file.output, spool), window: options.window, gap: options.gap, simplify: options.simplify)
    var decoder = RecordedDecoder(options.reference)
    var progress = ProgressReport(
      name: file.name, total: input.size, isTerminal: isatty(STDERR_FILENO) == 1)
    let start = time.now

    func hear(_ output: DecodedOutput, _ moment: RecordedMoment) {
      if case .fix(let fix) = output { maker.take(fix, arrival: moment.arrival, isSuspect: moment.isSuspect) }
    }
    while file.output.failure == nil, spool.failure == nil, try input.read({ decoder.take($0, hear) }) {
      if let text = progress.text(done: input.bytesRead, after: time.now - start) { ErrorReport.say(text) }
    }
    ErrorReport.say(progress.end)
    decoder.finish(hear)
    let verdict = RecordingVerdict(
      stats: decoder.stats, problems: decoder.problems, impression: input.impression, name: input.name)
    return try finish(&maker, file, spool, verdict)
  }

  /// Nobody wants a recording to be replaced by its own export, whatever was forced.
  private func refuseSameFile() throws(Complaint) {
    guard case .file(let source) = options.source,
      case .success(let from) = PathCall.look(source.bytes, followsLinks: true),
      case .success(let to) = PathCall.look(options.output, followsLinks: true),
      from.st_dev == to.st_dev, from.st_ino == to.st_ino, from.st_mode & S_IFMT == S_IFREG
    else { return }
    throw Complaint(
      code: "same_file", exit: .usage, message: "\(source.shown) would be written over by its own export",
      reason: nil, hint: "take another name for -o")
  }

  private func finish(
    _ maker: inout TrackMaker, _ file: OutputFile, _ spool: Spool, _ verdict: RecordingVerdict
  ) throws(Complaint) -> ExitCode {
    if file.output.failure == nil, spool.failure == nil, let complaint = verdict.complaint { throw complaint }
    maker.finish()
    if let failure = spool.failure {
      throw OutputFailure.writing(failure, file.name, left: "a file beside it had no room")
    }
    try file.finish()
    // Whoever went away wants no report.
    guard file.output.failure == nil else { return .done }
    if let doubt = verdict.doubt(about: file.name) { throw doubt }
    ErrorReport.say("\(file.name): \(maker.counts.text), \(Plural.of(verdict.bad, "bad sentence"))\n")
    if maker.datedBack > 0 {
      ErrorReport.say(
        "note: \(Plural.of(maker.datedBack, "position")) got the day that was told behind them\n")
    }
    if maker.counts.points == 0 { ErrorReport.say(note(verdict)) }
    return .done
  }

  private func note(_ verdict: RecordingVerdict) -> String {
    if let fixes = verdict.stats.fixes, fixes > 0 {
      return "note: \(Plural.of(fixes, "position")) in \(verdict.name), none within --from and --to\n"
    }
    return WatchVerdict(stats: verdict.stats, impression: verdict.impression, name: verdict.name).note ?? ""
  }

  private func writer(_ output: ByteOutput, _ spool: Spool) -> any TrackWriter {
    let name = String(decoding: PathCall.split(Array(options.source.device.utf8)).name, as: UTF8.self)
    return switch options.format {
    case .gpx: GPXWriter(output: output, name: name, creator: "gpsbridge \(Tool.version)")
    case .kml: KMLWriter(output: output, name: name, places: spool)
    case .geojson: GeoJSONWriter(output: output, name: name, times: spool)
    case .csv: TrackTable(output: output)
    case .ndjson: TrackRecords(output: output, device: options.source.device)
    case .nmea: TrackSentences(output: output)
    }
  }
}

extension ByteOutput: FormatSink {}

extension Spool: FormatSpool {
  package func empty(into sink: any FormatSink) { empty { sink.write($0) } }
}
