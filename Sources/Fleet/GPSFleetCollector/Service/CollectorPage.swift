internal import GPSEventRuntime
internal import GPSSockets
internal import GPSSystemCalls
internal import GPSWebHost

/// The collector over HTTP: its metrics and its health.
actor CollectorPage: LoopActor, HTTPHandler {
  nonisolated let loop: EventLoop
  private let figures: @Sendable () -> CollectorFigures
  private let access: WebHost.Access
  private lazy var host = WebHost(on: loop, access, now: { .now }, self)
  private var isOver = false

  /// - Parameters:
  ///   - loop: The loop.
  ///   - access: The clients that are admitted.
  ///   - figures: Returns the current figures; called on the loop.
  init(on loop: EventLoop, _ access: WebHost.Access, _ figures: @escaping @Sendable () -> CollectorFigures) {
    (self.loop, self.access, self.figures) = (loop, access, figures)
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
    host.stop()
  }

  // MARK: - Answers

  nonisolated func runLater() { loop.after(.zero, handler { $0.host.run() }) }

  nonisolated func answer(_ request: WebRequest) -> WebAnswer { assumeIsolated { $0.reply(to: request) } }

  private func reply(to request: WebRequest) -> WebAnswer {
    (host.refusal(of: request) ?? serve(request)).complete
  }

  private func serve(_ request: WebRequest) -> WebAnswer {
    // Ignoring a parameter would answer another question.
    guard request.query.isEmpty else { return WebAnswer(400, saying: "no parameter is expected here") }
    switch request.path {
    case "/": return WebAnswer(200, saying: "gpsbridge-collect: /healthz and /metrics")
    case "/healthz": return figures().health
    case "/metrics": return figures().metrics(request)
    default: return WebAnswer(404, saying: "there is no such address; / lists them")
    }
  }
}
