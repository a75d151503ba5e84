import SimulatedGPS

/// A simulated receiver behind a pseudo-terminal, which understands commands.
final class SpeakingReceiver {
  private let receiver: PseudoTerminalReceiver

  init(_ scenario: String) throws {
    receiver = try PseudoTerminalReceiver(
      Scenario(parsing: "sim:\(scenario)"))
  }

  /// Where programs find it.
  var path: String { receiver.status.path ?? "" }

  deinit { receiver.stop() }
}
