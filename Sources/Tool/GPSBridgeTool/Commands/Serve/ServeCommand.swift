internal import CommandLineTable
internal import Doctor
internal import GPSBridge
internal import GPSServices
internal import SystemCalls
internal import TerminalKit
internal import Texts
internal import ToolFiles
internal import ToolSources

/// `gpsbridge serve`: one receiver, or the best of several, for every program that speaks to gpsd.
struct ServeCommand {
  private let sources: [SourceName]
  /// Where to listen, if a flag says so.
  private let addresses: [String]?
  /// Where sentences go, and the links of pseudo-terminals.
  private let sentences: [String], links: [String]
  private let options: ServiceOptions

  init(_ parsed: ParsedArguments) throws(ToolError) {
    sources = try Self.sources(parsed.operands)
    addresses = parsed.value(of: .gpsdAddress).map {
      $0 == "none" ? [] : $0.split(separator: ",").map(String.init)
    }
    (sentences, links) = (parsed.values(of: .sentenceOutput), parsed.values(of: .portLink))
    guard !((addresses ?? Self.usual) + sentences + links).isEmpty else {
      throw Usage.contradiction("--gpsd none leaves nothing to serve", "name an output by --nmea or --pty")
    }
    // What is written wrong is told before anything is opened.
    for address in addresses ?? [] { _ = try Self.output(address, "--gpsd") }
    for text in sentences { _ = try Self.output(text, "--nmea") }
    for link in links { _ = try Self.output(link, "--pty") }
    var options = ServiceOptions()
    options.version = Tool.version
    options.allowsDeviceWrites = parsed.has(.allowDeviceWrites)
    options.greetsWithFix = !parsed.has(.noGreetingFix)
    options.choice = parsed.value(of: .several).flatMap(ReceiverChoice.init) ?? .best
    // Two simulated receivers are at ports of one name.
    if sources.count > 1 { options.names = sources.map(\.device) }
    if let text = parsed.value(of: .protocolVersion) { options.protocolVersion = try Self.version(text) }
    if let text = parsed.value(of: .coarse) { options.coarseCell = try Self.cell(text) }
    self.options = options
  }

  /// gpsd's port on this machine.
  private static let usual = ["2947"]

  func run() throws(ToolError) -> ExitCode {
    for source in sources { try refuse(source) }
    // It reads the environment, so before anything that starts a thread.
    var manager = ServiceManager()
    for complaint in manager?.complaints ?? [] { ErrorReport.say("note: \(complaint)\n") }
    // Each client has one.
    Kernel.raiseDescriptorLimit()
    let session = try LiveSession(sources, .serve, waitsForPort: true, isService: manager != nil)
    let server = Server(session.receivers, options: options)
    for address in addresses ?? (manager?.listens == true ? [] : Self.usual) {
      try Self.listen(server, address)
    }
    for text in sentences {
      // An address that was passed can't be had twice: the flag says what is sent there.
      if manager?.takesOver(try Self.output(text, "--nmea")) == true { continue }
      try open(server, text, "--nmea")
    }
    for link in links { try open(server, link, "--pty") }
    if let manager { Self.attach(server, manager) }
    var notes = ServiceNotes()
    let end = try session.run(ticks: true) { news throws(ToolError) in
      switch news {
      case .statsWanted: ErrorReport.say(Self.report(server.counts))
      case .reloadWanted: Self.reload(server)
      case .tick:
        if let fault = server.fault { throw ToolError(fault) }
        for note in notes.take(server.counts, at: .now) { ErrorReport.say(note) }
      case .heard, .dropped: break
      }
      return .goOn
    }
    Self.stop(server)
    if case .signal(let number) = end { Interrupts.end(by: number) }
    return .done
  }

  /// A server that hears itself would tell nobody anything.
  private func refuse(_ source: SourceName) throws(ToolError) {
    guard let port = source.portOfGPSDHere,
      let address = (addresses ?? Self.usual).first(where: { Self.port(of: $0) == port })
    else { return }
    throw Usage.contradiction(
      "\(source.shown) is where this server itself would answer (--gpsd \(VisibleText.escaped(address.utf8)))",
      "name another port, as --gpsd 2948, or the port of the receiver in place of gpsd's")
  }

  /// The receivers, each of them once; without a name, the one that is plugged in.
  private static func sources(_ words: [Argument]) throws(ToolError) -> [SourceName] {
    var sources: [SourceName] = []
    for word in words {
      let source = try SourceName(word)
      guard !sources.contains(source) else {
        throw ToolError(
          code: "named_twice", exit: .usage, message: "\(source.shown) is named twice",
          reason: nil, hint: "name each receiver once")
      }
      sources.append(source)
    }
    return sources.isEmpty ? [try SourceName(nil)] : sources
  }

  /// Reads what a flag names.
  private static func output(_ text: String, _ flag: String) throws(ToolError) -> ServiceOutput {
    do throws(ServiceFault) {
      switch flag {
      case "--pty": return try .port(link: text)
      case "--nmea": return try .nmea(text)
      default: return try .gpsd(text)
      }
    } catch {
      throw ToolError(error, flag)
    }
  }

  /// Listens, and says where.
  static func listen(_ server: Server, _ address: String) throws(ToolError) {
    let output = try Self.output(address, "--gpsd")
    do throws(ServiceFault) {
      let port = try server.listen(output)
      ErrorReport.say("note: \(place(address, port))\n")
    } catch {
      throw ToolError(error, "--gpsd")
    }
  }

  /// Opens an output of sentences, and says where they go, and what a person should know of it.
  private func open(_ server: Server, _ text: String, _ flag: String) throws(ToolError) {
    let output = try Self.output(text, flag)
    let port: UInt16?
    do throws(ServiceFault) {
      port = try server.listen(output)
    } catch {
      throw ToolError(error, flag)
    }
    let chosen = port.map { ", port \($0)" } ?? ""
    ErrorReport.say("note: sentences go to \(VisibleText.escaped(text.utf8))\(chosen)\n")
    for note in server.counts.outputs.last?.notes ?? [] {
      ErrorReport.say("note: \(VisibleText.escaped(note.utf8))\n")
    }
  }

  /// The port of an address; nil for a path.
  private static func port(of address: String) -> UInt16? {
    address.split(separator: ":").last.flatMap { UInt16($0) }
  }

  /// Listens where the service's manager has listened for us, and tells it how things stand.
  private static func attach(_ server: Server, _ manager: ServiceManager) {
    for address in manager.addresses {
      ErrorReport.say(
        "note: clients of gpsd find it at \(VisibleText.escaped(address.utf8)), as it was passed\n")
    }
    for output in manager.sentenceOutputs {
      ErrorReport.say("note: sentences go to \(VisibleText.escaped(output.utf8)), as it was passed\n")
    }
    server.attach(manager)
  }

  /// Reads the settings again, and says what comes of it: those that `serve` has are about opening a receiver.
  private static func reload(_ server: Server) {
    do throws(ToolError) {
      _ = try Configuration.load(.gpsbridge)
      _ = try ReceiverProfiles.configured()
      ErrorReport.say(
        "note: the settings are right, and count when serve is started again; nothing else changes\n")
      server.tellReload(nil)
    } catch {
      ErrorReport.say("note: the settings stay as they are: \(error.message)\n")
      server.tellReload(error.message)
    }
  }

  /// Lets clients take what waits for them, for a second at most.
  private static func stop(_ server: Server) {
    let queue = EventQueue<Bool>(limit: 1)
    server.stop(within: .seconds(1)) { queue.put(true) }
    _ = queue.take(until: .now + .seconds(3))
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
      + "\(counts.slowClosed) of them let go, \(counts.idleClosed) idle ones; "
      + "\(counts.kept) would outlive a restart, \(counts.resumed) have\n"
      + counts.outputs.map(report).joined()
  }

  private static func report(_ output: OutputStatus) -> String {
    "\(VisibleText.escaped(output.name.utf8)): \(output.clients) "
      + "\(output.clients == 1 ? "client" : "clients"), \(output.accepted) since the start, "
      + "\(output.refused) refused; \(output.epochs) epochs sent, \(output.dropped) missed, "
      + "\(output.slowClosed) clients let go, \(output.ignored) bytes of theirs ignored\n"
  }

  private static func cell(_ text: String) throws(ToolError) -> CoarseCell {
    do throws(CoarseCell.Wrong) {
      return try CoarseCell(text)
    } catch {
      throw Usage.wrongForm(
        .coarse, text, expected: "\(error.expected) is expected", "write it like --coarse 1km")
    }
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
  /// Tells why a service can't be reached at what a flag names.
  init(_ fault: ServiceFault, _ flag: String = "--gpsd") {
    let (exit, hint): (ExitCode, String) =
      switch fault.code {
      case .malformed:
        (.usage, Self.form(flag))
      case .inUse:
        (
          .busy,
          flag == "--gpsd"
            ? Self.remedyForTaken(fault.address)
            : "end the other program, remove what stands there, or take another name or port"
        )
      case .denied: (.permissionDenied, "take a port from 1024 on, or a folder of your own")
      case .unavailable: (.notFound, "name an address of this machine, or a path in a folder that is there")
      case .refused: (.unexpected, "look at the address")
      }
    self.init(
      code: fault.code.rawValue, exit: exit,
      message: "can't listen at \(VisibleText.escaped(fault.address.utf8))",
      reason: VisibleText.escaped(fault.reason.utf8), hint: hint)
  }

  private static func form(_ flag: String) -> String {
    switch flag {
    case "--nmea":
      "write it like --nmea tcp:10110, --nmea udp:192.168.1.5:10110 or --nmea unix:/run/nmea.sock"
    case "--pty": "write it like --pty /tmp/gps0, or --pty /tmp/gps0,only=RMC+GGA"
    default: "write it like --gpsd 2947, --gpsd 192.168.1.5:2947 or --gpsd /run/user/1000/gpsd.sock"
    }
  }

  /// At gpsd's own port it can be told who is there.
  private static func remedyForTaken(_ address: String) -> String {
    let isPortOfGPSD = address == "2947" || address.hasSuffix(":2947")
    guard !isPortOfGPSD else { return GPSDPort(.here).remedy }
    return "gpsd may be it: systemctl stop gpsd.socket gpsd; or take another port: --gpsd 2948"
  }
}
