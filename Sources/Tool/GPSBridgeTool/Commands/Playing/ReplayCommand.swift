internal import CommandLineTable
internal import GPSBridge
internal import SimulatedGPS
internal import GPSBase
internal import ToolFiles
internal import ToolSources

/// `gpsbridge replay`: plays a recording as it was, to standard output or behind a pseudo-terminal.
struct ReplayCommand {
  private let path: String
  private let shown: String
  private let pace: PlayPace
  private let loops: Bool
  private let offset: Duration
  private let link: String?
  private let addresses: [String]?

  init(_ parsed: ParsedArguments) throws(ToolError) {
    let source = try SourceName(parsed.operands[0])
    guard case .file(let file) = source, let path = String(validating: file.bytes, as: UTF8.self) else {
      throw ToolError(
        code: "not_a_recording", exit: .usage, message: "\(source.shown) can't be replayed",
        reason: "a recording in a file is needed, under a name that is text", hint: "name one, as walk.gbr")
    }
    self.path = path
    shown = source.shown
    pace = try parsed.pace()
    loops = parsed.has(.loop)
    link = parsed.value(of: .terminal)
    addresses = try parsed.playedAddresses()
    offset = try parsed.duration(of: .beginning, orNone: true) ?? .zero
  }

  func run() throws(ToolError) -> ExitCode {
    let recording = try read()
    let stage = Stage(duration: nil)
    let recorded: Simulation.Replay.Pace =
      switch pace {
      case .times(let times): .recorded(times: times)
      case .full: .full
      }
    let played = shortened(recording)
    let replay = Simulation.Replay(played, pace: recorded, from: offset, loops: loops, device: "replay")
    if let addresses {
      return try stage.play(SimulatedReceiver(playing: replay), to: addresses, for: length(of: recording))
    }
    if let link { return try stage.play(replay, behind: link == "auto" ? nil : link, shown) }
    // The replay's own time is scaled already.
    return try stage.play(replay, pace: pace == .full ? .full : .times(1), for: length(of: recording))
  }

  /// The time when its last byte is due, without the second until the plug is pulled.
  func length(of recording: Simulation.Recording) -> Duration? {
    guard case .times(let times) = pace, !loops else { return nil }
    return (recording.duration - offset) / times + .milliseconds(1)
  }

  /// A log of another program has times of its sentences only, which leap where the receiver sets its clock; what we have
  /// recorded is played with its pauses, since they were.
  private func shortened(_ recording: Simulation.Recording) -> Simulation.Recording {
    guard recording.header == nil else { return recording }
    var cut = PauseCut()
    let shorter = cut.apply(to: recording)
    if let note = cut.note { ErrorReport.say("note: \(shown): \(note)\n") }
    return cut.count > 0 ? shorter : recording
  }

  private func read() throws(ToolError) -> Simulation.Recording {
    let recording: Simulation.Recording
    do throws(RecordedLog.FileError) {
      recording = try Simulation.Recording(contentsOf: path)
    } catch {
      throw ToolError(error, shown)
    }
    if let problem = recording.problems.first(where: { $0.code == .unsupportedVersion }) {
      throw ToolError(
        code: "unsupported_version", exit: .nothingKnown, message: "\(shown) can't be read",
        reason: problem.description, hint: "use the program that wrote it, or a newer gpsbridge")
    }
    guard recording.count > 0 else {
      throw ToolError(
        code: "empty", exit: .nothingKnown, message: "\(shown) is empty", reason: "there is nothing to play",
        hint: "record with the receiver plugged in; some need a minute to speak")
    }
    guard offset <= recording.duration else {
      throw ToolError(
        code: "too_late", exit: .usage, message: "--from lies behind the end of \(shown)",
        reason: "it lasts \(HumanText.time(recording.duration / .seconds(1)))", hint: "begin earlier")
    }
    if !recording.isComplete { ErrorReport.say("note: only the first gigabyte of \(shown) is played\n") }
    return recording
  }
}

extension ToolError {
  /// Tells why a recording can't be read.
  init(_ error: RecordedLog.FileError, _ shown: String) {
    switch error.code {
    case .notAFile:
      self.init(
        code: "not_a_recording", exit: .usage,
        message: "\(shown) is not a regular file, and only such a one can be replayed",
        reason: nil, hint: "name a recording, as walk.gbr")
    default:
      self = OpenFailure.complaint(error.number, Array(error.path.utf8))
    }
  }
}

// MARK: - Command line

extension Command {
  static let replay = Command(
    verb: .replay,
    summary: "play a recording as it was, for other programs",
    operands: [
      Command.Operand(placeholder: "FILE", help: "a recording, of gpsbridge record or of another program")
    ],
    flags: [.pace, .loop, .beginning, .terminal, .playedAddress],
    exitCodes: [.done, .unexpected, .usage, .notFound, .permissionDenied, .busy, .nothingKnown],
    examples: [
      Command.Example(
        line: "gpsbridge replay walk.gbr --pty /tmp/gps0", help: "a port that speaks as the receiver did"),
      Command.Example(
        line: "gpsbridge replay walk.gbr --speed 10x", help: "to standard output, ten times as fast"),
      Command.Example(line: "gpsbridge replay walk.nmea --speed max", help: "all at once"),
    ])
}

extension Flag {
  static let loop = Flag(name: "loop", help: "begin anew when it is through, until Ctrl-C")
  static let beginning = Flag(
    name: "from", value: .text(placeholder: "TIME"),
    help: "leave out so much of the beginning, as 90s or 10min")
}
