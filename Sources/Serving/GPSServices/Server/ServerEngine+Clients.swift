internal import GPSEventRuntime
internal import GPSBridge
internal import GPSDProtocol
internal import GPSSockets
internal import GPSSystemCalls

// Clients: accepting them, reading their requests, and sending with backpressure.

extension ServerEngine {
  /// The maximum number of connections accepted per turn.
  private static let mostNewcomers = 32
  private static let longestQueue = 1024
  private static let sendBuffer: CInt = 65_536

  // MARK: - Connecting

  /// Accepts up to a turn's share of connections; returns whether more may be queued.
  func accept(from listener: CInt, sparing spare: Int = Kernel.sparedDescriptors) -> Bool {
    defer { tellCounts() }
    for _ in 0..<Self.mostNewcomers {
      let socket: CInt
      do throws(Errno) {
        guard let found = try Kernel.accept(listener, sparing: spare) else { return false }
        socket = found
      } catch {
        makeRoom()
        return false
      }
      counts.accepted += 1
      let address = Kernel.peerAddress(of: socket)
      if let reason = refusal(of: address) { refuse(socket, reason) } else { welcome(socket, from: address) }
    }
    return true
  }

  /// Accepts the connections still queued on a listening socket before closing it; closing would reset them.
  func acceptRest(from listener: CInt) {
    // The loop is bounded, so a client that reconnects in a loop can't stall us.
    for _ in 0..<Self.longestQueue / Self.mostNewcomers {
      guard accept(from: listener, sparing: 0) else { return }
    }
  }

  /// Pauses accepting when descriptors or memory run out; new clients wait in the kernel's queue.
  func makeRoom() {
    counts.shortages += 1
    pause(true)
    counts.waiting = listeners.keys.reduce(0) { $0 + (Kernel.waiting(at: $1) ?? 1) }
    // Closing a client frees a descriptor, and accepting resumes.
    letSilentGo()
  }

  /// Pauses or resumes accepting.
  func pause(_ isFull: Bool) {
    guard self.isFull != isFull else { return }
    self.isFull = isFull
    counts.waiting = 0
    for listener in listeners.values {
      do throws(Errno) {
        try loop.change(listener.watch, to: isFull ? [] : .readable)
      } catch {
        return stop(ServiceFault(error, listener.output.text))
      }
    }
  }

  private func welcome(_ socket: CInt, from address: EndAddress?) {
    lastNumber += 1
    let (number, session) = (lastNumber, Session(rules))
    guard enter(socket, number, session, from: address) else {
      counts.refused += 1
      return close(descriptor: socket)
    }
    send(session.greeting, .answer, to: number)
  }

  /// Registers a client, new or restored after a restart; returns false if its socket can't be watched.
  func enter(_ socket: CInt, _ number: Int, _ session: Session, from address: EndAddress?) -> Bool {
    Kernel.prepare(client: socket, sendBuffer: Self.sendBuffer)
    let watch: Watch
    do throws(Errno) {
      watch = try loop.watch(socket, for: .readable, named: "a client") { [weak self] readiness in
        self?.assumeIsolated { $0.isReady(number, readiness) }
      }
    } catch {
      return false
    }
    clients[number] = ServiceClient(
      descriptor: socket, watch: watch, session: session, lastTaken: time.now,
      address: addresses.enter(address))
    order.append(number)
    counts.clients = clients.count
    return true
  }

  // MARK: - Requests

  private func isReady(_ number: Int, _ readiness: Readiness) {
    // Both directions are closed, so an answer can't arrive.
    guard !readiness.contains(.hungUp) else { return close(number) }
    if readiness.contains(.writable) { flush(number) }
    if readiness.contains(.readable) { read(number) }
  }

  private func read(_ number: Int) {
    guard let client = clients[number], client.unread.isEmpty, !client.hasEnded else { return }
    let count: Int
    do throws(Errno) {
      count = try Kernel.read(client.descriptor, into: &buffer)
    } catch {
      if error != .wouldBlock { close(number) }
      return
    }
    guard count > 0 else { return hasEnded(number) }
    clients[number]?.lastTaken = time.now
    clients[number]?.hasSpoken = true
    hear(buffer[..<count], from: number)
  }

  /// Handles a client that closed its side; pending answers are still sent.
  private func hasEnded(_ number: Int) {
    clients[number]?.hasEnded = true
    guard let client = clients[number] else { return }
    if client.outbox.isEmpty, !client.session.policy.isEnabled { return close(number) }
    follow(number)
  }

  private func hear(_ bytes: ArraySlice<UInt8>, from number: Int) {
    guard var session = clients[number]?.session else { return }
    var actions: [Session.Action] = []
    let taken = session.take(bytes, view) { actions.append($0) }
    clients[number]?.session = session
    clients[number]?.unread = taken < bytes.count ? ArraySlice(Array(bytes.dropFirst(taken))) : []
    for action in actions {
      switch action {
      case .send(let lines): send(lines, .answer, to: number)
      case .follow(let policy):
        note(policy, of: number)
        keep(number, as: policy)
      case .write(let bytes, let device): write(bytes, to: device, for: number)
      case .close: return close(number)
      }
    }
    guard let client = clients[number] else { return }
    // The rest of the client's requests waits until other clients had their turn.
    if !client.unread.isEmpty { later { $0.goOn(number) } }
    follow(number)
  }

  func note(_ policy: WatchPolicy, of number: Int) {
    guard let old = clients[number]?.wish else { return }
    clients[number]?.wish = policy
    wishes.change(from: old, to: policy)
    followWishes()
  }

  private func goOn(_ number: Int) {
    guard let client = clients[number], !client.unread.isEmpty, !client.outbox.isFull else { return }
    hear(client.unread, from: number)
  }

  /// Writes a client's bytes to the receiver and sends the client the result.
  private func write(_ bytes: [UInt8], to device: ServedDevice.ID, for number: Int) {
    Task { [weak self, receiver = receivers[device.number]] in
      var failure: String?
      do throws(LocationError) {
        try await receiver.send(bytes: bytes)
      } catch {
        failure = error.message
      }
      await self?.answer(toWriteOf: device, for: number, failure)
    }
  }

  private func answer(toWriteOf device: ServedDevice.ID, for number: Int, _ failure: String?) {
    guard let session = clients[number]?.session else { return }
    send(session.answer(toWriteOf: devices[device.number].device, failure: failure), .answer, to: number)
  }

  // MARK: - Output

  /// Sends directly to a client without a backlog; returns false if ``send(_:_:to:)`` is needed.
  ///
  /// This runs for each of a thousand clients and costs little more than the system call. Errors are left to
  /// ``send(_:_:to:)``, which meets them again.
  func sendAtOnce(_ bytes: [UInt8], _ kind: Outbox.Kind, to number: Int) -> Bool {
    guard ending == nil, let descriptor = clients[number]?.readyDescriptor,
      let taken = try? Kernel.send(descriptor, bytes[...]), taken > 0
    else { return false }
    clients[number]?.lastTaken = time.now
    guard taken < bytes.count else { return true }
    clients[number]?.outbox.begin(bytes, kind, taken: taken)
    flush(number)
    return true
  }

  func send(_ bytes: [UInt8], _ kind: Outbox.Kind, to number: Int) {
    guard let dropped = clients[number]?.outbox.dropped else { return }
    clients[number]?.outbox.add(bytes, kind)
    counts.dropped += (clients[number]?.outbox.dropped ?? dropped) - dropped
    flush(number)
  }

  private func flush(_ number: Int) {
    guard let client = clients[number] else { return }
    let wasFull = client.outbox.isFull
    do throws(Errno) {
      let descriptor = client.descriptor
      let hasSent = try clients[number]?.outbox.flush { (bytes: ArraySlice<UInt8>) throws(Errno) in
        try Kernel.send(descriptor, bytes)
      }
      if hasSent == true { clients[number]?.lastTaken = time.now }
    } catch {
      return close(number)
    }
    follow(number)
    keepIfWhole(number)
    endIfDrained()
    guard let client = clients[number] else { return }
    if client.hasEnded, client.outbox.isEmpty, !client.session.policy.isEnabled { return close(number) }
    if wasFull, !client.outbox.isFull { goOn(number) }
  }

  /// Updates the readiness that the loop watches a client for.
  private func follow(_ number: Int) {
    guard let client = clients[number], client.wanted != client.readiness else { return }
    clients[number]?.readiness = client.wanted
    do throws(Errno) {
      try loop.change(client.watch, to: client.wanted)
    } catch {
      close(number)
    }
  }

  // MARK: - Disconnecting

  /// Disconnects a client that has not read its data for too long.
  func letGoIfStuck(_ number: Int) {
    guard let client = clients[number], !client.outbox.isEmpty,
      client.lastTaken.duration(to: time.now) >= limits.unread
    else { return }
    counts.slowClosed += 1
    farewell(
      number,
      "the client read nothing for \(limits.unread.components.seconds) s, \(client.outbox.dropped) epochs dropped"
    )
  }

  func close(_ number: Int) {
    guard let client = clients.removeValue(forKey: number) else { return }
    if let place = order.firstIndex(of: number) { order.remove(at: place) }
    counts.clients = clients.count
    loop.end(client.watch)
    addresses.leave(client.address)
    forget(number, client)
    close(descriptor: client.descriptor)
    pause(false)
    wishes.change(from: client.wish, to: WatchPolicy())
    followWishes()
    tellCounts()
  }
}
