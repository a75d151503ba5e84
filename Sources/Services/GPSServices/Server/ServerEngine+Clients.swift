internal import GPSEventRuntime
internal import GPSBridge
internal import GPSDProtocol
internal import GPSSockets
internal import GPSSystemCalls

// Clients: accepting or rejecting them, reading their requests, sending with backpressure, and disconnecting idle ones.

extension ServerEngine {
  // MARK: - Connecting

  func accepted(_ socket: CInt) {
    counts.accepted += 1
    let address = Kernel.peerAddress(of: socket)
    if let reason = refusal(of: address) { refuse(socket, reason) } else { welcome(socket, from: address) }
  }

  private func welcome(_ socket: CInt, from address: EndAddress?) {
    let session = GPSDSession(rules)
    guard let number = enter(socket, session, from: address) else {
      counts.refused += 1
      return close(descriptor: socket)
    }
    send(session.greeting, to: number)
  }

  /// Registers a client, new or restored after a restart; returns nil if its socket can't be watched.
  func enter(
    _ socket: CInt, as number: Int? = nil, _ session: GPSDSession, from address: EndAddress?
  ) -> Int? {
    let client = ServiceClient(session, address: addresses.enter(address))
    let entered = clients.enter(socket, as: number, client, at: time.now) { number throws(Errno) in
      try loop.watch(socket, for: .readable, named: "a client", handler { $0.isReady(number, $1) })
    }
    if entered == nil { addresses.leave(client.address) }
    return entered
  }

  // MARK: - Requests

  private func isReady(_ number: Int, _ readiness: Readiness) {
    // Both directions are closed, so an answer can't arrive.
    guard !readiness.contains(.hungUp) else { return close(number) }
    if readiness.contains(.writable) { flush(number) }
    if readiness.contains(.readable) { read(number) }
  }

  private func read(_ number: Int) {
    switch clients.read(number, into: &buffer) {
    case .bytes(let count):
      clients.update(number) { [now = time.now] client in
        client.lastTaken = now
        client.state.hasSpoken = true
      }
      hear(buffer[..<count], from: number)
    case .nothing: break
    case .ended:
      // Pending answers are still sent.
      if !closeIfDone(number) { follow(number) }
    case .failed: close(number)
    }
  }

  /// Disconnects a client that closed its side, once it has received its answers and watches nothing.
  private func closeIfDone(_ number: Int) -> Bool {
    guard let client = clients[number], client.hasEnded, client.outbox.isEmpty,
      !client.state.session.policy.isEnabled
    else { return false }
    close(number)
    return true
  }

  private func hear(_ bytes: ArraySlice<UInt8>, from number: Int) {
    guard var session = clients[number]?.state.session else { return }
    var actions: [GPSDSession.Action] = []
    let taken = session.take(bytes, view) { actions.append($0) }
    clients.update(number) { client in
      client.state.session = session
      client.state.unread = taken < bytes.count ? ArraySlice(Array(bytes.dropFirst(taken))) : []
    }
    for action in actions {
      switch action {
      case .send(let lines): send(lines, to: number)
      case .follow(let policy):
        note(policy, of: number)
        keep(number, as: policy)
      case .write(let bytes, let device): write(bytes, to: device, for: number)
      case .close: return close(number)
      }
    }
    guard let client = clients[number] else { return }
    // The rest of the client's requests waits until other clients had their turn.
    if !client.state.unread.isEmpty { later { $0.goOn(number) } }
    follow(number)
  }

  func note(_ policy: WatchPolicy, of number: Int) {
    guard let old = clients[number]?.state.policy else { return }
    clients.update(number) { $0.state.policy = policy }
    demand.change(from: old, to: policy)
    followDemand()
  }

  private func goOn(_ number: Int) {
    guard let client = clients[number], !client.state.unread.isEmpty, !client.outbox.isFull else { return }
    hear(client.state.unread, from: number)
  }

  /// Writes a client's bytes to the receiver and sends the client the result.
  private func write(_ bytes: [UInt8], to device: ServedDevice.ID, for number: Int) {
    Task(executorPreference: loop.tasks) { [weak self, receiver = receivers[device.number]] in
      var failure: String?
      do throws(LocationError) { try await receiver.send(bytes: bytes) } catch { failure = error.message }
      await self?.answer(toWriteOf: device, for: number, failure)
    }
  }

  private func answer(toWriteOf device: ServedDevice.ID, for number: Int, _ failure: String?) {
    guard let session = clients[number]?.state.session else { return }
    send(session.answer(toWriteOf: devices[device.number].device, failure: failure), to: number)
  }

  // MARK: - Output

  /// Sends a client an answer.
  func send(_ bytes: [UInt8], to number: Int) {
    clients.add(bytes, .answer, for: number)
    flush(number)
  }

  func flush(_ number: Int) {
    guard let wasFull = clients[number]?.outbox.isFull else { return }
    guard clients.flush(number, at: time.now, on: loop) else { return close(number) }
    keepIfWhole(number)
    endIfDrained()
    if closeIfDone(number) { return }
    if wasFull, clients[number]?.outbox.isFull == false { goOn(number) }
  }

  /// Updates the readiness that the loop watches a client for.
  private func follow(_ number: Int) { if !clients.follow(number, on: loop) { close(number) } }

  // MARK: - Disconnecting

  /// Disconnects a client that has not read its data for too long.
  func letGoIfStuck(_ number: Int) {
    guard clients.isStuck(number, at: time.now, limits), let client = clients[number] else { return }
    counts.slowClosed += 1
    farewell(
      number,
      "the client read nothing for \(limits.unread.components.seconds) s, \(client.outbox.dropped) epochs dropped"
    )
  }

  func close(_ number: Int) {
    guard let client = clients.remove(number) else { return }
    loop.end(client.watch)
    addresses.leave(client.state.address)
    forget(number, client)
    close(descriptor: client.descriptor)
    acceptor.resume()
    demand.change(from: client.state.policy, to: WatchPolicy())
    followDemand()
    tellCounts()
  }
}

extension ServerEngine {
  /// The interval between searches for idle clients.
  private static let idleRound = Duration.seconds(30)

  // MARK: - Admission

  /// Why a new client is rejected, as text for the client; nil if it is accepted.
  func refusal(of address: EndAddress?) -> String? {
    if clients.count >= limits.clients {
      counts.refused += 1
      return "there are \(limits.clients) clients already"
    }
    guard addresses.count(address) >= limits.clientsOfAddress else { return nil }
    counts.refused += 1
    counts.refusedByAddress += 1
    return "there are \(limits.clientsOfAddress) clients from this address already"
  }

  /// Rejects a connection with a notice, which fits the empty send buffer.
  func refuse(_ socket: CInt, _ reason: String) {
    _ = try? Kernel.send(socket, ServiceLine.error("refused: \(reason)")[...])
    close(descriptor: socket)
  }

  // MARK: - Idle clients

  func watchIdleness() { idleness = time.after(Self.idleRound, on: loop, handler { $0.letIdleGo() }) }

  private func letIdleGo() {
    guard isServing else { return }
    disconnect(idleFor: limits.idle, "the client requested nothing for \(limits.idle.components.seconds) s") {
      !$0.session.policy.isEnabled
    }
    watchIdleness()
  }

  /// Disconnects clients that connected a while ago and sent nothing, to free descriptors for others.
  func letSilentGo() {
    disconnect(idleFor: limits.silent, "the client requested nothing, and other clients wait") {
      !$0.hasSpoken
    }
  }

  private func disconnect(idleFor limit: Duration, _ reason: String, if isIdle: (ServiceClient) -> Bool) {
    guard isServing else { return }
    for number in clients.order {
      guard let client = clients[number], isIdle(client.state), client.outbox.isEmpty,
        client.lastTaken.duration(to: time.now) >= limit
      else { continue }
      counts.idleClosed += 1
      farewell(number, reason)
    }
  }

  // MARK: - Disconnecting

  /// A larger send buffer for the notice to a client that does not read.
  private static let roomForLastWords: CInt = 131_072

  /// Disconnects a client, with a notice of the reason if it can be sent.
  ///
  /// The client's send buffer may be full. We then enlarge it to fit the rest of a half-sent line and the
  /// notice, which the client receives when it reads on.
  func farewell(_ number: Int, _ reason: String) {
    if let client = clients[number] {
      if !client.outbox.isEmpty {
        Kernel.prepare(client: client.descriptor, sendBuffer: Self.roomForLastWords)
      }
      let bytes = Array(client.outbox.restOfBegun) + ServiceLine.error("closed: \(reason)")
      _ = try? Kernel.send(client.descriptor, bytes[...])
    }
    close(number)
  }
}
