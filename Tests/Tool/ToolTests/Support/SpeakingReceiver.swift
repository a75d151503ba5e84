import GPSBridge
import SimulatedGPS

/// A simulated receiver behind a pseudo-terminal, which understands commands; its time is that of the program that it speaks with.
final class SpeakingReceiver {
  /// How far the program and the receiver are apart at most: each answers the other one step later.
  private static let step = Duration.milliseconds(20)

  private let receiver: PseudoTerminalReceiver
  private let time: ManualTime

  init(_ scenario: String, link: String? = nil) throws {
    let scenario = try Scenario(parsing: "sim:\(scenario)")
    time = ManualTime(utcSeconds: Double(scenario.beginning.secondsSince1970))
    receiver = try PseudoTerminalReceiver(scenario, link: link, time: time)
  }

  /// Where programs find it.
  var path: String { receiver.status.path ?? "" }

  deinit { receiver.stop() }

  /// Runs a command line beside it, to its end.
  func run(_ words: [[UInt8]], environment: [String: String] = [:]) throws -> Run {
    try run(words, environment: environment) { _ in .nothing }
  }

  /// The same; `next` says what happens next, by what has been printed so far.
  func run(
    _ words: [[UInt8]], environment: [String: String] = [:], _ next: (String) throws -> LiveRun.Step
  ) throws -> Run {
    try LiveRun.run(program: words, environment: environment, every: Self.step) { _, output, _ in
      time.jump(by: Self.step)
      return try next(output)
    }
  }
}
