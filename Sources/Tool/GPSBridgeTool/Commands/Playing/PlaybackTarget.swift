internal import GPSBridge
internal import GPSEventRuntime
import GPSSystemCalls
internal import Glibc
internal import SimulatedGPS
internal import TerminalKit
internal import GPSBase

/// Plays a simulated receiver or a recording until it ends, the time is over, or a signal comes.
final class PlaybackTarget {
  private let queue = EventQueue<Never>(limit: 1)
  private let interrupts: Interrupts
  private let time = SystemTime()
  private let output = PatientOutput(STDOUT_FILENO)
  /// When to stop; nil for never.
  private let end: ContinuousClock.Instant?
  /// The signal that ended it, if one did.
  private var signal: CInt?

  /// Takes over the signals.
  init(duration: Duration?) {
    interrupts = Interrupts { [queue] in queue.interrupt($0) }
    end = duration.map { [time] in time.now + $0 }
  }

  /// Writes each piece to standard output when it is due.
  func play(_ source: some EmissionSource, pace: PlayPace, for length: Duration?) throws(ToolError)
    -> ExitCode
  {
    var source = source
    let begun = time.now - source.age
    let start = source.now
    let last = start + source.age + (length ?? .seconds(4_000_000_000))
    while !source.isOver {
      let due = source.nextDue
      let next = min(due, last)
      let moment =
        switch pace {
        case .full: begun
        case .times(let times): begun + (next - start) / times
        }
      guard waits(until: moment) else { break }
      for case .bytes(let chunk) in source.advance(to: next) {
        guard try write(chunk.bytes.span) else { return leave() }
      }
      if due > last { break }
    }
    return leave()
  }

  /// Writes to standard output; false if its reader has gone, or if a signal came while it was blocked.
  private func write(_ bytes: Span<UInt8>) throws(ToolError) -> Bool {
    do throws(Errno) {
      guard try output.write(bytes, until: { queue.isEnding }) else { return waits(until: .now) }
      return true
    } catch .brokenPipe { return false } catch {
      throw OutputFailure.writing(
        error.rawValue, "the output", left: "earlier output may end in the middle of a line")
    }
  }

  /// Plays through a pseudo-terminal, and prints its path on standard error.
  ///
  /// `link` is an additional name for it, or nil; `what` names the source, for people.
  func play(_ source: some EmissionSource, behind link: String?, _ what: String) throws(ToolError) -> ExitCode
  {
    let receiver: PseudoTerminalReceiver
    do throws(SimulationError) { receiver = try PseudoTerminalReceiver(source: source, link: link) } catch {
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

  /// Plays to gpsd clients until the end of the scenario.
  ///
  /// - Parameters:
  ///   - receiver: The receiver, which runs inside this program.
  ///   - server: The server, which is opened already.
  ///   - endsUnplugged: Whether to end when the receiver is unplugged.
  /// - Returns: The exit code.
  /// - Throws: A fault of the server.
  func play(
    _ receiver: SimulatedReceiver, to server: OpenServer, endsUnplugged: Bool = false
  ) throws(ToolError) -> ExitCode {
    repeat {
      if let fault = server.fault() { throw fault }
    } while (!endsUnplugged || receiver.isPresent) && waits(until: time.now + .milliseconds(100))
    server.stop()
    return leave()
  }

  /// Waits until a time; false if the playback ends before.
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
  /// Creates a complaint about something that can't be played.
  init(_ error: SimulationError) {
    let parts = VisibleText.escaped(error.description.utf8).split(separator: ";", maxSplits: 1)
    let exit: ExitCode =
      switch error.code {
      case .nameTaken: .usage
      case .notFound, .noName: .notFound
      case .permissionDenied: .permissionDenied
      default: .unexpected
      }
    self.init(
      code: error.code.rawValue, exit: exit, message: String(parts.first ?? ""),
      remedy: parts.count > 1 ? String(parts[1].drop { $0 == " " }) : "check where the output goes")
  }
}

/// The speed of playback.
enum PlayPace: Hashable, Sendable {
  case times(Double)
  /// As fast as the reader takes it.
  case full

  /// Parses `1x`, `10x`, `0.5x`, `2` or `max`.
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
  package static let playedAddress = Flag(
    "gpsd", "ADDRESS",
    help: "serve clients of gpsd at a port such as 2948, ADDRESS:PORT, or a path; several are separated "
      + "by commas")
  package static let pace = Flag(
    "speed", "N|max",
    form: Form("a number from 0.001 to 1000 and an x, or max", example: "10x") { PlayPace($0) },
    help: "the speed, such as 1x (the default) or 10x; max sends as fast as the output is read")
  package static let terminal = Flag(
    "pty", "LINK|auto",
    help: "send to a pseudo-terminal, which other programs open like a port; LINK is its name, such as "
      + "/tmp/gps0")
}

extension ParsedArguments {
  /// The addresses for gpsd clients; nil without `--gpsd`.
  ///
  /// There is no default: on port 2947 a real gpsd may run, and its clients would get simulated data.
  var playedAddresses: [String]? { value(of: .playedAddress).map { ArgumentParser.words($0) } }

  var pace: PlayPace { value(of: .pace).flatMap(PlayPace.init) ?? .times(1) }
}
