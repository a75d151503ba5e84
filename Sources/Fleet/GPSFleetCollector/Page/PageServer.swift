internal import GPSEventRuntime
internal import GPSSockets
internal import GPSSystemCalls
internal import GPSWebHost

/// Serves the page of a fleet over HTTP.
actor PageServer: LoopActor, HTTPHandler {
  nonisolated let loop: EventLoop
  private let access: WebHost.Access
  private let database: String
  private var host: WebHost?
  private var page: FleetPage?
  private var lastNumber = 0
  private var second: LoopTimer?

  init(on loop: EventLoop, _ access: WebHost.Access, database: String) {
    (self.loop, self.access, self.database) = (loop, access, database)
  }

  /// Begins to listen; returns the port.
  func start(_ text: String) -> Result<UInt16, ServiceFault> {
    Result { () throws(ServiceFault) in try begin(text) }
  }

  private func begin(_ text: String) throws(ServiceFault) -> UInt16 {
    let address = try access.address(text)
    let now: @Sendable () -> ContinuousClock.Instant = { .now }
    let host = WebHost(on: loop, access, now: now, self)
    self.host = host
    page = FleetPage(on: loop, database: database, now: now) { [weak self] answer, number in
      self?.assumeIsolated { $0.deliver(answer, to: number) }
    }
    let (sockets, port) = try Self.listen(address, text)
    try host.serve(sockets, text)
    waitASecond()
    return port
  }

  private static func listen(
    _ address: ServiceAddress, _ text: String
  ) throws(ServiceFault) -> ([CInt], UInt16) {
    do throws(Errno) {
      let sockets = try Kernel.listen(address)
      return (sockets, try Kernel.port(of: sockets[0]))
    } catch { throw ServiceFault(error, text) }
  }

  func stop() {
    second?.cancel()
    page?.assumeIsolated { $0.close() }
    host?.stop()
    (second, page, host) = (nil, nil, nil)
  }

  private func waitASecond() {
    second = loop.after(.seconds(1), handler { $0.look() })
  }

  private func look() {
    guard let host else { return }
    host.look()
    waitASecond()
  }

  private func deliver(_ answer: WebAnswer, to number: Int) { host?.deliver(answer, to: number) }

  private func reply(to request: WebRequest) -> WebAnswer {
    if let refusal = host?.refusal(of: request) { return refusal.complete }
    lastNumber += 1
    let answer = page?.assumeIsolated { [lastNumber] in $0.answer(request, as: lastNumber) }
    return (answer ?? WebAnswer(404, saying: "there is no such page")).complete
  }

  nonisolated func runLater() { loop.after(.zero, handler { $0.host?.run() }) }

  nonisolated func answer(_ request: WebRequest) -> WebAnswer { assumeIsolated { $0.reply(to: request) } }
}
