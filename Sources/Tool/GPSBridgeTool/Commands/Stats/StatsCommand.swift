internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import TerminalKit
internal import GPSBase

/// `gpsbridge stats`: the quality of a recording, or of a receiver over some minutes.
struct StatsCommand {
  private let parsed: ParsedArguments
  private let source: SourceName
  private let output: ByteOutput
  private let doors: Doors

  init(_ parsed: ParsedArguments, _ output: ByteOutput, _ doors: Doors) throws(ToolError) {
    (self.parsed, self.output, self.doors) = (parsed, output, doors)
    let selection = doors.store?.selection
    source = try parsed.source(
      live: .duration, read: .reference, stored: (selection?.device ?? []) + (selection?.times ?? []))
  }

  func run() throws(ToolError) -> ExitCode { try source.isLive ? listen() : read() }

  private func read() throws(ToolError) -> ExitCode {
    if let store = try doors.fixes(of: source, parsed) { return try read(store) }
    var input = try RecordedInput(source)
    var tally = QualityTally()
    var decoder = RecordedDecoder(parsed.day(of: .reference), ReadingRules.strictness)
    let verdict = try input.decode(&decoder) { tally.take($0, isSuspect: $1.isSuspect) }
    if let complaint = verdict.complaint {
      // A record states the protocol even if positions can't be read from it.
      if parsed.has(.json), decoder.stats.language != nil { tell(tally, decoder.stats) }
      throw complaint
    }
    if let note = verdict.noteOnStranger { ErrorReport.say(note) }
    tell(tally, decoder.stats)
    return .done
  }

  private func read(_ store: any PastFixes) throws(ToolError) -> ExitCode {
    var tally = QualityTally()
    var devices: Set<String> = []
    let stats = try store.read { fix, moment, device in
      devices.insert(device)
      tally.take(.fix(fix), isSuspect: moment.isSuspect)
      return true
    }
    ErrorReport.sayThatSeveral(devices)
    tell(tally, stats, hasStream: false)
    output.flush()
    return store.end()
  }

  private func listen() throws(ToolError) -> ExitCode {
    let duration = parsed.duration(of: .duration) ?? .seconds(60)
    let session = try LiveReports([source], parsed, timeout: duration)
    var tally = QualityTally()
    ErrorReport.say("listening for \(HumanText.time(duration / .seconds(1))); Ctrl-C ends it earlier\n")
    let end = try session.run { news in
      guard case .heard(let report) = news else { return .goOn }
      switch report {
      case .epoch(let epoch): tally.take(.fix(epoch.fix), isSuspect: epoch.isSuspect)
      case .sky(let sky): tally.take(.sky(sky))
      default: break
      }
      return .goOn
    }
    if case .timeout(let complaint) = end, tally.epochs == 0 { throw complaint }
    tell(tally, WatchStats(session.receiver.counts, suspect: session.receiver.condition.suspectPositions))
    output.flush()
    if case .signal(let number) = end { Interrupts.end(by: number) }
    return .done
  }

  private func tell(_ tally: QualityTally, _ stats: WatchStats, hasStream: Bool = true) {
    guard !parsed.has(.json) else {
      return output.write(QualityRecord.line(tally, stats, device: source.device))
    }
    let report = QualityReport(
      name: source.shown, tally: tally, stream: stats, hasStream: hasStream,
      isPlain: parsed.has(.plainPlots) || !TerminalRules.isUTF8(UserFolders.environment))
    output.write(text: report.text)
  }
}

// MARK: - Command line

extension Verb {
  static func stats(_ doors: Doors) -> Verb {
    Verb("stats") {
      Command(
        .keep, summary: "report the quality of a recording or of a receiver",
        description: """
          Prints the fix rate, gaps, signals, accuracy and speeds. A receiver is read until Ctrl-C, or for \
          the time of --duration.
          """,
        operands: [doors.store == nil ? .source : .sourceOrStore],
        flags: [.duration, .reference] + (doors.store.map { $0.selection.device + $0.selection.times } ?? [])
          + [.json, .plainPlots],
        exitCodes: ExitCode.opening + [.nothingKnown, .notInTime, .lost, .unreachable],
        examples: [
          Example("gpsbridge stats walk.gbr", "fix rate, gaps, signals, accuracy, speed"),
          Example("gpsbridge stats --duration 5min", "five minutes of the receiver that is plugged in"),
          Example("gpsbridge stats --json walk.nmea", "one JSON record, for programs"),
        ])
    } run: { (parsed, output) throws(ToolError) in
      try StatsCommand(parsed, output, doors).run()
    }
  }
}

extension Flag { static let plainPlots = Flag("ascii", help: "draw with ASCII characters only") }
