internal import GPSBridge
internal import SimulatedGPS
internal import GPSBase
import GPSSystemCalls
internal import TerminalKit

/// `gpsbridge replay`: plays a recording in real time, to standard output or through a pseudo-terminal.
struct ReplayCommand {
  private let path: String
  private let shown: String
  private let pace: PlayPace
  private let loops: Bool
  private let offset: Duration
  /// The time in the recording after which nothing is played.
  private let end: Duration?
  private let link: String?
  private let addresses: [String]?
  private let doors: Doors

  init(_ parsed: ParsedArguments, _ doors: Doors = Doors()) throws(ToolError) {
    self.doors = doors
    let source = try parsed.source(parsed.operands[0])
    guard case .file(let file) = source, let path = String(validating: file.bytes, as: UTF8.self) else {
      throw ToolError(
        code: "not_a_recording", exit: .usage, message: "\(source.shown) can't be replayed",
        reason: "a recording in a file is needed, with a name that is text",
        remedy: "name one, such as walk.gbr")
    }
    self.path = path
    shown = source.shown
    pace = parsed.pace
    loops = parsed.has(.loop)
    link = parsed.value(of: .terminal)
    addresses = parsed.playedAddresses
    offset = parsed.duration(of: .beginning) ?? .zero
    end = parsed.duration(of: .ending)
    if let end, end < offset {
      throw Usage.wrongForm(
        .ending, parsed.value(of: .ending) ?? "", expected: "the end is not before the beginning, --from",
        "swap --from and --to if you meant that")
    }
  }

  func run() throws(ToolError) -> ExitCode {
    let file = try PlayedFile.open(path, shown)
    let tally = Guarded(PauseTally())
    let stream = try stream(of: file, tally)
    let stage = PlaybackTarget(duration: nil)
    Interrupts.beforeEnd { [shown] in Self.report(tally, shown) }
    let code = try play(stream, on: stage)
    Self.report(tally, shown)
    if let complaint = file.complaint(shown) { throw complaint }
    return code
  }

  private func play(_ stream: RecordingStream, on stage: PlaybackTarget) throws(ToolError) -> ExitCode {
    let replay = replay(of: stream)
    if let addresses, let gpsd = doors.gpsd {
      let receiver = SimulatedReceiver(playing: replay)
      return try stage.play(receiver, to: gpsd.open(receiver.receiver, addresses), endsUnplugged: true)
    }
    if let link { return try stage.play(replay, behind: link == "auto" ? nil : link, shown) }
    // The replay's own time is already scaled.
    return try stage.play(replay, pace: pace == .full ? .full : .times(1), for: nil)
  }

  /// The recording as it is played; on standard output it ends with its last byte.
  func replay(of stream: RecordingStream) -> Simulation.Replay {
    let recorded: Simulation.Replay.Pace =
      switch pace {
      case .times(let times): .recorded(times: times)
      case .full: .full
      }
    return Simulation.Replay(
      stream, pace: recorded, from: offset, loops: loops, device: "replay",
      pause: link == nil && addresses == nil ? .zero : .seconds(1))
  }

  private static func report(_ tally: Guarded<PauseTally>, _ shown: String) {
    if let note = tally.withLock({ $0.note }) { ErrorReport.say("note: \(shown): \(note)\n") }
  }

  private func stream(of file: PlayedFile, _ tally: Guarded<PauseTally>) throws(ToolError)
    -> RecordingStream
  {
    var stream = RecordingStream(file)
    if let refusal = stream.refusal {
      throw ToolError(
        code: "unsupported_version", exit: .nothingKnown, message: "\(shown) can't be read",
        reason: refusal.description, remedy: "use the program that wrote it, or a newer gpsbridge")
    }
    guard !stream.isAtEnd else {
      throw file.complaint(shown)
        ?? ToolError(
          code: "empty", exit: .nothingKnown, message: "\(shown) is empty",
          reason: "there is nothing to play",
          remedy: "record with the receiver plugged in; some need a minute to start sending")
    }
    // Logs of other programs have only the times of sentences, which jump when the receiver sets its clock.
    // Our own recordings are played with their pauses. All of a recording at full speed has no times.
    let hasTimes = pace != .full || link != nil || addresses != nil || offset > .zero || end != nil
    if stream.header == nil, hasTimes { stream.cutPauses { time in tally.withLock { $0.add(time) } } }
    stream.skip(to: offset)
    guard !stream.isAtEnd else {
      throw file.complaint(shown)
        ?? ToolError(
          code: "too_late", exit: .usage, message: "--from lies after the end of \(shown)",
          reason: "it lasts \(HumanText.time(stream.position / .seconds(1)))", remedy: "begin earlier")
    }
    let begin = stream.position
    if let end { stream.end(at: end) }
    guard !stream.isAtEnd else {
      throw ToolError(
        code: "nothing_in_time", exit: .usage, message: "nothing of \(shown) is within --from and --to",
        reason:
          "both are times since its beginning; the last bytes before came at \(HumanText.time(begin / .seconds(1)))",
        remedy: "end later")
    }
    return stream
  }
}

// MARK: - Command line

extension Verb {
  static func replay(_ doors: Doors) -> Verb {
    Verb("replay") {
      Command(
        .keep, summary: "play a recording at its original pace, for other programs",
        description: """
          Sends the bytes of a recording to standard output, a pseudo-terminal or clients of gpsd, with \
          the original pauses.
          """,
        operands: [
          Operand(placeholder: "FILE", help: "a recording of gpsbridge record or of another program")
        ],
        flags: [.pace, .loop, .beginning, .ending, .terminal] + (doors.gpsd == nil ? [] : [.playedAddress]),
        rules: [.each(of: .playedAddress, excludes: .terminal)],
        exitCodes: ExitCode.opening + [.nothingKnown],
        examples: [
          Example("gpsbridge replay walk.gbr --pty /tmp/gps0", "a port that sends as the receiver did"),
          Example("gpsbridge replay walk.gbr --speed 10x", "to standard output, ten times as fast"),
          Example("gpsbridge replay walk.nmea --speed max", "to standard output, without pauses"),
          Example("gpsbridge replay walk.gbr --from 10min --to 15min", "five minutes of it"),
        ])
    } run: { (parsed, _) throws(ToolError) in
      try ReplayCommand(parsed, doors).run()
    }
  }
}

extension Flag {
  static let loop = Flag("loop", help: "start over at the end, until Ctrl-C")
  static let beginning = Flag(
    "from", "TIME", form: .durationOrZero, help: "skip this much at the beginning, such as 90s or 10min")
  static let ending = Flag(
    "to", "TIME", form: .duration,
    help: "end at this time since the beginning of the recording, such as 15min")
}
