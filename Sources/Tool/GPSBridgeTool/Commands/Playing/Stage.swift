internal import CommandLineTable
internal import GPSBridge
internal import GPSServices
internal import SimulatedGPS
internal import TerminalKit
internal import GPSBase
internal import ToolFiles

/// Plays a simulated receiver, or a recording, to others until it ends, the time is over, or a signal comes.
final class Stage {
  private let queue = EventQueue<Never>(limit: 1)
  private let interrupts: Interrupts
  private let time = SystemTime()
  /// The time to stop; nil for never.
  private let end: ContinuousClock.Instant?
  /// The signal that ended it, if one did.
  private var signal: CInt?

  /// Takes over the signals from now on.
  init(duration: Duration?) {
    interrupts = Interrupts { [queue] in queue.interrupt($0) }
    end = duration.map { [time] in time.now + $0 }
  }

  /// Writes each piece to standard output when it is due.
  func play(_ source: some EmissionSource, pace: PlayPace, for length: Duration?) throws(ToolError)
    -> ExitCode
  {
    var face = StreamFace(source: source, to: .standardOutput)
    let begun = time.now
    let start = face.now
    do throws(FaceError) {
      try face.write(length ?? .seconds(4_000_000_000)) { due in
        switch pace {
        case .full: waits(until: begun)
        case .times(let times): waits(until: begun + (due - start) / times)
        }
      }
    } catch {
      // The reader has closed the pipe: it has enough.
      if error.code == .readerGone { return .done }
      throw ToolError(error)
    }
    return leave()
  }

  /// Plays behind a pseudo-terminal, and prints its path on standard error.
  ///
  /// `link` is another name for it, nil for none; `what` names the source, for people.
  func play(_ source: some EmissionSource, behind link: String?, _ what: String) throws(ToolError) -> ExitCode
  {
    let receiver: PseudoTerminalReceiver
    do throws(FaceError) {
      receiver = try PseudoTerminalReceiver(source: source, link: link)
    } catch {
      throw ToolError(error)
    }
    var told: String?
    repeat {
      let status = receiver.status
      if let problem = status.problem { throw ToolError(problem) }
      if status.isOver { break }
      if status.path != told {
        told = status.path
        let place = told.map { link == nil ? $0 : "\(VisibleText.escaped((link ?? "").utf8)) -> \($0)" }
        ErrorReport.say(place.map { "\(what) on \($0)\n" } ?? "\(what) is unplugged\n")
      }
    } while waits(until: time.now + .milliseconds(100))
    receiver.stop()
    return leave()
  }

  /// Plays to clients of gpsd, until the end of the receiver's story.
  ///
  /// - Parameters:
  ///   - receiver: The receiver, which is played inside this program.
  ///   - addresses: Where clients find it.
  ///   - length: How long it is told of; nil for ever.
  /// - Returns: How the command ends.
  /// - Throws: A complaint where clients can't be heard.
  func play(
    _ receiver: SimulatedReceiver, to addresses: [String], for length: Duration?
  ) throws(ToolError) -> ExitCode {
    var options = ServiceOptions()
    options.version = Tool.version
    let server = LocationServer(receiver.receiver, options: options)
    for address in addresses { try ServeCommand.listen(server, address) }
    let over = length.map { time.now + $0 }
    repeat {
      if let fault = server.fault { throw ToolError(fault) }
    } while over.map { time.now < $0 } ?? true && waits(until: time.now + .milliseconds(100))
    server.stop()
    return leave()
  }

  /// Waits until a moment; false if the playing ends before.
  private func waits(until moment: ContinuousClock.Instant) -> Bool {
    while true {
      switch queue.take(until: end.map { min($0, moment) } ?? moment) {
      case .interrupt(.end(let number)):
        signal = number
        return false
      case .interrupt: continue
      case .deadline: return end.map { time.now < $0 } ?? true
      }
    }
  }

  private func leave() -> ExitCode {
    if let signal { Interrupts.end(by: signal) }
    return .done
  }
}

extension ToolError {
  /// Tells why something can't be played.
  init(_ error: FaceError) {
    let parts = VisibleText.escaped(error.description.utf8).split(separator: ";", maxSplits: 1)
    guard error.code != .diskFull else {
      self = OutputFailure.writing(
        error.number, "the output", left: "what was written before is whole")
      return
    }
    let exit: ExitCode =
      switch error.code {
      case .nameTaken: .usage
      case .notFound, .noName: .notFound
      case .permissionDenied: .permissionDenied
      default: .unexpected
      }
    self.init(
      code: error.code.rawValue, exit: exit, message: String(parts.first ?? ""), reason: nil,
      hint: parts.count > 1 ? String(parts[1].drop { $0 == " " }) : "look at where it goes")
  }
}

/// How fast something is played.
enum PlayPace: Hashable, Sendable {
  /// So many times as fast as it was.
  case times(Double)
  /// As fast as it is taken.
  case full

  /// Reads `1x`, `10x`, `0.5x`, `2` or `max`.
  init?(_ text: String) {
    if text == "max" {
      self = .full
      return
    }
    let number = text.hasSuffix("x") ? String(text.dropLast()) : text
    guard number.utf8.allSatisfy({ 48...57 ~= $0 || $0 == 46 }), let times = Double(number),
      0.001...1000 ~= times
    else { return nil }
    self = .times(times)
  }
}

extension Flag {
  static let playedAddress = Flag(
    name: "gpsd", value: .text(placeholder: "ADDRESS"),
    help: "play to clients of gpsd at a port as 2948, ADDRESS:PORT, or a path; several with commas")
  static let pace = Flag(
    name: "speed", value: .text(placeholder: "N|max"),
    help: "so many times as fast as it was, as 1x (the default), 10x; max is as fast as it is taken")
  static let terminal = Flag(
    name: "pty", value: .text(placeholder: "LINK|auto"),
    help:
      "play behind a pseudo-terminal that other programs open like a port; LINK is a name of its own for it, as /tmp/gps0"
  )
}

extension ParsedArguments {
  /// Where clients of gpsd find what is played; nil if it is not played to them.
  ///
  /// It has no place of its own by itself: at 2947 there may be a gpsd whose clients would be led astray.
  func playedAddresses() throws(ToolError) -> [String]? {
    guard let text = value(of: .playedAddress) else { return nil }
    guard value(of: .terminal) == nil else {
      throw Usage.contradiction("--gpsd does not go with --pty", "start it twice, with the same --seed")
    }
    return text.split(separator: ",").map(String.init)
  }

  func pace() throws(ToolError) -> PlayPace {
    guard let text = value(of: .pace) else { return .times(1) }
    if let pace = PlayPace(text) { return pace }
    throw Usage.wrongForm(
      .pace, text, expected: "a number of 0.001 to 1000 and an x, or max", "write it like --speed 10x")
  }
}
