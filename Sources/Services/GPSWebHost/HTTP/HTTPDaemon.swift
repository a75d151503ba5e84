internal import GPSEventRuntime
internal import Glibc
internal import GPSSockets
internal import GPSSystemCalls

/// HTTP by libmicrohttpd on an event loop: one descriptor, no thread, no listening socket of its own.
///
/// The code that accepts a connection hands it over; from then on the library owns it. All calls into the
/// library happen on the loop, and all its callbacks run within ``run()``. It belongs to its handler.
final class HTTPDaemon {
  /// The memory pool of a connection, for a request and its answer's head; over half is always touched.
  ///
  /// A request that nearly fills the pool leaves no room for an answer, and the library closes the
  /// connection. So the guard refuses requests above three quarters of it; the library refuses larger ones.
  private static let memory = 10_240
  /// A listener that stops reading is noticed once this buffer is full.
  private static let sendBuffer: CInt = 65_536
  /// The number of bytes requested from a body at once.
  static let portion = 4096
  /// The same for HTTP/1.0, where each connection allocates a buffer of this size, used or not.
  private static let block = 1024

  /// After a turn that only moved a connection, the next one sends.
  private static let turns: CInt = 8

  private let loop: EventLoop
  private let limits: HTTPLimits
  private let isSecure: Bool
  private weak let handler: (any HTTPHandler)?
  private let now: @Sendable () -> ContinuousClock.Instant
  private var handle: HTTPDaemonHandle?
  private var watch: Watch?
  /// Whether the library is running; it must not be reentered.
  private var isRunning = false
  private var runsAgain = false
  private var isStopping = false
  private var connections: HTTPConnections
  /// Connections that receive events.
  private var listeners: Set<CInt> = []
  /// Bodies without new data, whose connections are suspended; by number.
  private var waiting: [Int: HTTPBody] = [:]
  /// Connections that are suspended until their answer is complete, by its number.
  private var askers: [Int: HTTPConnectionHandle] = [:]
  /// Answers for connections that retry, by their descriptors; dropped if the client leaves first.
  private var made: [CInt: WebAnswer] = [:]
  /// Bodies that are being received, by their descriptors.
  private var uploads: [CInt: Upload] = [:]
  /// Empty, with its capacity kept: after each record all waiting bodies are suspended again.
  private var spare: [Int: HTTPBody] = [:]

  private struct Upload {
    let number: Int
    let deadline: ContinuousClock.Instant
  }

  init(
    on loop: EventLoop, _ limits: HTTPLimits, isSecure: Bool,
    now: @escaping @Sendable () -> ContinuousClock.Instant, _ handler: any HTTPHandler
  ) {
    (self.loop, self.limits, self.isSecure, self.now) = (loop, limits, isSecure, now)
    self.handler = handler
    connections = HTTPConnections(keepsIdle: limits.idle != nil)
  }

  var count: Int { connections.count }

  /// Starts the library, which keeps an unretained pointer to this object until ``stop()``.
  func start(_ certificate: HTTPCertificate?) throws(HTTPComplaint) {
    let handle = try HTTPDaemonHandle(
      connections: limits.connections + 1, silence: max(limits.patience, limits.idle ?? .zero),
      memory: Self.memory, certificate, tells: self)
    do throws(Errno) {
      watch = try loop.watch(handle.descriptor, for: .readable, named: "the page") { [weak self] _ in
        self?.run()
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
    // The library can't be stopped with suspended connections, so we resume them, and their bodies end.
    isStopping = true
    resumeAll()
    deliver(askers.keys.map { (WebAnswer(503, saying: "the page ends"), $0) })
    isRunning = true
    _ = handle.run(turns: Self.turns)
    self.handle = nil
    handle.stop()
    (waiting, made) = ([:], [:])
  }

  // MARK: - Turns

  func run() {
    guard let handle else { return }
    guard !isRunning else {
      runsAgain = true
      return
    }
    isRunning = true
    // A turn decodes a piece of each file; other work comes between the pieces.
    let isUnfinished = handle.run(turns: uploads.isEmpty ? Self.turns : 1)
    isRunning = false
    // Other descriptors and timers run first, such as a receiver or the request to stop.
    if isUnfinished || runsAgain { handler?.runLater() }
    runsAgain = false
  }

  /// Resumes the connection of a body that had no new data, if it is suspended.
  func resume(_ body: Int) {
    guard let body = waiting.removeValue(forKey: body) else { return }
    body.connection.resume()
    run()
  }

  /// Sends answers to the connections that wait for them.
  func deliver(_ answers: [(answer: WebAnswer, number: Int)]) {
    for (answer, number) in answers {
      guard let connection = askers.removeValue(forKey: number) else { continue }
      made[connection.descriptor] = answer
      connection.resume()
    }
    if !isStopping { run() }
  }

  /// Resumes all suspended connections without data; they ask for data again in the next run.
  func resumeAll() {
    swap(&waiting, &spare)
    for body in spare.values { body.connection.resume() }
    spare.removeAll(keepingCapacity: true)
  }

  /// Closes connections that have not sent a head in time, and runs the library; call it each second.
  func look() {
    letGoOverdue()
    run()
  }

  private func letGoOverdue() {
    let overdue = connections.takeOverdue(
      most: limits.headless, patience: limits.patience, idle: limits.idle, at: now())
    for descriptor in overdue {
      // The library notices and closes the descriptor.
      shutdown(descriptor, CInt(SHUT_RDWR))
    }
    for (descriptor, upload) in uploads where upload.deadline <= now() {
      shutdown(descriptor, CInt(SHUT_RDWR))
    }
  }

  // MARK: - Connections

  /// Takes ownership of a connection; closes it if a limit is reached.
  ///
  /// - Returns: Whether it is served.
  func add(_ socket: CInt, from peer: EndAddress?) -> Bool {
    guard let handle, connections.mayEnter(from: peer, limits) else {
      // Closing our own open descriptor can't fail in a way we could report.
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

  func hasLeft(_ socket: CInt) {
    made[socket] = nil
    dropUpload(socket)
    connections.leave(socket)
  }

  /// Handles the end of an answer: it was sent or timed out.
  func hasAnswered(_ socket: CInt, isTimedOut: Bool) {
    made[socket] = nil
    dropUpload(socket)
    connections.expectHead(socket, at: now())
    if listeners.remove(socket) != nil, isTimedOut { handler?.listenerWasSlow() }
  }

  private func dropUpload(_ socket: CInt) {
    guard let upload = uploads.removeValue(forKey: socket) else { return }
    handler?.drop(upload: upload.number)
  }

  // MARK: - Requests

  /// Decides about a request whose body follows; returns whether the connection stays usable.
  func receive(_ connection: HTTPConnectionHandle, _ method: String, _ target: String) -> Bool {
    let socket = connection.descriptor
    connections.headCame(socket)
    guard let handler else { return false }
    switch handler.receive(request(connection, method, target)) {
    case .refused(let answer): return send(answer, connection, method, handler)
    case .accepted(let number, let patience):
      uploads[socket] = Upload(number: number, deadline: now() + patience)
      return true
    }
  }

  func take(_ bytes: [UInt8], from connection: HTTPConnectionHandle) {
    guard let upload = uploads[connection.descriptor] else { return }
    handler?.take(bytes, of: upload.number)
  }

  /// Answers a request; returns whether the connection stays usable.
  func answer(_ connection: HTTPConnectionHandle, _ method: String, _ target: String) -> Bool {
    let socket = connection.descriptor
    connections.headCame(socket)
    guard let handler else { return false }
    if let answer = made.removeValue(forKey: socket) { return send(answer, connection, method, handler) }
    if let upload = uploads.removeValue(forKey: socket) {
      return send(handler.finish(upload: upload.number), connection, method, handler)
    }
    return send(handler.answer(request(connection, method, target)), connection, method, handler)
  }

  private func request(_ connection: HTTPConnectionHandle, _ method: String, _ target: String) -> WebRequest {
    var request = WebRequest(target: target)
    request.method = method
    request.isSecure = isSecure
    request.headers = connection.headers
    request.hasBody = connection.announcesBody
    for field in connection.parameters { request.add(parameter: field) }
    if let peer = connections.peer(of: connection.descriptor) { request.peer = peer }
    return request
  }

  private func send(
    _ answer: WebAnswer, _ connection: HTTPConnectionHandle, _ method: String, _ handler: any HTTPHandler
  ) -> Bool {
    switch answer.body {
    case .later(let number):
      guard !isStopping else { return false }
      // The library asks for the answer again once the connection is resumed.
      askers[number] = connection
      connection.suspend()
      return true
    case .bytes(let bytes): return connection.send(answer.status, answer.headers, bytes)
    case _ where method == "HEAD": return connection.sendHead(answer.status, answer.headers)
    case .generated(let generated):
      if generated.isListener { listeners.insert(connection.descriptor) }
      let body = HTTPBody(handler.begin(generated), connection, self, handler)
      return connection.send(answer.status, answer.headers, body, block: Self.block)
    }
  }

  /// Suspends the connection of a body without new data.
  ///
  /// - Returns: False if the daemon is stopping; then nothing may be suspended.
  func wait(_ body: HTTPBody) -> Bool {
    guard !isStopping else { return false }
    waiting[body.number] = body
    body.connection.suspend()
    return true
  }

  func forget(_ body: HTTPBody) { waiting[body.number] = nil }
}

/// Why a daemon could not be started.
struct HTTPComplaint: Error, Hashable, Sendable { var text: String }
