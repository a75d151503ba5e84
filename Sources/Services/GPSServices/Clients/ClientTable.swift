internal import GPSEventRuntime
internal import GPSBase
internal import GPSSockets
internal import GPSSystemCalls

/// The state that an output keeps for a client in addition to the connection.
protocol ClientState: Sendable {
  /// Whether to read from the client while this much waits for it.
  func takesInput(beside outbox: Outbox) -> Bool
}

/// The clients of an output, their queues and their order, as a plain value.
///
/// A method makes the system calls for one client and returns the outcome; the owner does the rest.
struct ClientTable<State: ClientState>: Sendable {
  /// A client's connection and its queue.
  struct Client: Sendable {
    let descriptor: CInt
    let watch: Watch
    var state: State
    fileprivate(set) var outbox = Outbox()
    /// The readiness that the loop watches for.
    fileprivate var readiness = Readiness.readable
    /// When the client last accepted bytes, or when its owner last noted that it sent some.
    @StoredInstant var lastTaken: ContinuousClock.Instant
    /// Whether the client closed its side; it may still receive.
    fileprivate(set) var hasEnded = false

    /// The descriptor if the client has no backlog, so that bytes can be sent directly.
    fileprivate var readyDescriptor: CInt? { outbox.isEmpty && !hasEnded ? descriptor : nil }

    fileprivate var wanted: Readiness {
      var wanted: Readiness = []
      if !hasEnded, state.takesInput(beside: outbox) { wanted.insert(.readable) }
      if !outbox.isEmpty { wanted.insert(.writable) }
      return wanted
    }
  }

  /// The outcome of reading from a client.
  enum Input: Sendable {
    /// This many bytes were read.
    case bytes(Int)
    case nothing
    /// The client closed its side.
    case ended
    case failed
  }

  private static var sendBuffer: CInt { 65_536 }

  private var clients: [Int: Client] = [:]
  /// Clients in order of arrival; the one served first rotates with each report.
  private(set) var order: [Int] = []
  private var turn = 0
  var lastNumber = 0
  /// The number of reports that slow clients missed.
  private(set) var dropped = 0

  var count: Int { clients.count }

  /// Whether no client has pending data.
  var isDrained: Bool { clients.values.allSatisfy(\.outbox.isEmpty) }

  subscript(number: Int) -> Client? { clients[number] }

  /// Changes what is known about a client, unless it has gone.
  mutating func update(_ number: Int, _ change: (inout Client) -> Void) {
    if let place = clients.index(forKey: number) { change(&clients.values[place]) }
  }

  /// Registers a client.
  ///
  /// - Parameters:
  ///   - socket: The connection.
  ///   - old: The number of a client from before a restart; nil for a new one.
  ///   - state: The state of the client.
  ///   - now: The current time.
  ///   - watch: Watches the socket for the client of a number.
  /// - Returns: The number of the client; nil if its socket can't be watched.
  mutating func enter(
    _ socket: CInt, as old: Int? = nil, _ state: State, at now: ContinuousClock.Instant,
    _ watch: (Int) throws(Errno) -> Watch
  ) -> Int? {
    Kernel.prepare(client: socket, sendBuffer: Self.sendBuffer)
    let number = old ?? lastNumber + 1
    lastNumber = max(lastNumber, number)
    guard let watch = try? watch(number) else { return nil }
    clients[number] = Client(descriptor: socket, watch: watch, state: state, lastTaken: now)
    order.append(number)
    return number
  }

  /// Removes a client; the owner ends its watch and closes its descriptor.
  mutating func remove(_ number: Int) -> Client? {
    guard let client = clients.removeValue(forKey: number) else { return nil }
    if let place = order.firstIndex(of: number) { order.remove(at: place) }
    return client
  }

  /// The clients in the order for the next report, which starts with a different client each time.
  mutating func nextTurn() -> [Int] {
    turn = order.isEmpty ? 0 : (turn + 1) % order.count
    return turn == 0 ? order : Array(order[turn...]) + order[..<turn]
  }

  // MARK: - Input and output

  mutating func read(_ number: Int, into buffer: inout [UInt8]) -> Input {
    guard let client = clients[number], !client.hasEnded, client.state.takesInput(beside: client.outbox)
    else { return .nothing }
    do throws(Errno) {
      let count = try Kernel.read(client.descriptor, into: &buffer)
      if count > 0 { return .bytes(count) }
      clients[number]?.hasEnded = true
      return .ended
    } catch { return error == .wouldBlock ? .nothing : .failed }
  }

  /// Sends to a client, directly if it has no backlog; returns false if its queue must be flushed.
  ///
  /// This runs for each of a thousand clients and costs little more than the system call. ``flush(_:at:on:)``
  /// handles errors, since they recur there.
  mutating func sendAtOnce(
    _ bytes: [UInt8], _ kind: Outbox.Kind, to number: Int, at now: ContinuousClock.Instant
  ) -> Bool {
    guard let place = clients.index(forKey: number), let descriptor = clients.values[place].readyDescriptor,
      let taken = try? Kernel.send(descriptor, bytes[...]), taken > 0
    else {
      add(bytes, kind, for: number)
      return false
    }
    clients.values[place].lastTaken = now
    guard taken < bytes.count else { return true }
    clients.values[place].outbox.begin(bytes, kind, taken: taken)
    return false
  }

  /// Queues bytes for a client; drops its oldest reports if it has too many.
  mutating func add(_ bytes: [UInt8], _ kind: Outbox.Kind, for number: Int) {
    guard let before = clients[number]?.outbox.dropped else { return }
    clients[number]?.outbox.add(bytes, kind)
    dropped += (clients[number]?.outbox.dropped ?? before) - before
  }

  /// Sends what is queued for a client; returns false if its connection has failed.
  mutating func flush(_ number: Int, at now: ContinuousClock.Instant, on loop: EventLoop) -> Bool {
    guard let descriptor = clients[number]?.descriptor else { return true }
    do throws(Errno) {
      let hasSent = try clients[number]?.outbox.flush { (bytes: ArraySlice<UInt8>) throws(Errno) in
        try Kernel.send(descriptor, bytes)
      }
      if hasSent == true { clients[number]?.lastTaken = now }
    } catch { return false }
    return follow(number, on: loop)
  }

  /// Updates the readiness that the loop watches a client for; returns false if that fails.
  mutating func follow(_ number: Int, on loop: EventLoop) -> Bool {
    guard let client = clients[number], client.wanted != client.readiness else { return true }
    clients[number]?.readiness = client.wanted
    return (try? loop.change(client.watch, to: client.wanted)) != nil
  }

  /// Whether a client has not read its data for too long.
  func isStuck(_ number: Int, at now: ContinuousClock.Instant, _ limits: ServiceLimits) -> Bool {
    guard let client = clients[number], !client.outbox.isEmpty else { return false }
    return client.lastTaken.duration(to: now) >= limits.unread
  }
}
