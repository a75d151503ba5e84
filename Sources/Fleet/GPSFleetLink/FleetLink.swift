internal import CGPSMosquitto
package import GPSEventRuntime
internal import GPSSystemCalls

/// One connection to a broker, from its first attempt to its end; for the next one, create another link.
///
/// It lives on an event loop and starts no thread, but connects on a helper thread: the library waits there for
/// the name and for TCP.
///
/// ```swift
/// let link = FleetLink(on: loop, settings, handler { $0.handle($1) })
/// try link.assumeIsolated { try $0.connect() }
/// // .connected(version: 5, …), .acknowledged(1, .success), …, .ended(.lost("…"))
/// ```
package actor FleetLink: LoopActor {
  package nonisolated let loop: EventLoop
  private let settings: FleetLinkSettings
  private let report: @Sendable (FleetLinkEvent) -> Void

  private var client: MosquittoClient?
  private var version: Int
  private var isAccepted = false
  private var isOver = false
  private var watch: Watch?
  /// Our duplicate of the library's socket: the library closes its own before it reports the end.
  private var descriptor: CInt?
  private var wantsWrite = false
  /// The messages of quality of service 1 that the broker has not answered.
  private var unanswered: Set<Int> = []
  private var patience: LoopTimer?
  private var ticking: LoopTimer?

  /// The number of attempts on helper threads, of which the program has four.
  private static let attempts = Guarded(0)
  private static let mostAttempts = 3

  /// Creates a link; it does nothing until ``connect()``.
  ///
  /// - Parameters:
  ///   - loop: The loop on which it lives.
  ///   - settings: The broker, the client's name, and more.
  ///   - report: Called on the loop, never within a call of this link.
  package init(
    on loop: EventLoop, _ settings: FleetLinkSettings, _ report: @escaping @Sendable (FleetLinkEvent) -> Void
  ) {
    (self.loop, self.settings, self.report) = (loop, settings, report)
    version = settings.versions == .newest ? 5 : 4
  }

  /// Loads libmosquitto, to report early that it is missing.
  package static func checkLibrary() throws(FleetLinkFault) { try MosquittoClient.load() }

  /// Whether the broker has accepted the connection, and it has not ended.
  package var isConnected: Bool { isAccepted && client != nil }

  /// Begins to connect, once; the outcome is an event.
  ///
  /// - Throws: A setting or the installation must change first. Nothing has been sent.
  package func connect() throws(FleetLinkFault) {
    guard client == nil, !isOver else { return }
    try begin()
    patience = loop.after(settings.limit, handler { $0.finish(.silent) })
  }

  private func begin() throws(FleetLinkFault) {
    let client = try MosquittoClient(settings, version: version)
    self.client = client
    // A host that does not answer holds its thread for the kernel's two minutes.
    let isFree = Self.attempts.withLock { count in
      guard count < Self.mostAttempts else { return false }
      count += 1
      return true
    }
    guard isFree else {
      let end = FleetLinkEnd.unreachable("earlier attempts still wait for other hosts")
      return loop.async(handler { $0.finish(end) })
    }
    let settings = settings
    let then = handler { (link: isolated FleetLink, outcome: MosquittoClient.Outcome) in
      link.reached(client, outcome)
    }
    loop.offload(
      {
        let outcome = client.connect(settings)
        Self.attempts.withLock { $0 -= 1 }
        return outcome
      }, then: then)
  }

  /// TCP is connected, or the attempt has failed.
  private func reached(_ client: MosquittoClient, _ outcome: MosquittoClient.Outcome) {
    guard client === self.client else { return }
    guard outcome.result == 0 else { return finish(end(outcome)) }
    guard let descriptor = client.descriptor() else {
      return finish(.lost(client.note.isEmpty ? "it was closed at once" : client.note))
    }
    self.descriptor = descriptor
    wantsWrite = client.wantsWrite
    do throws(Errno) {
      watch = try loop.watch(
        descriptor, for: wantsWrite ? [.readable, .writable] : .readable, named: "\(settings.broker)",
        handler { $0.ready($1) })
    } catch { return finish(.lost(error.words)) }
    tickLater()
    deliver(.success)
  }

  private func ready(_ readiness: Readiness) {
    guard let client else { return }
    if readiness.isAny(of: .readable) { deliver(client.read()) }
    if client === self.client, readiness.contains(.writable) { deliver(client.write()) }
  }

  private func tickLater() { ticking = loop.after(.seconds(1), handler { $0.tick() }) }

  private func tick() {
    guard let client else { return }
    tickLater()
    deliver(client.tick())
  }

  /// Reports what happened within a call of the library, and ends the link if the call has failed.
  private func deliver(_ outcome: MosquittoClient.Outcome) {
    guard let client else { return }
    for item in client.takeNews() {
      report(item)
      // The owner may have closed the link, or another attempt has begun.
      guard client === self.client else { return }
    }
    guard outcome.result == 0 else { return fail(outcome) }
    updateWatch()
  }

  private func updateWatch() {
    guard let client, let watch, client.wantsWrite != wantsWrite else { return }
    wantsWrite.toggle()
    do throws(Errno) { try loop.change(watch, to: wantsWrite ? [.readable, .writable] : .readable) } catch {
      loop.async(handler { $0.finish(.lost(error.words)) })
    }
  }

  private func report(_ item: MosquittoNews.Item) {
    switch item {
    case .answered(0, let largestPacket):
      patience?.cancel()
      isAccepted = true
      report(.connected(version: version, largestPacket: largestPacket))
    case .answered(let number, _):
      let reason = number < 128 ? FleetReason(oldAnswer: number) : FleetReason(rawValue: number)
      guard reason == .unsupportedVersion, mayUseOld else { return finish(.refused(reason)) }
      useOld()
    case .came(let message): report(.message(message))
    case .taken(let number, let reason):
      // The library also reports when a message of quality 0 is written.
      if unanswered.remove(number) != nil { report(.acknowledged(number, FleetReason(rawValue: reason))) }
    case .subscribed(let number, let reason): report(.subscribed(number, FleetReason(rawValue: reason)))
    case .ended(let number):
      // Numbers of the broker begin at 128, the library's own are smaller.
      if number >= 128 {
        finish(.dismissed(FleetReason(rawValue: number)))
      } else {
        fail(.init(result: CInt(number)))
      }
    }
  }

  private var mayUseOld: Bool { version == 5 && settings.versions == .newest }

  /// Begins anew with MQTT 3.1.1.
  private func useOld() {
    disconnect()
    version = 4
    do throws(FleetLinkFault) { try begin() } catch { finish(.lost(error.description)) }
  }

  /// A call of the library has failed, or the connection has ended.
  private func fail(_ outcome: MosquittoClient.Outcome) {
    let end = end(outcome)
    // RabbitMQ 3.10 can't read the first message of MQTT 5, and closes the connection without an answer.
    guard case .lost = end, outcome.result == MOSQ_ERR_CONN_LOST.rawValue, !isAccepted, mayUseOld else {
      return finish(end)
    }
    useOld()
  }

  /// Returns what a failed call means.
  private func end(_ outcome: MosquittoClient.Outcome) -> FleetLinkEnd {
    let note = client?.note ?? ""
    let words = MosquittoClient.words(outcome.result)
    let kernel = outcome.error == 0 ? words : Errno(outcome.error).words
    let isBefore = descriptor == nil
    switch mosq_err_t(rawValue: outcome.result) {
    case MOSQ_ERR_TLS, MOSQ_ERR_TLS_HANDSHAKE: return .untrusted(note.isEmpty ? words : note)
    case MOSQ_ERR_EAI: return .unreachable("no address is known for \(settings.broker.host)")
    case MOSQ_ERR_ERRNO where isBefore: return .unreachable(kernel)
    case MOSQ_ERR_KEEPALIVE: return .silent
    // A broker that does not accept our certificate closes the connection after the handshake.
    case MOSQ_ERR_CONN_LOST where settings.broker.isEncrypted && !isAccepted && !note.isEmpty:
      return .untrusted(note)
    case MOSQ_ERR_ERRNO: return .lost(kernel)
    default: return isBefore ? .unreachable(words) : .lost(words)
    }
  }

  private func finish(_ end: FleetLinkEnd) {
    guard !isOver else { return }
    isOver = true
    disconnect()
    patience?.cancel()
    report(.ended(end))
  }

  /// Releases the connection; a helper thread that still connects releases its client at its end.
  private func disconnect() {
    ticking?.cancel()
    if let watch { loop.end(watch) }
    if let descriptor { try? Kernel.close(descriptor) }
    (watch, descriptor, ticking, client) = (nil, nil, nil, nil)
  }

  /// Ends the link; no event follows, and the broker does not publish the will.
  package func close() {
    guard !isOver else { return }
    isOver = true
    patience?.cancel()
    // Before the socket is ours, a helper thread uses the client.
    if descriptor != nil { client?.disconnect() }
    disconnect()
  }

  // MARK: - Messages

  /// Sends a message; the broker's answer is an event for quality of service 1.
  ///
  /// - Returns: The message's number; nil if the link is not connected or the message is too large.
  package func publish(_ message: FleetMessage, quality: Int) -> Int? {
    guard isConnected, let client else { return nil }
    let sent = client.publish(message, quality: quality)
    if quality > 0, let number = sent.number { unanswered.insert(number) }
    return accepted(sent)
  }

  /// Subscribes to a filter; the broker's answer is an event.
  ///
  /// - Returns: The request's number; nil if the link is not connected.
  package func subscribe(_ filter: String, quality: Int) -> Int? {
    guard isConnected, let client else { return nil }
    return accepted(client.subscribe(filter, quality: quality))
  }

  private func accepted(_ sent: (number: Int?, result: CInt)) -> Int? {
    // Nothing is reported within the owner's call.
    if sent.result != 0, !MosquittoClient.isHarmless(sent.result) {
      loop.async(handler { $0.deliver(.lost) })
    }
    updateWatch()
    return sent.number
  }
}
