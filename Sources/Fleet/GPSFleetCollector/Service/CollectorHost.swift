internal import GPSEventRuntime
internal import GPSFleetProtocol
internal import GPSSockets
internal import GPSSystemCalls
internal import GPSWebHost

/// The collector over HTTP at one address: batches of devices, or the page of the fleet; and its metrics and health.
actor CollectorHost: LoopActor, HTTPHandler {
  private struct Upload {
    /// Nil if the body is read only to keep the connection.
    let token: DeviceToken?
    let refusal: FleetAnswer?
    let size: Int
    var body: [UInt8] = []
  }

  nonisolated let loop: EventLoop
  /// The collector, which accepts batches and has the figures; nil if nothing is collected.
  private let collector: FleetCollector?
  private let page: FleetPage?
  private let access: WebHost.Access
  private var uploads: [Int: Upload] = [:]
  private var lastNumber = 0
  private lazy var host = WebHost(on: loop, access, now: { .now }, self)
  private var isOver = false

  static let path = "/v1/batch"
  /// The time limit for a body, which a proxy sends in one piece.
  private static let patience = Duration.seconds(10)

  init(on loop: EventLoop, _ settings: CollectorSettings, _ collector: FleetCollector?, hasPage: Bool) {
    var access = WebHost.Access()
    (access.token, access.hostNames, access.flagOfNames) = (settings.token, settings.names, "--page-name")
    if !hasPage {
      access.uploads = UploadRule(path: Self.path, most: FleetBatch.mostBytes) { status in
        FleetAnswer(status == 413 ? .tooLarge : .request).bytes
      }
      (access.limits.connections, access.limits.idle) = (2000, .seconds(90))
      access.limits.proxies = settings.proxies
    }
    (self.loop, self.access, self.collector) = (loop, access, collector)
    page = hasPage ? FleetPage(on: loop, database: settings.database, now: { .now }) : nil
  }

  func listen(_ text: String) throws(ServiceFault) -> UInt16 {
    let address = try access.address(text)
    let sockets: [CInt]
    let port: UInt16
    do throws(Errno) {
      sockets = try Kernel.listen(address)
      port = try Kernel.port(of: sockets[0])
    } catch { throw ServiceFault(error, text) }
    page?.assumeIsolated { page in
      page.deliver = handler { host, made in host.host.deliver(made.answer, to: made.number) }
    }
    if page == nil {
      collector?.assumeIsolated { collector in
        collector.answer = handler { host, answers in
          host.host.deliver(answers.map { (Self.web($0.answer), $0.request) })
        }
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
      handler { host in
        host.host.look()
        host.waitASecond()
      })
  }

  func stop() {
    isOver = true
    page?.assumeIsolated { $0.close() }
    host.stop()
  }

  // MARK: - Batches

  private static func web(_ answer: FleetAnswer) -> WebAnswer {
    var headers: [WebField] = []
    if let seconds = answer.retryAfter { headers.append(WebField("Retry-After", "\(seconds)")) }
    if answer.word.status == 401 { headers.append(WebField("WWW-Authenticate", "Bearer")) }
    return WebAnswer(answer.word.status, json: answer.bytes, headers: headers)
  }

  nonisolated func receive(_ request: WebRequest) -> HTTPUpload { assumeIsolated { $0.begin(request) } }

  private func begin(_ request: WebRequest) -> HTTPUpload {
    if let refusal = host.refusal(of: request) { return .refused(refusal) }
    guard request.path == Self.path, let upload = upload(request) else { return .refused(answer(request)) }
    lastNumber += 1
    uploads[lastNumber] = upload
    return .accepted(lastNumber, patience: Self.patience)
  }

  private func upload(_ request: WebRequest) -> Upload? {
    guard page == nil, let collector else { return nil }
    let (token, size) = (DeviceToken(request), request.header("Content-Length").flatMap { Int($0) } ?? 0)
    let refusal = collector.assumeIsolated { $0.admit(token, size) }
    var upload = Upload(token: token, refusal: refusal, size: size)
    if refusal == nil { upload.body.reserveCapacity(size) }
    return upload
  }

  nonisolated func take(_ bytes: [UInt8], of upload: Int) {
    // Answering before the body is read would close the connection of a proxy.
    assumeIsolated { if $0.uploads[upload]?.refusal == nil { $0.uploads[upload]?.body += bytes } }
  }

  nonisolated func finish(upload: Int) -> WebAnswer { assumeIsolated { $0.end(upload) } }

  private func end(_ number: Int) -> WebAnswer {
    guard let upload = uploads.removeValue(forKey: number) else {
      return WebAnswer(404, saying: "there is no such request")
    }
    if let refusal = upload.refusal { return Self.web(refusal) }
    guard let token = upload.token, let collector else { return Self.web(FleetAnswer(.unknownToken)) }
    collector.assumeIsolated { $0.take(upload.body, of: token, as: number, admitted: upload.size) }
    return WebAnswer(waitingFor: number)
  }

  nonisolated func drop(upload number: Int) {
    assumeIsolated { host in
      guard let upload = host.uploads.removeValue(forKey: number), upload.refusal == nil else { return }
      host.collector?.assumeIsolated { $0.drop(admitted: upload.size) }
    }
  }

  // MARK: - Other answers

  nonisolated func runLater() { loop.after(.zero, handler { $0.host.run() }) }

  nonisolated func answer(_ request: WebRequest) -> WebAnswer {
    assumeIsolated { ($0.host.refusal(of: request) ?? $0.serve(request)).complete }
  }

  private func serve(_ request: WebRequest) -> WebAnswer {
    lastNumber += 1
    let number = lastNumber
    if let answer = page?.assumeIsolated({ $0.answer(request, as: number) }) { return answer }
    if request.path == Self.path, let upload = upload(request) {
      // A batch without a byte.
      uploads[number] = upload
      return end(number)
    }
    let isOurs = ["/healthz", "/metrics"].contains(request.path)
    // Ignoring a parameter would answer another question.
    if isOurs, !request.query.isEmpty { return WebAnswer(400, saying: "this address takes no parameters") }
    let figures = collector?.assumeIsolated { $0.figures }
    switch request.path {
    case "/healthz":
      return figures?.health ?? page?.assumeIsolated { $0.health(as: number) } ?? WebAnswer(404, saying: "")
    case "/metrics":
      return figures?.metrics(request) ?? WebAnswer(404, saying: "there are no metrics without --listen")
    default: return WebAnswer(404, saying: "there is no such address")
    }
  }
}
