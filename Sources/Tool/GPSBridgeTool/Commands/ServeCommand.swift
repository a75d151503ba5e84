internal import CommandLineTable
internal import GPSBridge
internal import GPSServices
internal import TerminalKit
internal import Texts
internal import ToolFiles
internal import ToolSources

/// `gpsbridge serve`: one receiver for every program that speaks to gpsd.
struct ServeCommand {
  private let source: SourceName
  private let addresses: [String]
  private let options: ServiceOptions

  init(_ parsed: ParsedArguments) throws(ToolError) {
    source = try SourceName(parsed.operand(0))
    addresses = (parsed.value(of: .gpsdAddress) ?? "2947").split(separator: ",").map(String.init)
    var options = ServiceOptions()
    options.version = Tool.version
    options.allowsDeviceWrites = parsed.has(.allowDeviceWrites)
    options.greetsWithFix = !parsed.has(.noGreetingFix)
    if let text = parsed.value(of: .protocolVersion) { options.protocolVersion = try Self.version(text) }
    self.options = options
  }

  func run() throws(ToolError) -> ExitCode {
    if let port = source.portOfGPSDHere, let address = addresses.first(where: { Self.port(of: $0) == port }) {
      throw Usage.contradiction(
        "\(source.shown) is where this server itself would answer (--gpsd \(VisibleText.escaped(address.utf8)))",
        "name another port, as --gpsd 2948, or the port of the receiver in place of gpsd's")
    }
    let session = try LiveSession(source, .serve, waitsForPort: true)
    let server = Server(session.receiver, options: options)
    for address in addresses { try listen(server, address) }
    let end = try session.run(ticks: true) { news throws(ToolError) in
      switch news {
      case .statsWanted: ErrorReport.say(Self.report(server.counts))
      case .tick: if let fault = server.fault { throw ToolError(fault) }
      case .heard, .dropped: break
      }
      return .goOn
    }
    server.stop()
    if case .signal(let number) = end { Interrupts.end(by: number) }
    return .done
  }

  private func listen(_ server: Server, _ address: String) throws(ToolError) {
    do throws(ServiceFault) {
      let port = try server.listen(.gpsd(address))
      ErrorReport.say("note: \(Self.place(address, port))\n")
    } catch {
      throw ToolError(error)
    }
  }

  /// The port of an address; nil for a path.
  private static func port(of address: String) -> UInt16? {
    address.split(separator: ":").last.flatMap { UInt16($0) }
  }

  /// Where clients find it; a port of the system's choice is known only now.
  private static func place(_ address: String, _ port: UInt16?) -> String {
    let shown = VisibleText.escaped(address.utf8)
    guard let port else { return "clients of gpsd find it at \(shown)" }
    guard let colon = shown.lastIndex(of: ":") else { return "clients of gpsd find it at localhost:\(port)" }
    return "clients of gpsd find it at \(shown[..<colon]):\(port)"
  }

  static func report(_ counts: ServiceCounts) -> String {
    "\(counts.clients) \(counts.clients == 1 ? "client" : "clients"), \(counts.accepted) since the start, "
      + "\(counts.refused) refused; \(counts.epochs) epochs told, \(counts.dropped) missed by slow clients, "
      + "\(counts.slowClosed) of them let go\n"
  }

  private static func version(_ text: String) throws(ToolError) -> (major: Int, minor: Int) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let major = Int(parts[0]), let minor = Int(parts[1]), (1...99).contains(major),
      (0...99).contains(minor)
    else {
      throw Usage.wrongForm(
        .protocolVersion, text, expected: "two numbers and a point", "write it like --protocol-version 16.1")
    }
    return (major, minor)
  }
}

extension ToolError {
  /// Tells why a service can't be reached.
  init(_ fault: ServiceFault) {
    let (exit, hint): (ExitCode, String) =
      switch fault.code {
      case .malformed:
        (.usage, "write it like --gpsd 2947, --gpsd 192.168.1.5:2947 or --gpsd /run/user/1000/gpsd.sock")
      case .inUse:
        (.busy, "gpsd may be it: systemctl stop gpsd.socket gpsd; or take another port: --gpsd 2948")
      case .denied: (.permissionDenied, "take a port from 1024 on, or a folder of your own")
      case .unavailable: (.notFound, "name an address of this machine, or a path in a folder that is there")
      case .refused: (.unexpected, "look at the address")
      }
    self.init(
      code: fault.code.rawValue, exit: exit,
      message: "can't listen at \(VisibleText.escaped(fault.address.utf8))",
      reason: VisibleText.escaped(fault.reason.utf8), hint: hint)
  }
}

// MARK: - Command line

extension Command {
  static let serve = Command(
    verb: .serve,
    summary: "be gpsd for every program of this machine",
    operands: [.receiver],
    flags: [.gpsdAddress, .allowDeviceWrites, .noGreetingFix, .protocolVersion],
    exitCodes: [
      .done, .unexpected, .usage, .notFound, .permissionDenied, .busy,
    ],
    examples: [
      Example(
        line: "gpsbridge serve", help: "the receiver that is plugged in, for clients of gpsd on this machine"),
      Example(line: "gpsbridge serve sim:drive --gpsd 2948", help: "a simulated one, at another port"),
      Example(
        line: "gpsbridge serve --gpsd '*:2947'", help: "for other machines, too: whoever reaches it is served"
      ),
    ])
}

extension Flag {
  static let gpsdAddress = Flag(
    name: "gpsd", value: .text(placeholder: "ADDRESS"),
    help:
      "where clients of gpsd find it: 2947 (the default: this machine alone), ADDRESS:PORT, *:PORT, or a path; several "
      + "with commas")
  static let allowDeviceWrites = Flag(
    name: "allow-device-writes",
    help: "let clients write to the receiver; else nothing is ever written for them")
  static let noGreetingFix = Flag(
    name: "no-greeting-fix",
    help: "let a new client wait for the next epoch; else it is told the last one at once")
  static let protocolVersion = Flag(
    name: "protocol-version", value: .text(placeholder: "N.N"),
    help:
      "what is told as the version of gpsd's protocol: 3.14 (the default), 16.1 for clients of gpsd 3.27.5 and later"
  )
}
