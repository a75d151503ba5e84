internal import CGPSPostgreSQL
internal import GPSEventRuntime
internal import GPSSystemCalls

/// One connection to a database on an event loop, from its first attempt to its end.
///
/// Requests are answered in order. Each is a transaction; a failed one leaves nothing, but if the connection broke,
/// it is unknown whether the transaction was committed.
actor PostgreSQLConnection: LoopActor {
  enum Event: Sendable, Hashable {
    case notice(String)
    /// The connection ended, or was never established; no event follows.
    case ended(String)
  }

  /// The answer to the last statement of a transaction, or why the transaction failed.
  typealias Outcome = Result<SQLAnswer, SQLFailure>

  private struct Request {
    let work: SQLWork
    let then: @Sendable (Outcome) -> Void
    var outcome = Outcome.success(SQLAnswer())
  }

  nonisolated let loop: EventLoop
  private let report: @Sendable (Event) -> Void
  private var client: PostgreSQLClient?
  private var isOver = false
  /// Whether the first request was sent.
  private var isRunning = false
  private var watch: Watch?
  private var descriptor: CInt?
  private var wantsWrite = false
  private var requests: [Request] = []

  init(on loop: EventLoop, _ settings: String, _ report: @escaping @Sendable (Event) -> Void) {
    (self.loop, self.report) = (loop, report)
    // libpq waits for the name, for TCP and for the server, each for ten seconds.
    loop.offload({ PostgreSQLClient(settings) }, then: handler { $0.opened($1) })
  }

  private func opened(_ client: PostgreSQLClient) {
    guard !isOver else { return }
    self.client = client
    guard client.isConnected, let descriptor = client.descriptor() else { return finish(client.message) }
    self.descriptor = descriptor
    do throws(Errno) {
      watch = try loop.watch(descriptor, for: .readable, named: "the database", handler { $0.ready($1) })
    } catch { return finish(error.words) }
    begin()
  }

  /// Runs a transaction, which waits for the connection and for earlier transactions.
  func run(_ work: SQLWork, _ then: @escaping @Sendable (Outcome) -> Void) {
    if isOver {
      let lost = SQLFailure(state: "", description: "there is no connection")
      return loop.async { then(.failure(lost)) }
    }
    requests.append(Request(work: work, then: then))
    begin()
  }

  /// Sends the first request, unless it was sent already.
  private func begin() {
    guard let client, watch != nil, !isRunning, let request = requests.first else { return }
    isRunning = true
    // The owner's call must not lead to an event.
    guard client.send(request.work) else { return loop.async(handler { $0.finish(client.message) }) }
    flush(client)
  }

  private func flush(_ client: PostgreSQLClient) {
    guard let watch, let isWaiting = client.flush() else {
      return loop.async(handler { $0.finish(client.message) })
    }
    guard isWaiting != wantsWrite else { return }
    wantsWrite = isWaiting
    try? loop.change(watch, to: wantsWrite ? [.readable, .writable] : .readable)
  }

  private func ready(_ readiness: Readiness) {
    guard let client else { return }
    if readiness.contains(.writable) { flush(client) }
    guard readiness.isAny(of: .readable) else { return }
    let isWhole = client.read()
    take(client)
    guard client === self.client else { return }
    reportNotices(client)
    if !isWhole || !client.isConnected { finish(client.message) } else if wantsWrite { flush(client) }
  }

  private func take(_ client: PostgreSQLClient) {
    while client === self.client, !requests.isEmpty, let part = client.next() {
      reportNotices(client)
      switch part {
      case .answer(let answer): requests[0].outcome = requests[0].outcome.map { _ in answer }
      case .failure(let failure):
        // Without a state, the connection is broken: its end is the answer.
        if failure.state.isEmpty { return }
        requests[0].outcome = requests[0].outcome.flatMap { _ in .failure(failure) }
      case .end:
        let done = requests.removeFirst()
        isRunning = false
        done.then(done.outcome)
        if client === self.client { begin() }
      }
    }
  }

  private func reportNotices(_ client: PostgreSQLClient) {
    for line in client.takeNotices() { report(.notice(line)) }
  }

  /// Ends the connection; all transactions without an answer fail.
  func finish(_ words: String) {
    guard !isOver else { return }
    let open = requests
    close()
    for request in open { request.then(.failure(SQLFailure(state: "", description: words))) }
    report(.ended(words))
  }

  /// Ends the connection; no event and no answer follows.
  func close() {
    isOver = true
    if let watch { loop.end(watch) }
    if let descriptor { try? Kernel.close(descriptor) }
    (watch, descriptor, client, requests) = (nil, nil, nil, [])
  }
}

/// A connection for a command that waits for each answer, on the loop that its thread has adopted.
final class DatabaseTask {
  private let loop: EventLoop
  private let connection: PostgreSQLConnection

  init(_ database: String, on loop: EventLoop = .shared) {
    self.loop = loop
    connection = PostgreSQLConnection(on: loop, database) { _ in }
  }

  deinit { connection.assumeIsolated { $0.close() } }

  func run(_ work: SQLWork) -> PostgreSQLConnection.Outcome {
    let outcome = Guarded<PostgreSQLConnection.Outcome?>(nil)
    connection.assumeIsolated { $0.run(work) { found in outcome.withLock { $0 = found } } }
    loop.run(until: nil) { outcome.withLock { $0 != nil } }
    return outcome.withLock { $0 } ?? .failure(SQLFailure(state: "", description: "there is no answer"))
  }
}
