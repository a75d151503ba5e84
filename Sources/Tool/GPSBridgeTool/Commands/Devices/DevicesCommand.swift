internal import GPSEventRuntime
internal import GPSBridge
internal import GPSFormats
internal import SerialPorts
internal import TerminalKit
internal import GPSBase

/// `gpsbridge devices`: lists the ports, or follows them as they come and go.
///
/// Listing opens no port, because opening one restarts some of the boards that may be attached.
struct DevicesCommand: VerbRun {
  private let parsed: ParsedArguments
  private let output: ByteOutput

  init(_ parsed: ParsedArguments, _ output: ByteOutput) { (self.parsed, self.output) = (parsed, output) }

  func run() throws(ToolError) -> ExitCode {
    if parsed.has(.watchPorts) { return PortWatch(parsed: parsed, output: output).run() }
    let all = SerialPortDescription.all()
    if parsed.has(.complete) {
      for port in all { output.write(text: VisibleText.escaped(port.node.utf8) + "\n") }
      for port in all where port.usb != nil {
        output.write(text: "\(SerialPortSelector.naming(port, among: all))\n")
      }
      return .done
    }
    var ports = all.map { ListedPort($0, among: all) }
    let hidden = parsed.has(.all) ? 0 : ports.count { !$0.isCandidate }
    if !parsed.has(.all) { ports.removeAll { !$0.isCandidate } }
    let time = parsed.duration(of: .timeout) ?? .seconds(5)
    if parsed.has(.probe), let signal = PortProbing.run(&ports, for: time) { Interrupts.end(by: signal) }
    return try tell(ports, hidden: hidden)
  }

  private func tell(_ ports: [ListedPort], hidden: Int) throws(ToolError) -> ExitCode {
    let others = hidden == 0 ? nil : "\(Plural.of(hidden, "other port")): gpsbridge devices --all"
    guard !ports.isEmpty else {
      throw ToolError(
        code: "device_not_found", exit: .notFound, message: "no port looks like a GPS receiver",
        reason: hidden == 0
          ? nil
          : "\(Plural.of(hidden, "other port")) \(hidden == 1 ? "is" : "are") there, and may be one nevertheless",
        remedy: hidden == 0
          ? "plug the receiver in; gpsbridge devices --watch shows new ports"
          : "gpsbridge devices --all lists them")
    }
    if parsed.has(.json) {
      for port in ports { output.write(record(port)) }
    } else {
      output.write(text: PortTable(rows: [ListedPort.titles] + ports.map(\.columns)).text)
      if let others { ErrorReport.say(others + "\n") }
    }
    return .done
  }

  private func record(_ port: ListedPort) -> [UInt8] {
    var change = port.change
    if case .speaks(_, let speed) = port.heard { change.speed = speed }
    return NDJSONFormat(device: port.port.node, types: [.device]).line(change)
  }
}

/// `gpsbridge devices --watch`: prints a line for each port that appears, changes or disappears.
private struct PortWatch {
  let parsed: ParsedArguments
  let output: ByteOutput

  func run() -> ExitCode {
    let queue = EventQueue<SerialPortEvent>()
    let interrupts = Interrupts { queue.interrupt($0) }
    let monitor = SerialPortMonitor()
    let observation = monitor.observe(on: EventLoop.shared) { queue.put($0) }
    defer { withExtendedLifetime((interrupts, monitor)) { observation.cancel() } }
    let deadline = parsed.duration(of: .timeout).map { SystemTime().now + $0 }
    while output.failure == nil {
      switch queue.take(until: deadline) {
      case .event(let event):
        output.write(line(event, among: monitor.ports))
        output.flush()
      case .interrupt(.end(let signal)):
        output.flush()
        Interrupts.end(by: signal)
        return .unexpected
      case .interrupt: break
      case .deadline: return .done
      }
    }
    return .done
  }

  private func line(_ event: SerialPortEvent, among ports: [SerialPortDescription]) -> [UInt8] {
    var listed = ListedPort(event.port, among: ports, holders: { _ in [] })
    guard parsed.has(.all) || listed.isCandidate else { return [] }
    if case .disappeared = event { listed.change.state = .gone }
    if parsed.has(.json) {
      return NDJSONFormat(device: event.port.node, types: [.device]).line(listed.change)
    }
    let mark =
      switch event {
      case .appeared: "+"
      case .changed: "~"
      case .disappeared: "-"
      }
    return Array("\(mark) \(listed.columns.joined(separator: "  "))\n".utf8)
  }
}

// MARK: - Command line

extension Verb {
  static let devices = Verb("devices", DevicesCommand.self) {
    Command(
      .find, summary: "list the serial ports, and the names that select them",
      description: """
        Lists the ports that may have a receiver. It opens none of them, because that restarts some \
        boards, unless --probe is given.
        """,
      operands: [],
      flags: [.all, .probe, .watchPorts, .timeout, .complete, .json],
      rules: [
        .each(of: .watchPorts, excludes: .probe, .complete), .each(of: .timeout, needs: .watchPorts, .probe),
      ],
      exitCodes: [.done, .unexpected, .usage, .notFound],
      examples: [
        Example("gpsbridge devices", "the ports that may have a receiver"),
        Example("gpsbridge devices --all --json", "every port, for a program"),
        Example("gpsbridge devices --probe", "open each port and listen; some boards restart"),
        Example("gpsbridge devices --watch", "a line for each port that is plugged in or pulled out"),
      ])
  }
}

extension Flag {
  static let all = Flag("all", help: "also list ports that are known not to have a receiver")
  static let probe = Flag(
    "probe", help: "open each free port and listen for 5s or --timeout; this restarts some boards")
  static let watchPorts = Flag(
    "watch", help: "keep running, and print a line for each port that appears, changes or disappears")
  static let complete = Flag("complete", help: "print only names that SOURCE accepts, one per line")
}
