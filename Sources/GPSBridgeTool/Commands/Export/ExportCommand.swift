internal import GNSS
internal import GPSBridge
internal import Glibc

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
    var maker = TrackMaker(options, writer(file.output, spool))
    var decoder: FixDecoder?
    var problems = RecordingProblems()
    var header: RecordedLog.Header?
    var progress = ProgressReport(
      name: file.name, total: input.size, isTerminal: isatty(STDERR_FILENO) == 1)
    let start = time.now

    func take(_ item: RecordedLog.Item) {
      switch item {
      case .header(let found): header = found
      case .problem(let problem): problems.take(problem)
      case .bytes(let bytes, let arrival):
        var next = decoder ?? FixDecoder(.recording(options.reference, begun: header))
        decoder = nil
        next.decode(bytes.span) { output in
          if case .fix(let fix) = output { maker.take(fix, at: arrival) }
        }
        decoder = next
      }
    }
    while file.output.failure == nil, spool.failure == nil, try input.read(take) {
      if let text = progress.text(done: input.bytesRead, after: time.now - start) { ErrorReport.say(text) }
    }
    ErrorReport.say(progress.end)
    decoder?.finish { output in
      if case .fix(let fix) = output { maker.take(fix, at: nil) }
    }
    let verdict = ExportVerdict(
      stats: WatchStats(
        stream: decoder?.streamCounts ?? StreamCounts(), epochs: decoder?.epochCounts ?? EpochCounts()),
      problems: problems, impression: input.impression, name: input.name)
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
    _ maker: inout TrackMaker, _ file: OutputFile, _ spool: Spool, _ verdict: ExportVerdict
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
    if maker.counts.points == 0 { ErrorReport.say(note(verdict)) }
    return .done
  }

  private func note(_ verdict: ExportVerdict) -> String {
    if let epochs = verdict.stats.epochs, epochs.fixes > 0 {
      return "note: \(Plural.of(epochs.fixes, "position")) in \(verdict.name), none within --from and --to\n"
    }
    return WatchVerdict(stats: verdict.stats, impression: verdict.impression, name: verdict.name).note ?? ""
  }

  private func writer(_ output: ByteOutput, _ spool: Spool) -> any TrackWriter {
    let name = String(decoding: PathCall.split(Array(options.source.device.utf8)).name, as: UTF8.self)
    return switch options.format {
    case .gpx: GPXWriter(output: output, name: name)
    case .kml: KMLWriter(output: output, name: name, places: spool)
    case .geojson: GeoJSONWriter(output: output, name: name, times: spool)
    case .csv: TrackTable(output: output)
    case .ndjson: TrackRecords(output: output, device: options.source.device)
    case .nmea: TrackSentences(output: output)
    }
  }
}
