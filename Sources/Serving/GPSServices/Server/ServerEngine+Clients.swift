internal import GPSEventRuntime
internal import GPSBridge
internal import GPSDProtocol
internal import GPSSockets
internal import GPSSystemCalls

// The clients: who comes, what they say, and what they have not taken yet.

extension ServerEngine {
  /// So many newcomers are taken in a turn.
  private static let mostNewcomers = 32
  private static let longestQueue = 1024
  private static let sendBuffer: CInt = 65_536

  // MARK: - Coming

  /// Lets newcomers in, as many as a turn has room for; whether more may wait.
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

  /// Lets all in who wait at a socket that is about to be closed, which would cut them off.
  func acceptRest(from listener: CInt) {
    // The kernel keeps no more waiting; somebody who knocks again and again does not hold this up.
    for _ in 0..<Self.longestQueue / Self.mostNewcomers {
      guard accept(from: listener, sparing: 0) else { return }
    }
  }

  /// No descriptor is left, or no memory: whoever knocks waits in the kernel's queue, and we don't ask again and again.
  func makeRoom() {
    counts.shortages += 1
    pause(true)
    counts.waiting = listeners.keys.reduce(0) { $0 + (Kernel.waiting(at: $1) ?? 1) }
    // Who goes makes room, and newcomers are heard again.
    letSilentGo()
  }

  /// Stops hearing newcomers, or hears them again.
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

  /// Begins to hear a client, who may be new or from before a restart; whether it can be heard.
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

  // MARK: - Asking

  private func isReady(_ number: Int, _ readiness: Readiness) {
    // Both ways are closed: nobody is there whom an answer could reach.
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

  /// It will say no more; what it has asked for is still sent.
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
    // The rest of what it asks waits until others had their turn.
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

  /// Writes what a client has for the receiver, and tells it when that is out.
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

  // MARK: - Sending

  /// Sends to a client for whom nothing waits, as nearly always; false where there is more to do than that.
  ///
  /// Of a thousand clients each costs what is done here, and little more than the call of the kernel. An error is not
  /// answered here: ``send(_:_:to:)`` meets it again.
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

  /// Watches a client for what it is to be watched for now.
  private func follow(_ number: Int) {
    guard let client = clients[number], client.wanted != client.readiness else { return }
    clients[number]?.readiness = client.wanted
    do throws(Errno) {
      try loop.change(client.watch, to: client.wanted)
    } catch {
      close(number)
    }
  }

  // MARK: - Going

  /// Lets a client go that has taken nothing for long.
  func letGoIfStuck(_ number: Int) {
    guard let client = clients[number], !client.outbox.isEmpty,
      client.lastTaken.duration(to: time.now) >= limits.unread
    else { return }
    counts.slowClosed += 1
    farewell(
      number,
      "nothing was read for \(limits.unread.components.seconds) s, \(client.outbox.dropped) epochs dropped")
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
