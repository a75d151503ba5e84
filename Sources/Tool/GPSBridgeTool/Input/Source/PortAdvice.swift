internal import CommandLineTable
internal import SerialPorts
internal import Texts

/// What to tell somebody for whom no receiver was found, although ports are there.
struct PortAdvice {
  private let ports: [SerialPortDescription]
  private let verb: Command.Verb

  init(_ ports: [SerialPortDescription], for verb: Command.Verb) {
    self.ports = ports
    self.verb = verb
  }

  /// A line for each port that may be meant, with the command to try.
  var lines: [String] {
    candidates.map { port in "\(Self.name(port)) \(Self.guess(port)): \(command(port))" }
  }

  /// That no receiver is there, in three lines.
  var complaint: Complaint {
    let candidates = candidates
    return Complaint(
      code: "device_not_found", exit: .notFound, message: "no GPS receiver is plugged in",
      reason: candidates.isEmpty
        ? "none of the serial ports belongs to one"
        : candidates.map { "\(Self.name($0)) \(Self.guess($0))" }.joined(separator: "; "),
      hint: candidates.isEmpty
        ? "plug it in; gpsbridge devices --all lists the ports that are there"
        : candidates.map(command).joined(separator: ", or "))
  }

  private var candidates: [SerialPortDescription] {
    ports.filter { $0.classification.kind != .other && $0.classification.kind != .receiver }
  }

  /// A port by its node: that is what a person can read off and type.
  private func command(_ port: SerialPortDescription) -> String {
    "gpsbridge \(verb.rawValue) \(ShownText.of(port.node.utf8))"
  }

  private static func name(_ port: SerialPortDescription) -> String {
    "\(ShownText.of(port.node.utf8)) (\(ShownText.of(port.displayName.utf8)))"
  }

  private static func guess(_ port: SerialPortDescription) -> String {
    switch port.classification.kind {
    case .binaryReceiver: "is a receiver that speaks no NMEA unless told to"
    case .gateway: "passes on what other instruments say"
    case .modemReceiver: "is a modem's GPS port, to be switched on first (mmcli)"
    case .bridge, .unknown, .receiver, .other: "may be your receiver"
    }
  }
}
