internal import GPSEventRuntime
internal import Glibc
internal import GPSSockets
internal import GPSSystemCalls

/// HTTP by libmicrohttpd on an event loop: one descriptor, no thread, no port of its own.
///
/// Whoever accepts a connection hands it over, and from then on it is the library's. All calls are made on the loop, and so
/// are all that the library makes: they come within ``run()``.
actor HTTPDaemon {
  /// The limits of connections.
  struct Limits: Sendable, Hashable {
    var connections = 512
    /// Connections that owe a head; the oldest of more than these is let go.
    var headless = 128
    /// How long a connection may take for a head, and how long it may take nothing.
    var patience = Duration.seconds(10)
    /// Connections from one address of another machine.
    var perAddress = 32
  }

  /// Bytes for a request and its answer's head; half of them and more are touched by each connection.
  ///
  /// A request that only just fits leaves no room for its answer, and its connection is closed without one: so the
  /// guard refuses what needs three quarters of it. The library refuses what does not fit at all.
  private static let memory = 10_240
  /// A listener that stops reading is noticed when this is full.
  private static let sendBuffer: CInt = 65_536
  /// So much of a body is asked for at once.
  static let portion = 4096
  /// The same for HTTP/1.0, whose bodies come through a buffer that each connection has, used or not.
  private static let block = 1024

  private nonisolated let loop: EventLoop
  private nonisolated let limits: Limits
  private nonisolated let isSecure: Bool
  private weak let handler: (any HTTPHandler)?
  private nonisolated let now: @Sendable () -> ContinuousClock.Instant
  private var handle: HTTPDaemonHandle?
  private var watch: Watch?
  /// Whether the library runs at this moment: it must not be run within itself.
  private var isRunning = false
  private var runsAgain = false
  private var isStopping = false
  private var connections = HTTPConnections()
  /// Connections that listen to events.
  private var listeners: Set<CInt> = []
  /// Bodies without news, whose connections wait; by their numbers.
  private var waiting: [Int: HTTPBody] = [:]
  /// Empty, with room for as many as have waited: each record has all of them wait anew.
  private var spare: [Int: HTTPBody] = [:]

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  init(
    on loop: EventLoop, _ limits: Limits, isSecure: Bool,
    now: @escaping @Sendable () -> ContinuousClock.Instant, _ handler: any HTTPHandler
  ) {
    (self.loop, self.limits, self.isSecure, self.now) = (loop, limits, isSecure, now)
    self.handler = handler
  }

  /// How many connections there are.
  var count: Int { connections.count }

  /// Starts the library, which points to this object until ``stop()``.
  func start(_ certificate: HTTPCertificate?) throws(HTTPComplaint) {
    let handle = try HTTPDaemonHandle(
      connections: limits.connections + 1, silence: limits.patience, memory: Self.memory, certificate,
      tells: self)
    do throws(Errno) {
      watch = try loop.watch(handle.descriptor, for: .readable, named: "the page") { [weak self] _ in
        self?.assumeIsolated { $0.run() }
      }
    } catch {
      handle.stop()
      throw HTTPComplaint(text: error.words)
    }
    self.handle = handle
  }

  /// Ends all connections.
  func stop() {
    if let watch { loop.end(watch) }
    watch = nil
    guard let handle else { return }
    // The library can't be stopped while a connection waits, so those end that have no news.
    isStopping = true
    resumeAll()
    isRunning = true
    _ = handle.run()
    self.handle = nil
    handle.stop()
    waiting = [:]
  }

  // MARK: - Turns

  /// Does what there is to do.
  func run() {
    guard let handle else { return }
    guard !isRunning else {
      runsAgain = true
      return
    }
    isRunning = true
    let isUnfinished = handle.run()
    isRunning = false
    // Descriptors and timers have their turn first: a receiver among them, and whoever wants to end this.
    if isUnfinished || runsAgain { loop.after(.zero) { [weak self] in self?.assumeIsolated { $0.run() } } }
    runsAgain = false
  }

  /// Lets one go on that had no news, if it waits.
  func resume(_ body: Int) {
    guard let body = waiting.removeValue(forKey: body) else { return }
    body.connection.resume()
    run()
  }

  /// Lets all go on whose bodies had no news; they ask again in the next run.
  func resumeAll() {
    swap(&waiting, &spare)
    for body in spare.values { body.connection.resume() }
    spare.removeAll(keepingCapacity: true)
  }

  /// Lets go of those that owe a head for too long, and looks at the clock; to be called each second.
  func look() {
    letGoOverdue()
    run()
  }

  private func letGoOverdue() {
    for descriptor in connections.takeOverdue(most: limits.headless, patience: limits.patience, at: now()) {
      // The library notices, and closes it.
      shutdown(descriptor, CInt(SHUT_RDWR))
    }
  }

  // MARK: - Connections

  /// Takes a connection over; closes it where there are too many.
  ///
  /// - Returns: Whether it is served.
  func add(_ socket: CInt, from peer: EndAddress?) -> Bool {
    guard let handle, connections.count < limits.connections,
      connections.count(from: peer) < limits.perAddress
    else {
      // It is ours and open: nothing is to be told of it.
      try? Kernel.close(socket)
      return false
    }
    Kernel.prepare(client: socket, sendBuffer: Self.sendBuffer)
    connections.enter(socket, from: peer, at: now())
    let isServed = handle.add(socket)
    if !isServed { connections.leave(socket) }
    letGoOverdue()
    return isServed
  }

  func hasLeft(_ socket: CInt) { connections.leave(socket) }

  /// An answer is out, or its time was over.
  func hasAnswered(_ socket: CInt, isTimedOut: Bool) {
    connections.expectHead(socket, at: now())
    if listeners.remove(socket) != nil, isTimedOut { handler?.listenerWasSlow() }
  }

  // MARK: - Requests

  /// Answers a request; whether the connection goes on.
  func answer(_ connection: HTTPConnectionHandle, _ method: String, _ target: String) -> Bool {
    let socket = connection.descriptor
    connections.headCame(socket)
    guard let handler else { return false }
    var request = WebRequest(target: target)
    request.method = method
    request.isSecure = isSecure
    request.headers = connection.headers
    request.hasBody = connection.announcesBody
    for field in connection.parameters { request.add(parameter: field) }
    if let peer = connections.peer(of: socket) { request.peer = peer }
    let answer = handler.answer(request)
    switch answer.body {
    case .bytes(let bytes): return connection.send(answer.status, answer.headers, bytes)
    case _ where method == "HEAD": return connection.sendHead(answer.status, answer.headers)
    case .slices, .events, .playing:
      switch answer.body {
      case .events, .playing: listeners.insert(socket)
      default: break
      }
      let body = HTTPBody(handler.begin(answer.body), connection, self, handler)
      return connection.send(answer.status, answer.headers, body, block: Self.block)
    }
  }

  /// Lets a connection wait whose body has no news.
  ///
  /// - Returns: Whether it waits; nothing does once all are to end.
  func wait(_ body: HTTPBody) -> Bool {
    guard !isStopping else { return false }
    waiting[body.number] = body
    body.connection.suspend()
    return true
  }

  func forget(_ body: HTTPBody) { waiting[body.number] = nil }
}
