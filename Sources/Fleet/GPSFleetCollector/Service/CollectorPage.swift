internal import GPSEventRuntime
internal import GPSSockets
internal import GPSSystemCalls
internal import GPSWebHost

/// The collector over HTTP: the page of the fleet, and the collector's metrics and health.
actor CollectorPage: LoopActor, HTTPHandler {
  nonisolated let loop: EventLoop
  private let figures: (@Sendable () -> CollectorFigures)?
  private let page: FleetPage
  private var lastNumber = 0
  private let access: WebHost.Access
  private lazy var host = WebHost(on: loop, access, now: { .now }, self)
  private var isOver = false

  /// - Parameters:
  ///   - loop: The loop.
  ///   - access: The clients that are admitted.
  ///   - database: A connection string of libpq.
  ///   - figures: Returns the current figures, called on the loop; nil where nothing is collected.
  init(
    on loop: EventLoop, _ access: WebHost.Access, database: String,
    _ figures: (@Sendable () -> CollectorFigures)?
  ) {
    (self.loop, self.access, self.figures) = (loop, access, figures)
    page = FleetPage(on: loop, database: database, now: { .now })
  }

  /// Listens on an address; returns the port.
  func listen(_ text: String) throws(ServiceFault) -> UInt16 {
    let address = try access.address(text)
    let sockets: [CInt]
    let port: UInt16
    do throws(Errno) {
      sockets = try Kernel.listen(address)
      port = try Kernel.port(of: sockets[0])
    } catch { throw ServiceFault(error, text) }
    page.assumeIsolated { page in
      page.deliver = handler { collector, made in
        collector.host.deliver(made.answer, to: made.number)
      }
    }
    try host.serve(sockets, text)
    waitASecond()
    return port
  }

  private func waitASecond() {
    guard !isOver else { return }
    loop.after(
      .seconds(1),
      handler { page in
        page.host.look()
        page.waitASecond()
      })
  }

  func stop() {
    isOver = true
    page.assumeIsolated { $0.close() }
    host.stop()
  }

  // MARK: - Answers

  nonisolated func runLater() { loop.after(.zero, handler { $0.host.run() }) }

  nonisolated func answer(_ request: WebRequest) -> WebAnswer { assumeIsolated { $0.reply(to: request) } }

  private func reply(to request: WebRequest) -> WebAnswer {
    (host.refusal(of: request) ?? serve(request)).complete
  }

  private func serve(_ request: WebRequest) -> WebAnswer {
    lastNumber += 1
    let number = lastNumber
    if let answer = page.assumeIsolated({ $0.answer(request, as: number) }) { return answer }
    let isOurs = ["/healthz", "/metrics"].contains(request.path)
    // Ignoring a parameter would answer another question.
    if isOurs, !request.query.isEmpty { return WebAnswer(400, saying: "no parameter is expected here") }
    switch request.path {
    case "/healthz": return figures?().health ?? page.assumeIsolated { $0.health(as: number) }
    case "/metrics":
      return figures?().metrics(request) ?? WebAnswer(404, saying: "there are no metrics without --hosts")
    default: return WebAnswer(404, saying: "there is no such address")
    }
  }
}
