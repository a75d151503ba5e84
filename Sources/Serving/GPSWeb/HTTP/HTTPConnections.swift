internal import GPSSockets

/// The connections of a daemon: how many, from where, and which have not sent a whole head yet; a plain value.
///
/// A limit on connections alone is a gift to whoever fills it. So connections without a head have a limit and a deadline of
/// their own: a byte now and then does not keep them.
struct HTTPConnections: Sendable {
  private struct Connection: Sendable {
    let peer: EndAddress?
    /// Since when it owes a head; nil while an answer is under way.
    var headless: ContinuousClock.Instant?
    /// Whether it was shut down, and only has to notice.
    var isShut = false
  }

  private var connections: [CInt: Connection] = [:]
  private var addresses: [EndAddress: Int] = [:]
  /// Those that became headless, in that order; some have sent a head since.
  private var queue: [(descriptor: CInt, since: ContinuousClock.Instant)] = []
  private var headless = 0

  /// How many there are.
  var count: Int { connections.count }

  /// How many there are from an address of another machine; 0 for one of this machine.
  func count(from peer: EndAddress?) -> Int {
    guard let peer, !peer.isOfThisMachine else { return 0 }
    return addresses[peer.withoutPort] ?? 0
  }

  /// The other end of a connection.
  func peer(of descriptor: CInt) -> EndAddress? { connections[descriptor]?.peer }

  /// A connection has come, and owes a head.
  mutating func enter(_ descriptor: CInt, from peer: EndAddress?, at now: ContinuousClock.Instant) {
    connections[descriptor] = Connection(peer: peer)
    if let peer, !peer.isOfThisMachine { addresses[peer.withoutPort, default: 0] += 1 }
    expectHead(descriptor, at: now)
  }

  /// A connection has sent a whole head.
  mutating func headCame(_ descriptor: CInt) {
    guard connections[descriptor]?.headless != nil else { return }
    connections[descriptor]?.headless = nil
    headless -= 1
  }

  /// The answer is out: the next head is owed.
  mutating func expectHead(_ descriptor: CInt, at now: ContinuousClock.Instant) {
    guard let connection = connections[descriptor], connection.headless == nil else { return }
    connections[descriptor]?.headless = now
    headless += 1
    queue.append((descriptor, now))
  }

  mutating func leave(_ descriptor: CInt) {
    headCame(descriptor)
    guard let connection = connections.removeValue(forKey: descriptor) else { return }
    guard let peer = connection.peer, let count = addresses[peer.withoutPort] else { return }
    addresses[peer.withoutPort] = count > 1 ? count - 1 : nil
  }

  /// Takes out those that have to be shut down: the oldest that are too many, and all whose time is over.
  mutating func takeOverdue(
    most: Int, patience: Duration, at now: ContinuousClock.Instant
  ) -> [CInt] {
    var overdue: [CInt] = []
    var passed = 0
    for (descriptor, since) in queue {
      let isOwed = connections[descriptor]?.headless == since
      if isOwed {
        guard headless > most || since.duration(to: now) >= patience else { break }
        headCame(descriptor)
        connections[descriptor]?.isShut = true
        overdue.append(descriptor)
      }
      passed += 1
    }
    queue.removeFirst(passed)
    return overdue
  }
}
