internal import GPSBridgeTool
internal import GPSBridge
internal import GPSServices
internal import GPSWeb
internal import GPSSystemCalls
internal import TerminalKit
internal import GPSBase

/// `gpsbridge serve`: one receiver, or the best of several, for every gpsd client.
struct ServeCommand: VerbRun {
  private let parsed: ParsedArguments
  private let sources: [SourceName]
  private let plan: ServePlan

  init(_ parsed: ParsedArguments, _: ByteOutput) throws(ToolError) {
    self.parsed = parsed
    sources = try Self.sources(parsed)
    plan = try ServePlan(parsed, Configuration.load(parsed.table)[.serve])
  }

  func run() throws(ToolError) -> ExitCode {
    for source in sources { try plan.refuse(source) }
    // It reads the environment, so it must run before any thread starts.
    var manager = ServiceManager()
    for complaint in manager?.complaints ?? [] { ErrorReport.say("note: \(complaint)\n") }
    // Each client needs a descriptor.
    Kernel.raiseDescriptorLimit()
    let session = try LiveReports(sources, parsed, waitsForPort: true, isService: manager != nil)
    var options = plan.options
    // Use the given names until the ports are open; two simulated receivers would have the same port name.
    options.names = sources.map { $0 == .automatic ? "" : $0.device }
    let server = LocationServer(session.receivers, options: options)
    let end: LiveReports.End
    do throws(ToolError) { end = try serve(server, session, &manager) } catch {
      // The path of a socket or a terminal would outlive the program.
      Self.stop(server)
      throw error
    }
    if case .signal(let number) = end { Interrupts.end(by: number) }
    return .done
  }

  /// Opens the outputs, and serves until the end.
  private func serve(
    _ server: LocationServer, _ session: LiveReports, _ manager: inout ServiceManager?
  ) throws(ToolError) -> LiveReports.End {
    for (text, output, flag) in try plan.outputs(besidePassed: manager?.listens == true) {
      // An address passed by the manager can't be opened twice; the flag only selects its format.
      if manager?.takesOver(output) == true { continue }
      flag == .gpsdAddress ? try Self.listen(server, text) : try open(server, text, output, flag)
    }
    let keeping = try plan.keeping(session.receivers)
    let page = try plan.page?.open(session.receivers, names: sources.map(\.device), keeping: keeping)
    if let manager { Self.attach(server, manager) }
    let reload = try ServeReload(parsed, plan, sources, listensAtPassed: manager?.listens == true)
    var notes = ServiceNotes()
    func take(_ news: LiveReports.News) throws(ToolError) -> LiveReports.Step {
      switch news {
      case .statsWanted:
        ErrorReport.say(Self.report(server.counts))
        if let page { ErrorReport.say(WebPlan.report(page.counts)) }
        if let keeping { ErrorReport.say(keeping.report) }
      case .reloadWanted: reload.run(server)
      case .tick:
        if let fault = server.fault { throw ToolError(fault, "--gpsd") }
        if let fault = page?.fault { throw ToolError(fault, "--http") }
        for note in notes.take(server.counts, at: .now) { ErrorReport.say(note) }
        keeping?.look()
      case .heard, .dropped: break
      }
      return .goOn
    }
    let end: LiveReports.End
    do throws(ToolError) { end = try session.run(ticks: true, take) } catch {
      // The track is written, also when an output fails.
      keeping?.close()
      throw error
    }
    page?.stop()
    Self.stop(server)
    try keeping?.finish()
    return end
  }

  /// The receivers without duplicates; if none is named, the one found automatically.
  static func sources(_ parsed: ParsedArguments) throws(ToolError) -> [SourceName] {
    var sources: [SourceName] = []
    for operand in parsed.operands {
      let source = try parsed.source(operand)
      guard !sources.contains(source) else {
        throw ToolError(
          code: "named_twice", exit: .usage, message: "\(source.shown) is given twice",
          reason: nil, remedy: "name each receiver once")
      }
      sources.append(source)
    }
    return sources.isEmpty ? [try parsed.source()] : sources
  }

  /// Listens, and prints the address.
  static func listen(_ server: LocationServer, _ address: String) throws(ToolError) {
    let output = try ServePlan.output(address, .gpsdAddress)
    do throws(ServiceFault) {
      let port = try server.listen(output)
      ErrorReport.say("note: \(place(address, port))\n")
    } catch { throw ToolError(error, "--gpsd") }
  }

  /// Opens an output of sentences, and prints its destination and any notes.
  private func open(
    _ server: LocationServer, _ text: String, _ output: ServiceOutput, _ flag: Flag
  ) throws(ToolError) {
    let port: UInt16?
    do throws(ServiceFault) { port = try server.listen(output) } catch {
      throw ToolError(error, "--\(flag.name)")
    }
    // Don't repeat a port that was given explicitly.
    let chosen = port.flatMap { text.hasSuffix("\($0)") ? nil : ", port \($0)" } ?? ""
    ErrorReport.say("note: sentences go to \(VisibleText.escaped(text.utf8))\(chosen)\n")
    for note in server.counts.outputs.last?.notes ?? [] {
      ErrorReport.say("note: \(VisibleText.escaped(note.utf8))\n")
    }
  }

  /// Takes over the service manager's sockets, and reports the status to it.
  private static func attach(_ server: LocationServer, _ manager: ServiceManager) {
    for address in manager.addresses {
      ErrorReport.say(
        "note: clients of gpsd find it at \(VisibleText.escaped(address.utf8)), as it was passed\n")
    }
    for output in manager.sentenceOutputs {
      ErrorReport.say("note: sentences go to \(VisibleText.escaped(output.utf8)), as it was passed\n")
    }
    server.attach(manager)
  }

  /// Stops the server; clients have at most one second to receive pending data.
  private static func stop(_ server: LocationServer) {
    let queue = EventQueue<Bool>(limit: 1)
    server.stop(within: .seconds(1)) { queue.put(true) }
    _ = queue.take(until: .now + .seconds(3))
  }

  /// The address for clients; a port that the system chose is known only now.
  private static func place(_ address: String, _ port: UInt16?) -> String {
    let shown = VisibleText.escaped(address.utf8)
    guard let port else { return "clients of gpsd find it at \(shown)" }
    guard let colon = shown.lastIndex(of: ":") else { return "clients of gpsd find it at localhost:\(port)" }
    return "clients of gpsd find it at \(shown[..<colon]):\(port)"
  }

  static func report(_ counts: ServiceCounts) -> String {
    "\(counts.clients) \(counts.clients == 1 ? "client" : "clients"), \(counts.accepted) since the start, "
      + (counts.waiting > 0 ? "\(counts.waiting) wait for a descriptor, " : "")
      + "\(counts.refused) refused; \(counts.epochs) epochs sent, \(counts.dropped) missed by slow clients, "
      + "\(counts.slowClosed) of them disconnected, \(counts.idleClosed) idle ones; "
      + "\(counts.kept) would outlive a restart, \(counts.resumed) have\n"
      + counts.outputs.map(report).joined()
  }

  private static func report(_ output: OutputStatus) -> String {
    "\(VisibleText.escaped(output.name.utf8)): \(output.clients) "
      + "\(output.clients == 1 ? "client" : "clients"), \(output.accepted) since the start, "
      + "\(output.refused) refused; \(output.epochs) epochs sent, \(output.dropped) missed, "
      + "\(output.slowClosed) clients disconnected, \(output.ignored) bytes from clients ignored\n"
  }
}

extension ToolError {
  static let tokenWanted =
    "add --token-file FILE: anyone with its content can see the page; it is created if it does not exist"

  /// Creates a complaint about an address that a flag names.
  init(_ fault: ServiceFault, _ flag: String) {
    let isPage = flag == "--http"
    let (exit, remedy): (ExitCode, String) =
      switch fault.code {
      case .malformed: (.usage, Self.form(flag))
      case .inUse:
        switch flag {
        case "--gpsd": (.busy, Self.remedyForTaken(fault.address))
        case "--http": (.busy, "another page may be there already; end it, or use another port: --http 8948")
        default: (.busy, "end the other program, remove what is there, or choose another name or port")
        }
      case .occupied: (.busy, "remove it, or choose another path")
      case .denied:
        (.permissionDenied, "use a port of 1024 or higher" + (isPage ? "" : ", or a folder of your own"))
      case .unavailable:
        (.notFound, "name an address of this machine" + (isPage ? "" : ", or a path in an existing folder"))
      case .unguarded: (.usage, Self.tokenWanted)
      case .library: (.notFound, "apt install libmicrohttpd12")
      case .certificate: (.usage, "name the key of this very certificate, without a passphrase")
      case .tiles: (.usage, "name a file of MBTiles with PNG, JPEG or WebP, or leave out --tiles")
      case .refused: (.unexpected, "check the address")
      }
    self.init(
      code: fault.code == .library ? "no_library" : fault.code.rawValue, exit: exit,
      message: VisibleText.escaped(fault.what.utf8),
      reason: VisibleText.escaped(fault.reason.utf8), remedy: remedy)
  }

  private static func form(_ flag: String) -> String {
    switch flag {
    case "--nmea":
      "write it like --nmea tcp:10110, --nmea udp:192.168.1.5:10110 or --nmea unix:/run/nmea.sock"
    case "--pty": "write it like --pty /tmp/gps0, or --pty /tmp/gps0,only=RMC+GGA"
    case "--http": "write it like --http 8947, --http 192.168.1.5:8947 or --http '*:8947'"
    default:
      "write it like --gpsd 2947, --gpsd 192.168.1.5:2947, --gpsd /run/user/1000/gpsd.sock or --gpsd none"
    }
  }

  /// Only gpsd's default port is probably in use by gpsd, so we check for it.
  static func remedyForTaken(_ address: String) -> String {
    if GPSDPort.isUsual(address: address) { return GPSDPort.here.remedy }
    let isPath = address.contains("/") || address.hasPrefix("@")
    return "end the program that listens there, or choose another \(isPath ? "path" : "port")"
  }
}
