internal import GPSDProtocol
internal import GPSSockets
internal import GPSSystemCalls
internal import GPSBase

/// The service manager that has started this program: systemd, or whoever does as it does.
///
/// ```swift
/// let manager = ServiceManager()            // Before any thread is started: it reads the environment, once.
/// let server = LocationServer(receiver)
/// if let manager, manager.listens { server.attach(manager) } else { try server.listen(.gpsd()) }
/// ```
///
/// It passes sockets that it listens at, and clients that were connected before a restart; and it is told when the server is
/// ready, how things stand, and that it lives. Nothing of this needs a library of systemd's.
public struct ServiceManager: Sendable {
  /// A connection from before a restart.
  struct KeptClient: Sendable {
    let descriptor: CInt
    let name: StoredClientName
  }

  /// A socket at which newcomers are heard.
  struct PassedListener: Sendable {
    let descriptor: CInt
    let address: EndAddress
  }

  /// A socket at which all that connect are sent sentences.
  struct PassedOutput: Sendable {
    let descriptor: CInt
    let address: EndAddress
    var wishes = SentenceWishes()

    /// Its name, as a flag would have it.
    var text: String { address.outputText }
  }

  private(set) var listeners: [PassedListener] = []
  private(set) var outputs: [PassedOutput] = []
  private(set) var clients: [KeptClient] = []
  /// Names in the manager's store that nobody here knows: they are let go.
  private(set) var unknown: [String] = []
  /// Where notices go, and the socket that leads there; nil where nobody wants any.
  let notices: (path: String, socket: CInt)?
  let watchdog: Duration?
  let capacity: Int?
  /// What was passed and is of no use, each as a line for a log.
  public private(set) var complaints: [String]

  /// The names by which socket units pass gpsd's port, and ports of sentences.
  private static let (nameOfListeners, nameOfPorts, nameOfPaths) = ("gpsd", "nmea-tcp", "nmea-unix")

  /// Takes over what a manager has passed, and clears it from the environment; nil where none has started this program.
  ///
  /// Make it once, and before any other thread is there: another one might read the environment at this moment.
  public init?() {
    let activation = Activation(process: Kernel.ownProcess()) { Kernel.environment($0) }
    for name in Activation.variables { Kernel.forgetEnvironment(name) }
    guard !activation.isEmpty else { return nil }
    self.init(activation)
  }

  init(_ activation: Activation) {
    self.init(
      activation.passed, notifySocket: activation.notifySocket, watchdog: activation.watchdog,
      capacity: activation.capacity)
    complaints = activation.complaints + complaints
  }

  /// Looks at each descriptor; what is of no use is told and closed.
  init(
    _ passed: [Activation.Passed], notifySocket: String? = nil, watchdog: Duration? = nil,
    capacity: Int? = nil
  ) {
    (self.watchdog, self.capacity) = (watchdog, capacity)
    complaints = []
    do throws(Errno) {
      notices = try notifySocket.map { path throws(Errno) in (path, try Kernel.datagramSocket(to: path)) }
    } catch {
      notices = nil
      complaints.append("notices can't be sent to NOTIFY_SOCKET: \(error.words)")
    }
    var numbers: Set<Int> = []
    for one in passed {
      switch (Kernel.kind(ofPassed: one.descriptor), StoredClientName(one.name)) {
      case (.notPassed(let what), _): complain(one, what)
      case (.listener(let address), _) where one.name == Self.nameOfListeners:
        guard takeOver(one) else { continue }
        listeners.append(PassedListener(descriptor: one.descriptor, address: address))
      case (.listener(let address), _)
      where one.name == (address.isPath ? Self.nameOfPaths : Self.nameOfPorts):
        guard takeOver(one) else { continue }
        outputs.append(PassedOutput(descriptor: one.descriptor, address: address))
      case (.connection, let name?):
        guard takeOver(one) else { continue }
        guard numbers.insert(name.number).inserted else {
          complain(one, "another client has this number")
          // To remove the name would remove the other one.
          Kernel.shutDown(one.descriptor)
          try? Kernel.close(one.descriptor)
          continue
        }
        clients.append(KeptClient(descriptor: one.descriptor, name: name))
      case (.listener(let address), _):
        let name = address.isPath ? Self.nameOfPaths : Self.nameOfPorts
        let place = address.isPath ? "a path" : "a port"
        refuse(one, "it listens at \(place), and expected is the name \(Self.nameOfListeners) or \(name)")
      case (.connection, nil): refuse(one, "it is a connection, and its name is none of ours")
      case (.other(let what), _): refuse(one, what)
      }
    }
  }

  /// Whether sockets were passed at which clients of gpsd are heard.
  public var listens: Bool { !listeners.isEmpty }

  /// The addresses of these sockets, for people.
  public var addresses: [String] { listeners.map(\.address.text) }

  /// The passed sockets at which sentences are sent, for people: `unix:/run/gpsbridge-nmea.sock`.
  public var sentenceOutputs: [String] { outputs.map(\.text) }

  /// Gives sockets that were passed the options of an output that names their address.
  ///
  /// The output need not be opened then, and can't: the manager has the address already.
  ///
  /// - Parameter output: The output, as a person has named it.
  /// - Returns: Whether such a socket was passed; other outputs are no matter of the manager's.
  public mutating func takesOver(_ output: ServiceOutput) -> Bool {
    if case .gpsd(let address) = output.language { return listeners.contains { address.means($0.address) } }
    guard let sentences = output.sentences, case .clients(let address) = sentences.way else { return false }
    var isPassed = false
    for index in outputs.indices where address.means(outputs[index].address) {
      outputs[index].wishes = sentences.wishes
      isPassed = true
    }
    return isPassed
  }

  private mutating func takeOver(_ one: Activation.Passed) -> Bool {
    do throws(Errno) {
      try Kernel.takeOver(passed: one.descriptor)
      return true
    } catch {
      refuse(one, error.words)
      return false
    }
  }

  private mutating func refuse(_ one: Activation.Passed, _ why: String) {
    complain(one, why)
    try? Kernel.close(one.descriptor)
    if !one.name.isEmpty { unknown.append(one.name) }
  }

  private mutating func complain(_ one: Activation.Passed, _ why: String) {
    let name = one.name.isEmpty ? "without a name" : "“\(VisibleText.escaped(one.name.utf8.prefix(100)))”"
    complaints.append("the passed descriptor \(one.descriptor) \(name) is of no use: \(why)")
  }
}
