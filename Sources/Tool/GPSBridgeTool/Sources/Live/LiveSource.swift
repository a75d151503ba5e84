internal import GPSBridge
internal import SerialPorts
internal import GPSBase

package enum LiveSource {
  /// The receiver that a name selects; its device is opened only when it gets a listener.
  ///
  /// - Parameters:
  ///   - name: The source.
  ///   - table: The table, by which settings files are read.
  ///   - dialect: The dialect, if the user has named it. Some receivers never reveal it: SiRF receivers send
  ///     theirs only at power-up, and no query works with all.
  ///   - allowance: The commands permitted without an explicit request.
  /// - Returns: The receiver, shared by all code in this program that names the same device.
  /// - Throws: A complaint about an invalid name; a missing device is not an error, since it may appear.
  static func open(
    _ name: SourceName, _ table: CommandTable, _ dialect: ReceiverDialect? = nil,
    may allowance: Allowance = []
  ) throws(ToolError) -> Receiver {
    // A simulated receiver runs inside this program: it needs no queries, and its sky is new each time.
    var options = try options(table, may: name.isSimulated ? allowance.intersection(.puttingBack) : allowance)
    options.strictness = ReadingRules.strictness
    options.dialect = dialect
    if name.isLive, !name.isSimulated { options.ports = PortMemory.load() }
    switch name {
    case .automatic: return automatic(options)
    case .port(let text), .simulated(let text), .network(let text):
      if name.isSimulated { try SimulatedRate.check(source: text) }
      do throws(LocationError) { return try Receiver.shared(named: text, options: options) } catch {
        throw ToolError(error, name)
      }
    case .file, .standardInput, .store: throw refusal(of: name)
    }
  }

  /// The commands that may be sent to a receiver without an explicit request.
  package struct Allowance: OptionSet {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Query a u-blox regularly for its condition.
    static let asking = Allowance(rawValue: 1)
    /// Apply the profile for the receiver from settings files.
    static let puttingBack = Allowance(rawValue: 2)
    /// Save a u-blox's navigation data, and send it back to it.
    static let remembering = Allowance(rawValue: 4)
    /// Without a source, connect to the gpsd that holds the receiver's port.
    static let joining = Allowance(rawValue: 8)
    static let everything: Allowance = [.asking, .puttingBack, .remembering, .joining]
    /// For commands that wait for a fix.
    static let starting: Allowance = [.puttingBack, .remembering, .joining]
  }

  static func options(_ table: CommandTable, may allowance: Allowance) throws(ToolError) -> ReceiverOptions {
    var options = ReceiverOptions()
    if allowance.contains(.asking) { options.conditionInterval = conditionInterval }
    if allowance.contains(.puttingBack) { options.profiles = try ReceiverProfiles(Configuration.load(table)) }
    if allowance.contains(.remembering), try Configuration.load(table).keepsMemory {
      options.keepsMemory = .ofUser
    }
    options.joinsGPSD = allowance.contains(.joining)
    return options
  }

  /// Antenna faults are reported within ten seconds, even right after a query.
  static let conditionInterval = Duration.seconds(4)

  /// Why a source is not a receiver: it is a recording.
  static func refusal(of name: SourceName) -> ToolError {
    if case .store = name { return ToolError(notRecorded: name) }
    return ToolError(
      code: "not_live", exit: .usage, message: "\(name.shown) is a recording, and a receiver is needed",
      remedy: "name a port, sim:walk, or nothing for the receiver that is plugged in")
  }

  /// The receiver that is plugged in, or that will be.
  ///
  /// If there are several, the one that worked last, with a note on how to select the others. If none is
  /// known by its ids, the port that worked before.
  private static func automatic(_ options: ReceiverOptions) -> Receiver {
    let ports = SerialPortDescription.all()
    do throws(SerialPortSelectionError) {
      let last = options.ports.last(among: ports)
      let choice = try SerialPortSelector.auto.choose(among: ports, preferring: last)
      if let note = choice.note {
        ErrorReport.say("note: \(VisibleText.escaped(note.utf8))\n")
        return Receiver.shared(SerialPortSelector.naming(choice.port, among: ports), options: options)
      }
    } catch {
      // None yet: wait for one to appear.
    }
    return Receiver.shared(.auto, options: options)
  }
}

/// Advice for a user whose receiver was not found although there are ports.
struct PortAdvice {
  private let ports: [SerialPortDescription]
  private let verb: String

  init(_ ports: [SerialPortDescription], for verb: String) { (self.ports, self.verb) = (ports, verb) }

  /// A line for each port that may be the receiver, with the command to try.
  var lines: [String] {
    candidates.map { port in "\(Self.name(port)) \(Self.guess(port)): \(command(port))" }
  }

  /// The complaint that no receiver was found, in three lines.
  var complaint: ToolError {
    let candidates = candidates
    return ToolError(
      code: "device_not_found", exit: .notFound, message: "no GPS receiver is plugged in",
      reason: candidates.isEmpty
        ? "none of the serial ports belongs to one"
        : candidates.map { "\(Self.name($0)) \(Self.guess($0))" }.joined(separator: "; "),
      remedy: candidates.isEmpty
        ? "plug it in; gpsbridge devices --all lists the ports that are there"
        : candidates.map(command).joined(separator: ", or "))
  }

  private var candidates: [SerialPortDescription] {
    ports.filter { $0.classification.kind != .other && $0.classification.kind != .receiver }
  }

  /// Names a port by its node, which is easy to read and type.
  private func command(_ port: SerialPortDescription) -> String {
    "gpsbridge \(verb) \(VisibleText.escaped(port.node.utf8))"
  }

  private static func name(_ port: SerialPortDescription) -> String {
    "\(VisibleText.escaped(port.node.utf8)) (\(VisibleText.escaped(port.displayName.utf8)))"
  }

  private static func guess(_ port: SerialPortDescription) -> String {
    switch port.classification.kind {
    case .binaryReceiver: "is a receiver that sends no NMEA by default"
    case .gateway: "forwards the data of other instruments"
    case .modemReceiver: "is a modem's GPS port, to be switched on first (mmcli)"
    case .bridge, .unknown, .receiver, .other: "may be your receiver"
    }
  }
}
