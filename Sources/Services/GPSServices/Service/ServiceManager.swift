internal import GPSSockets
internal import GPSSystemCalls
internal import GPSBase

/// The service manager that started this program: systemd, or a program with the same protocol.
///
/// ```swift
/// let manager = ServiceManager()            // Before any thread is started: it reads the environment, once.
/// let server = LocationServer(receiver)
/// if let manager, manager.listens { server.attach(manager) } else { try server.listen(.gpsd()) }
/// ```
///
/// The manager passes listening sockets, and client connections from before a restart. It receives notices:
/// that the server is ready, its status, and that it is alive. None of this needs a systemd library.
public struct ServiceManager: Sendable {
  /// A connection from before a restart.
  struct KeptClient: Sendable {
    let descriptor: CInt
    let name: StoredClientName
  }

  /// A passed listening socket for gpsd clients.
  struct PassedListener: Sendable {
    let descriptor: CInt
    let address: EndAddress
  }

  /// A passed listening socket whose clients receive sentences.
  struct PassedOutput: Sendable {
    let descriptor: CInt
    let address: EndAddress
    var filter = SentenceFilter()

    /// The address as a command-line flag names it.
    var text: String { address.outputText }
  }

  private(set) var listeners: [PassedListener] = []
  private(set) var outputs: [PassedOutput] = []
  private(set) var clients: [KeptClient] = []
  /// Unknown names in the manager's store, which will be removed.
  private(set) var unknown: [String] = []
  /// The path for notices and a socket connected to it; nil if the manager wants none.
  let notices: (path: String, socket: CInt)?
  let watchdog: Duration?
  let capacity: Int?
  /// The passed descriptors and variables that can't be used, each as a line for a log.
  public private(set) var complaints: [String]

  /// The names with which socket units pass gpsd's port and ports and paths for sentences.
  private static let (nameOfListeners, nameOfPorts, nameOfPaths) = ("gpsd", "nmea-tcp", "nmea-unix")

  /// Takes over what a manager passed and unsets its variables; nil if no manager started this program.
  ///
  /// Create it once, before any other thread exists that could read the environment at the same time.
  public init?() {
    let activation = Activation.take()
    guard !activation.isEmpty else { return nil }
    self.init(activation)
  }

  init(_ activation: Activation) {
    self.init(
      activation.passed, notifySocket: activation.notifySocket, watchdog: activation.watchdog,
      capacity: activation.capacity)
    complaints = activation.complaints + complaints
  }

  /// Checks each descriptor; reports and closes the ones that can't be used.
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
          // Removing the name would remove the other client as well.
          Kernel.shutDown(one.descriptor)
          try? Kernel.close(one.descriptor)
          continue
        }
        clients.append(KeptClient(descriptor: one.descriptor, name: name))
      case (.listener(let address), _):
        let name = address.isPath ? Self.nameOfPaths : Self.nameOfPorts
        let place = address.isPath ? "a path" : "a port"
        refuse(one, "it listens at \(place), so its name must be \(Self.nameOfListeners) or \(name)")
      case (.connection, nil): refuse(one, "it is a connection with an unknown name")
      case (.other(let what), _): refuse(one, what)
      }
    }
  }

  /// Whether the manager passed listening sockets for gpsd clients.
  public var listens: Bool { !listeners.isEmpty }

  /// The addresses of these sockets, as readable text.
  public var addresses: [String] { listeners.map(\.address.text) }

  /// The addresses of passed sockets for sentences, as readable text: `unix:/run/gpsbridge-nmea.sock`.
  public var sentenceOutputs: [String] { outputs.map(\.text) }

  /// Applies the options of an output to the passed sockets with its address.
  ///
  /// The output must not be opened then: the manager already uses the address.
  ///
  /// - Parameter output: The output, as the user named it.
  /// - Returns: Whether the manager passed a socket for this output.
  public mutating func takesOver(_ output: ServiceOutput) -> Bool {
    if case .gpsd(let address) = output.language { return listeners.contains { address.means($0.address) } }
    guard let sentences = output.sentences, case .clients(let address) = sentences.way else { return false }
    var isPassed = false
    for index in outputs.indices where address.means(outputs[index].address) {
      outputs[index].filter = sentences.filter
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
    complaints.append("the passed descriptor \(one.descriptor) \(name) can't be used: \(why)")
  }
}
