internal import GPSSockets

/// The connections of a daemon: how many, from which addresses, and which have not sent a complete head.
///
/// ```
/// enter ──▶ headless ──headCame──▶ answered ──expectHead──▶ idle, or headless again
/// ```
///
/// With only a limit on connections, one client could use them all up. So connections without a complete head
/// have their own limit, and a deadline that single bytes do not extend.
struct HTTPConnections: Sendable {
  private struct Connection: Sendable {
    let peer: EndAddress?
    /// Since when a head is expected; nil while an answer is in progress.
    var headless: ContinuousClock.Instant?
    /// Whether it has received an answer, and is now in a separate queue.
    var isIdle = false
    /// Whether it was shut down and the library has not noticed yet.
    var isShut = false
  }

  private var connections: [CInt: Connection] = [:]
  private var addresses = AddressTally()
  /// Connections in the order in which a head was first expected; some have sent it since.
  private var queue: [(descriptor: CInt, since: ContinuousClock.Instant)] = []
  /// The same for connections that wait for another request.
  private var idleQueue: [(descriptor: CInt, since: ContinuousClock.Instant)] = []
  private var headless = 0
  /// Whether kept connections are counted separately.
  private let keepsIdle: Bool

  init(keepsIdle: Bool = false) { self.keepsIdle = keepsIdle }

  var count: Int { connections.count }

  /// The number of connections from a remote address; 0 for this machine.
  func count(from peer: EndAddress?) -> Int { addresses.count(peer) }

  func peer(of descriptor: CInt) -> EndAddress? { connections[descriptor]?.peer }

  /// Whether there is room for another connection from an address.
  func mayEnter(from peer: EndAddress?, _ limits: HTTPLimits) -> Bool {
    let isProxy = peer.map { limits.proxies.contains($0.network) } ?? false
    return connections.count < limits.connections && (isProxy || count(from: peer) < limits.perAddress)
  }

  /// Adds a new connection, whose first head is expected from now on.
  mutating func enter(_ descriptor: CInt, from peer: EndAddress?, at now: ContinuousClock.Instant) {
    connections[descriptor] = Connection(peer: peer)
    addresses.enter(peer)
    connections[descriptor]?.headless = now
    headless += 1
    queue.append((descriptor, now))
  }

  /// Notes that a connection has sent a complete head.
  mutating func headCame(_ descriptor: CInt) {
    guard let connection = connections[descriptor], connection.headless != nil else { return }
    connections[descriptor]?.headless = nil
    if connection.isIdle { connections[descriptor]?.isIdle = false } else { headless -= 1 }
  }

  mutating func expectHead(_ descriptor: CInt, at now: ContinuousClock.Instant) {
    guard let connection = connections[descriptor], connection.headless == nil else { return }
    connections[descriptor]?.headless = now
    guard !keepsIdle else {
      connections[descriptor]?.isIdle = true
      return idleQueue.append((descriptor, now))
    }
    headless += 1
    queue.append((descriptor, now))
  }

  mutating func leave(_ descriptor: CInt) {
    headCame(descriptor)
    guard let connection = connections.removeValue(forKey: descriptor) else { return }
    addresses.leave(connection.peer?.network)
  }

  /// Removes and returns the connections to shut down: the oldest above the limit, and all past the deadline.
  mutating func takeOverdue(
    most: Int, patience: Duration, idle: Duration? = nil, at now: ContinuousClock.Instant
  ) -> [CInt] {
    var overdue = take(from: \.queue, idle: false) { $0.headless > most || $1.duration(to: now) >= patience }
    if let idle { overdue += take(from: \.idleQueue, idle: true) { $1.duration(to: now) >= idle } }
    return overdue
  }

  private mutating func take(
    from path: WritableKeyPath<Self, [(descriptor: CInt, since: ContinuousClock.Instant)]>, idle: Bool,
    while isOver: (Self, ContinuousClock.Instant) -> Bool
  ) -> [CInt] {
    var overdue: [CInt] = []
    var passed = 0
    for (descriptor, since) in self[keyPath: path] {
      let connection = connections[descriptor]
      if connection?.headless == since, connection?.isIdle == idle {
        guard isOver(self, since) else { break }
        headCame(descriptor)
        connections[descriptor]?.isShut = true
        overdue.append(descriptor)
      }
      passed += 1
    }
    self[keyPath: path].removeFirst(passed)
    return overdue
  }
}
