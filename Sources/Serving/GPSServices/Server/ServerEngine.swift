internal import EventRuntime
internal import GNSS
internal import GPSBridge
internal import GPSDProtocol
internal import Sockets
internal import SystemCalls

/// Listens, accepts, asks sessions, and tells all clients of an epoch; on the loop of the receiver.
///
/// Each call is one whole step, and nothing waits. In a turn the receiver comes first, since its reports are told within
/// its own step; then requests, of each client no more than its share; then newcomers.
actor ServerEngine {
  nonisolated let loop: EventLoop
  private nonisolated let receiver: Receiver
  private nonisolated let time: any TimeSource
  private let rules: ServiceRules
  private let limits: ServiceLimits

  private var listeners: [CInt: Watch] = [:]
  private var clients: [Int: ServiceClient] = [:]
  /// The clients in the order of their coming; whom an epoch is told first goes round.
  private var order: [Int] = []
  private var turn = 0
  private var lastNumber = 0
  private var state: DeviceState
  private(set) var counts = ServiceCounts()
  private var listening: ReceiverListening?
  private var silence: (any TimerHandle)?
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var isOver = false
  /// Bytes of whichever client speaks: none has a buffer of its own.
  private var buffer = [UInt8](repeating: 0, count: 8192)

  /// So many newcomers are taken in a turn.
  private static let mostNewcomers = 32
  private static let sendBuffer: CInt = 65_536

  init(_ receiver: Receiver, _ name: String?, _ rules: ServiceRules, _ limits: ServiceLimits) {
    self.receiver = receiver
    loop = receiver.loop
    time = receiver.time
    self.rules = rules
    self.limits = limits
    state = DeviceState(ServedDevice.ID(0), name: name, at: receiver.time.now)
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  private nonisolated func later(_ body: @escaping @Sendable (isolated ServerEngine) -> Void) {
    loop.async { [weak self] in self?.assumeIsolated(body) }
  }

  // MARK: - Life

  /// Begins to listen to the receiver.
  nonisolated func begin() {
    later { engine in
      engine.listening = engine.receiver.onReport { [weak engine] report in
        engine?.assumeIsolated { $0.take(report) }
      }
      engine.watchSilence()
    }
  }

  func listen(_ output: ServiceOutput) throws(ServiceFault) -> UInt16? {
    let sockets: [CInt]
    do throws(Errno) {
      sockets = try Kernel.listen(output.address)
      for socket in sockets {
        listeners[socket] = try loop.watch(socket, for: .readable, named: "gpsd's port") { [weak self] _ in
          self?.assumeIsolated { $0.accept(from: socket) }
        }
      }
    } catch {
      throw ServiceFault("\(output.address)", error.words)
    }
    if case .path = output.address { return nil }
    return sockets.first.flatMap { try? Kernel.port(of: $0) }
  }

  func waitForEnd() async {
    guard !isOver else { return }
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiting.append($0) }
    } onCancel: {
      later { $0.stop() }
    }
  }

  nonisolated func shutDown() {
    loop.async { [self] in assumeIsolated { $0.stop() } }
  }

  func stop() {
    guard !isOver else { return }
    isOver = true
    listening?.cancel()
    silence?.cancel()
    for (socket, watch) in listeners {
      loop.end(watch)
      try? Kernel.close(socket)
    }
    listeners = [:]
    for number in order { close(number) }
    for one in waiting { one.resume() }
    waiting = []
  }

  // MARK: - Clients

  private func accept(from listener: CInt) {
    for _ in 0..<Self.mostNewcomers {
      let socket: CInt
      do throws(Errno) {
        guard let found = try Kernel.accept(listener) else { return }
        socket = found
      } catch {
        // No descriptor is left, or no memory: whoever knocks waits in the kernel's queue.
        counts.refused += 1
        return
      }
      counts.accepted += 1
      guard clients.count < limits.clients else {
        counts.refused += 1
        try? Kernel.close(socket)
        continue
      }
      welcome(socket)
    }
  }

  private func welcome(_ socket: CInt) {
    Kernel.prepare(client: socket, sendBuffer: Self.sendBuffer)
    lastNumber += 1
    let number = lastNumber
    let watch: Watch
    do throws(Errno) {
      watch = try loop.watch(socket, for: .readable, named: "a client") { [weak self] readiness in
        self?.assumeIsolated { $0.isReady(number, readiness) }
      }
    } catch {
      try? Kernel.close(socket)
      return
    }
    let session = Session(rules)
    clients[number] = ServiceClient(
      number: number, descriptor: socket, watch: watch, session: session, lastTaken: time.now)
    order.append(number)
    counts.clients = clients.count
    send(session.greeting, .answer, to: number)
  }

  private func isReady(_ number: Int, _ readiness: Readiness) {
    if readiness.contains(.writable) { flush(number) }
    guard clients[number] != nil else { return }
    if readiness.contains(.readable) || readiness.contains(.hungUp) { read(number) }
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
      case .follow: break
      case .write(let bytes, _): receiver.write(bytes)
      case .close: return close(number)
      }
    }
    guard let client = clients[number] else { return }
    // The rest of what it asks waits until others had their turn.
    if !client.unread.isEmpty { later { $0.goOn(number) } }
    follow(number)
  }

  private func goOn(_ number: Int) {
    guard let client = clients[number], !client.unread.isEmpty else { return }
    guard !client.outbox.isFull else { return }
    hear(client.unread, from: number)
  }

  private func send(_ bytes: [UInt8], _ kind: Outbox.Kind, to number: Int) {
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

  private func close(_ number: Int) {
    guard let client = clients.removeValue(forKey: number) else { return }
    order.removeAll { $0 == number }
    counts.clients = clients.count
    loop.end(client.watch)
    try? Kernel.close(client.descriptor)
  }

  // MARK: - Reports

  private var view: ServiceView {
    ServiceView([state.device], best: state.device.id, at: utc)
  }

  private var utc: UTC {
    let seconds = time.utcSeconds
    let whole = seconds.rounded(.down)
    return UTC(secondsSince1970: Int64(whole), nanosecond: Int32((seconds - whole) * 1e9))
  }

  private func take(_ report: Report) {
    let news = state.take(report, speaksUBX: receiver.dialect == .ubx, at: time.now, utc: utc)
    for one in news { tell(one) }
  }

  private func tell(_ news: DeviceState.News) {
    let lines: [UInt8]
    var kind = Outbox.Kind.report
    switch news {
    case .epoch(let report):
      counts.epochs += 1
      lines = report.lines
    case .changed: (lines, kind) = (DeviceNotice.changed(state.device), .answer)
    case .lost: (lines, kind) = (DeviceNotice.lost(state.device), .answer)
    }
    // Nobody is always the last.
    turn = order.isEmpty ? 0 : (turn + 1) % order.count
    for number in order[turn...] + order[..<turn] {
      guard let client = clients[number], client.session.policy.isEnabled, client.session.policy.json else {
        continue
      }
      send(lines, kind, to: number)
      letGoIfStuck(number)
    }
  }

  /// Lets a client go that has taken nothing for long.
  private func letGoIfStuck(_ number: Int) {
    guard let client = clients[number], !client.outbox.isEmpty,
      client.lastTaken.duration(to: time.now) >= limits.unread
    else { return }
    counts.slowClosed += 1
    close(number)
  }

  private func watchSilence() {
    silence = time.after(time.now.duration(to: state.silenceDue), on: loop) { [weak self] in
      self?.assumeIsolated { $0.lookForSilence() }
    }
  }

  private func lookForSilence() {
    guard !isOver else { return }
    if let news = state.timePassed(to: time.now) { tell(news) }
    watchSilence()
  }
}
