internal import GPSEventRuntime
internal import GPSBridge
internal import GPSFormats
internal import GPSSystemCalls
internal import GPSSockets

/// Sends sentences to all clients of a TCP or Unix socket, on the server's event loop.
///
/// Bytes from clients are discarded. A slow client misses whole epochs, and is disconnected if it reads
/// nothing for too long.
actor SentenceClients {
  private struct Client: Sendable {
    let descriptor: CInt
    let watch: Watch
    var outbox = Outbox()
    var readiness = Readiness.readable
    var lastTaken: ContinuousClock.Instant
    /// Whether the client closed its side; it may still receive.
    var hasEnded = false

    var wanted: Readiness {
      var wanted: Readiness = hasEnded ? [] : .readable
      if !outbox.isEmpty { wanted.insert(.writable) }
      return wanted
    }
  }

  private static let mostNewcomers = 32
  private static let sendBuffer: CInt = 65_536

  nonisolated let status: Guarded<OutputStatus>
  private nonisolated let loop: EventLoop
  private nonisolated let time: any TimeSource
  private let limits: ServiceLimits
  /// The address to release with the sockets; nil for sockets passed by a service manager.
  private let address: ServiceAddress?
  private var sockets: [CInt]
  private var watches: [Watch] = []
  private var clients: [Int: Client] = [:]
  /// Clients in order of arrival; the one served first rotates with each epoch.
  private var order: [Int] = []
  private var turn = 0
  private var lastNumber = 0
  private var isFull = false
  /// Called once no client has pending data, after a shutdown began.
  private var drained: (@Sendable () -> Void)?
  private var buffer = [UInt8](repeating: 0, count: 4096)

  init(
    _ sockets: [CInt], at address: ServiceAddress?, named name: String, _ limits: ServiceLimits,
    _ loop: EventLoop, _ time: any TimeSource
  ) {
    (self.sockets, self.address, self.limits, self.loop, self.time) = (sockets, address, limits, loop, time)
    status = Guarded(OutputStatus(name))
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  /// Starts accepting clients; returns the kernel's error on failure.
  func begin() -> Errno? {
    do throws(Errno) {
      for socket in sockets {
        watches.append(
          try loop.watch(socket, for: .readable, named: "a port for sentences") { [weak self] _ in
            self?.assumeIsolated { $0.accept(from: socket) }
          })
      }
      return nil
    } catch {
      stop()
      return error
    }
  }

  func stop() {
    drained = nil
    stopListening()
    for number in order { close(number) }
  }

  /// Stops accepting; clients can still receive their pending data.
  func end(_ body: @escaping @Sendable () -> Void) {
    drained = body
    stopListening()
  }

  /// Whether no client has pending data.
  var isDrained: Bool { clients.values.allSatisfy(\.outbox.isEmpty) }

  private func stopListening() {
    for watch in watches { loop.end(watch) }
    for socket in sockets { try? Kernel.close(socket) }
    if let address, !sockets.isEmpty { Kernel.forget(address) }
    (watches, sockets) = ([], [])
  }

  private func tellIfDrained() { if let drained, isDrained { drained() } }

  func tell(_ batch: SentenceBatch) {
    // Another part of the process may have freed descriptors.
    pause(false)
    guard !batch.isEmpty else { return }
    status.withLock { $0.epochs += 1 }
    turn = order.isEmpty ? 0 : (turn + 1) % order.count
    for number in order[turn...] + order[..<turn] {
      guard let dropped = clients[number]?.outbox.dropped else { continue }
      clients[number]?.outbox.add(batch.bytes, .report)
      let missed = (clients[number]?.outbox.dropped ?? dropped) - dropped
      if missed > 0 { status.withLock { $0.dropped += missed } }
      flush(number)
      letGoIfStuck(number)
    }
  }

  // MARK: - Connections

  private func accept(from listener: CInt) {
    for _ in 0..<Self.mostNewcomers {
      let socket: CInt
      do throws(Errno) {
        guard let found = try Kernel.accept(listener, sparing: Kernel.sparedDescriptors) else { return }
        socket = found
      } catch {
        // Descriptors or memory ran out: new clients wait in the kernel's queue.
        status.withLock { $0.shortages += 1 }
        return pause(true)
      }
      status.withLock { $0.accepted += 1 }
      if clients.count >= limits.clients || !welcome(socket) {
        status.withLock { $0.refused += 1 }
        try? Kernel.close(socket)
      }
    }
  }

  private func welcome(_ socket: CInt) -> Bool {
    Kernel.prepare(client: socket, sendBuffer: Self.sendBuffer)
    lastNumber += 1
    let number = lastNumber
    do throws(Errno) {
      let watch = try loop.watch(socket, for: .readable, named: "a client for sentences") {
        [weak self] readiness in
        self?.assumeIsolated { $0.isReady(number, readiness) }
      }
      clients[number] = Client(descriptor: socket, watch: watch, lastTaken: time.now)
      order.append(number)
      countClients()
      return true
    } catch {
      return false
    }
  }

  private func pause(_ isFull: Bool) {
    guard self.isFull != isFull else { return }
    self.isFull = isFull
    // The descriptor is already registered, so the kernel does not refuse.
    for watch in watches { try? loop.change(watch, to: isFull ? [] : .readable) }
  }

  private func letGoIfStuck(_ number: Int) {
    guard let client = clients[number], !client.outbox.isEmpty,
      client.lastTaken.duration(to: time.now) >= limits.unread
    else { return }
    status.withLock { $0.slowClosed += 1 }
    close(number)
  }

  private func close(_ number: Int) {
    guard let client = clients.removeValue(forKey: number) else { return }
    if let place = order.firstIndex(of: number) { order.remove(at: place) }
    loop.end(client.watch)
    try? Kernel.close(client.descriptor)
    countClients()
    pause(false)
    tellIfDrained()
  }

  private func countClients() { status.withLock { [count = clients.count] in $0.clients = count } }

  // MARK: - Input and output

  private func isReady(_ number: Int, _ readiness: Readiness) {
    guard !readiness.contains(.hungUp) else { return close(number) }
    if readiness.contains(.writable) { flush(number) }
    if readiness.contains(.readable) { throwAway(number) }
  }

  private func throwAway(_ number: Int) {
    guard let client = clients[number], !client.hasEnded else { return }
    do throws(Errno) {
      let count = try Kernel.read(client.descriptor, into: &buffer)
      status.withLock { $0.ignored += count }
      guard count == 0 else { return }
    } catch {
      if error != .wouldBlock { close(number) }
      return
    }
    clients[number]?.hasEnded = true
    follow(number)
  }

  private func flush(_ number: Int) {
    guard let descriptor = clients[number]?.descriptor else { return }
    do throws(Errno) {
      let hasSent = try clients[number]?.outbox.flush { (bytes: ArraySlice<UInt8>) throws(Errno) in
        try Kernel.send(descriptor, bytes)
      }
      if hasSent == true { clients[number]?.lastTaken = time.now }
    } catch {
      return close(number)
    }
    follow(number)
    tellIfDrained()
  }

  private func follow(_ number: Int) {
    guard let client = clients[number], client.wanted != client.readiness else { return }
    clients[number]?.readiness = client.wanted
    do throws(Errno) {
      try loop.change(client.watch, to: client.wanted)
    } catch {
      close(number)
    }
  }
}
