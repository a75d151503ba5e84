package import GPSEventRuntime
package import GPSSockets
internal import GPSSystemCalls

/// A service over HTTP on an event loop: its address, the rules for requests, and the connections.
///
/// It belongs to its handler, which answers the requests that no rule refuses.
package final class WebHost {
  /// The clients that are admitted, and their limits.
  package struct Access: Sendable {
    /// The secret that admits a client, or nil to admit everyone who reaches the port.
    package var token: String?
    /// The folder that stores the time of the last `/sign-out?all=yes`; nil for none.
    package var stateFolder: String?
    /// Names of the machine besides its address.
    package var hostNames: [String] = []
    /// The flag of the program with these names, for the remedy of a refusal.
    package var flagOfNames = "--http-name"
    /// Nil for unencrypted connections.
    package var certificate: HTTPCertificate?
    package var limits = HTTPLimits()
    /// The path that takes a body; nil for none.
    package var uploads: UploadRule?

    package init() {}

    /// Parses an address that may be served.
    ///
    /// - Throws: A fault with the reason, such as a missing library, or no token at an address that others can reach.
    package func address(_ text: String) throws(ServiceFault) -> ServiceAddress {
      let address = try WebHost.address(text)
      if let reason = HTTPLibrary.open() { throw ServiceFault(.library, text, reason) }
      guard address.isOfThisMachine || token != nil else {
        throw ServiceFault(.unguarded, text, "other machines can reach it, but there is no token")
      }
      if let certificate, let complaint = HTTPLibrary.complaint(about: certificate) {
        throw ServiceFault(.certificate, text, "the certificate and its key are refused: \(complaint.text)")
      }
      return address
    }
  }

  private let loop: EventLoop
  private let access: Access
  private let now: @Sendable () -> ContinuousClock.Instant
  private weak let handler: (any HTTPHandler)?
  /// Refuses requests before they reach a route; nil until the service has an address.
  private var requestGuard: RequestGuard?
  private var daemon: HTTPDaemon?
  private lazy var acceptor = Acceptor(
    on: loop, { [weak self] socket in _ = self?.daemon?.add(socket, from: Kernel.peerAddress(of: socket)) },
    turnEnded: { [weak self] _ in self?.run() })

  package init(
    on loop: EventLoop, _ access: Access, now: @escaping @Sendable () -> ContinuousClock.Instant,
    _ handler: any HTTPHandler
  ) {
    (self.loop, self.access, self.now) = (loop, access, now)
    self.handler = handler
  }

  /// The address in a text, which can't be a path: browsers can't open Unix sockets.
  package static func address(_ text: String) throws(ServiceFault) -> ServiceAddress {
    do throws(ServiceAddress.Invalid) {
      let address = try ServiceAddress(text)
      guard case .path = address else { return address }
    } catch { throw ServiceFault(error, text) }
    throw ServiceFault(.malformed, text, "found a path; expected: a port, or an address and a port")
  }

  /// Serves on listening sockets, which it owns from now on; a second call closes them.
  ///
  /// - Parameters:
  ///   - sockets: The sockets.
  ///   - text: The address as it was given, for the fault.
  /// - Throws: The fault that prevents serving; sockets that are already served close with ``stop()``.
  package func serve(_ sockets: [CInt], _ text: String) throws(ServiceFault) {
    guard requestGuard == nil, let address = sockets.first.flatMap(Kernel.ownAddress) else {
      return sockets.forEach(Self.close)
    }
    let isSecure = access.certificate != nil
    let hosts = HostRule(at: address, names: access.hostNames, isSecure: isSecure)
    let token = access.token.map { Secret(Array($0.utf8)) }
    let signOuts = access.stateFolder.map { SignOutFile(in: $0, port: address.port) }
    let gate = TokenGate(token: token, port: address.port, isSecure: isSecure, signOuts: signOuts)
    requestGuard = RequestGuard(hosts: hosts, flag: access.flagOfNames, gate: gate, uploads: access.uploads)
    do throws(HTTPComplaint) { if daemon == nil { daemon = try makeDaemon() } } catch {
      sockets.forEach(Self.close)
      throw ServiceFault(.library, text, error.text)
    }
    for socket in sockets {
      do throws(Errno) { try acceptor.add(socket, named: "the page's port") } catch {
        Self.close(socket)
        throw ServiceFault(error, text)
      }
    }
  }

  package static func close(_ socket: CInt) {
    // Closing our own open descriptor can't fail in a way we could report.
    try? Kernel.close(socket)
  }

  private func makeDaemon() throws(HTTPComplaint) -> HTTPDaemon {
    guard let handler else { throw HTTPComplaint(text: "the service has ended") }
    let daemon = HTTPDaemon(on: loop, access.limits, isSecure: access.certificate != nil, now: now, handler)
    try daemon.start(access.certificate)
    return daemon
  }

  /// Closes the port and all connections.
  package func stop() {
    acceptor.stop()
    daemon?.stop()
    daemon = nil
  }

  /// The refusal of a request, or nil if it may continue; without an address, every request is refused.
  package func refusal(of request: WebRequest) -> WebAnswer? {
    guard requestGuard != nil else { return WebAnswer(503, saying: "the page is not open yet") }
    if let refusal = requestGuard?.refusal(of: request, at: now()) { return refusal }
    // Ignoring the parameter would return more than the client asked for.
    guard request.hasWrongEscape else { return nil }
    return WebAnswer(
      400,
      saying: "a parameter can't be read: UTF-8 text is expected, escaped by % and two digits, without 00")
  }

  /// The browser that sends a request, or its network.
  package func holder(of request: WebRequest) -> Holder {
    requestGuard?.gate.holder(of: request) ?? .network(request.peer.network)
  }

  /// Whether a browser has not signed out.
  package func isOpen(_ holder: Holder) -> Bool { requestGuard?.gate.isOpen(holder) ?? true }

  // MARK: - Shared links

  /// Creates a link that shows an item without the token for some seconds; returns its path and its end.
  package func link(to subject: String, seconds: Int) -> (path: String, until: Int)? {
    requestGuard?.links.link(to: subject, seconds: seconds)
  }

  /// The subject of the link at a path, and its end in seconds since 1970; nil unless the link is valid.
  package func shared(at path: String) -> (text: String, until: Int)? {
    requestGuard?.links.subject(of: path)
  }

  package func endLinks() { requestGuard?.links.end() }

  // MARK: - Turns

  package func run() { daemon?.run() }

  /// Closes connections without a timely head, and accepts again after a shortage; call it each second.
  package func look() {
    acceptor.resume()
    daemon?.look()
  }

  /// Sends an answer to the connection that waits for it.
  package func deliver(_ answer: WebAnswer, to number: Int) { deliver([(answer, number)]) }

  /// Sends answers to the connections that wait for them.
  package func deliver(_ answers: [(answer: WebAnswer, number: Int)]) {
    daemon?.deliver(answers.map { ($0.answer.complete, $0.number) })
  }

  package func resume(_ body: Int) { daemon?.resume(body) }

  /// Resumes all suspended connections of bodies; they ask for data again in the next run.
  package func resumeAll() { daemon?.resumeAll() }
}
