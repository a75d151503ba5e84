internal import CommandLineTable
internal import GPSBridge
internal import SerialPorts
internal import GPSBase
internal import ToolFiles
internal import ToolSources

/// The receiver behind a source that is no recording.
enum LiveSource {
  /// The receiver that a name means; nothing is opened until somebody listens to it.
  ///
  /// - Parameters:
  ///   - name: The source.
  ///   - dialect: The dialect, if a person has named it. Some receivers never show it: SiRF's greet only once, when
  ///     they are switched on, and no question is answered by all of them.
  ///   - allowance: What may be said to the receiver without a wish for it.
  /// - Returns: The receiver, shared with everyone in this program who names the same device.
  /// - Throws: A complaint if the name means no receiver; a missing device is no error, since it may come.
  static func open(
    _ name: SourceName, _ dialect: ReceiverDialect? = nil, may allowance: Allowance = []
  ) throws(ToolError) -> Receiver {
    // A simulated one is played inside this program: nobody needs to be asked, and its sky is not that of the last time.
    var options = try options(may: name.isSimulated ? allowance.intersection(.puttingBack) : allowance)
    options.strictness = ReadingRules.strictness
    options.dialect = dialect
    if name.isLive, !name.isSimulated { options.ports = PortMemory.load() }
    switch name {
    case .automatic: return automatic(options)
    case .port(let text), .simulated(let text), .network(let text):
      if name.isSimulated { try SimulatedRate.check(source: text) }
      do throws(LocationError) {
        return try Receiver.shared(named: text, options: options)
      } catch {
        throw ToolError(error, name)
      }
    case .file, .standardInput: throw refusal(of: name)
    }
  }

  /// What may be said to a receiver without a wish for it.
  struct Allowance: OptionSet {
    let rawValue: Int

    /// A u-blox is asked for its condition again and again.
    static let asking = Allowance(rawValue: 1)
    /// A receiver gets the profile that files of settings have for it.
    static let puttingBack = Allowance(rawValue: 2)
    /// What a u-blox remembers of the sky is kept, and given back to it.
    static let remembering = Allowance(rawValue: 4)
    /// Without a source, the gpsd that has the receiver's port is joined in its place.
    static let joining = Allowance(rawValue: 8)
    static let everything: Allowance = [.asking, .puttingBack, .remembering, .joining]
    /// For who waits for a fix, and wants it soon.
    static let starting: Allowance = [.puttingBack, .remembering, .joining]
  }

  /// How a receiver is opened to which so much may be said.
  static func options(may allowance: Allowance) throws(ToolError) -> ReceiverOptions {
    var options = ReceiverOptions()
    if allowance.contains(.asking) { options.conditionInterval = conditionInterval }
    if allowance.contains(.puttingBack) { options.profiles = try ReceiverProfiles.configured() }
    if allowance.contains(.remembering), try Configuration.load(.gpsbridge).keepsMemory {
      options.keepsMemory = .ofUser
    }
    options.joinsGPSD = allowance.contains(.joining)
    return options
  }

  /// Trouble with an antenna is told within ten seconds, whoever has just been asked.
  static let conditionInterval = Duration.seconds(4)

  /// Why a source is no receiver: it is a recording, or nothing at all.
  static func refusal(of name: SourceName) -> ToolError {
    if case .file(let path) = name, case .failure(let fault) = PathCall.look(path.bytes, followsLinks: true) {
      return OpenFailure.complaint(fault.number, path.bytes)
    }
    return ToolError(
      code: "not_live", exit: .usage, message: "\(name.shown) is a recording, and a receiver is needed",
      reason: nil, hint: "name a port, sim:walk, or nothing for the receiver that is plugged in")
  }

  /// The receiver that is plugged in, or that will be.
  ///
  /// Of several it is the one that spoke last, and a line says how to name the others. Where none is known by its ids, it is
  /// the port that once spoke.
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
      // None is there: the one that comes will be taken.
    }
    return Receiver.shared(.auto, options: options)
  }
}

/// Advice for a user whose receiver was not found although there are ports.
struct PortAdvice {
  private let ports: [SerialPortDescription]
  private let verb: Command.Verb

  init(_ ports: [SerialPortDescription], for verb: Command.Verb) {
    self.ports = ports
    self.verb = verb
  }

  /// A line for each port that may be the receiver, with the command to try.
  var lines: [String] {
    candidates.map { port in "\(Self.name(port)) \(Self.guess(port)): \(command(port))" }
  }

  /// The complaint that no receiver is there, in three lines.
  var complaint: ToolError {
    let candidates = candidates
    return ToolError(
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

  /// Names a port by its node, which a person can read and type.
  private func command(_ port: SerialPortDescription) -> String {
    "gpsbridge \(verb.rawValue) \(VisibleText.escaped(port.node.utf8))"
  }

  private static func name(_ port: SerialPortDescription) -> String {
    "\(VisibleText.escaped(port.node.utf8)) (\(VisibleText.escaped(port.displayName.utf8)))"
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
