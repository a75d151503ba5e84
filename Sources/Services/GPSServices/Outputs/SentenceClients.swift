internal import GPSBridge
internal import GPSEventRuntime
internal import GPSFormats
internal import GPSSystemCalls
internal import GPSSockets

/// Sends sentences to all clients of a TCP or Unix socket, on the server's event loop.
///
/// Bytes from clients are discarded. A slow client misses whole epochs, and is disconnected if it reads
/// nothing for too long.
final class SentenceClients: SentenceCarrier {
  private struct Reader: ClientState { func takesInput(beside outbox: Outbox) -> Bool { true } }

  private let context: CarrierContext
  /// The address to release with the sockets; nil for sockets passed by a service manager.
  private let address: ServiceAddress?
  private var sockets: [CInt]
  private lazy var acceptor = Acceptor(
    on: context.loop, sparing: Kernel.sparedDescriptors, { [weak self] in self?.accepted($0) },
    turnEnded: { [weak self] _ in self?.tellCounts() })
  private var clients = ClientTable<Reader>()
  /// Called once no client has pending data, after a shutdown began.
  private var drained: (() -> Void)?
  private var buffer = [UInt8](repeating: 0, count: 4096)

  init(_ sockets: [CInt], at address: ServiceAddress?, _ context: CarrierContext) {
    (self.sockets, self.address, self.context) = (sockets, address, context)
  }

  func begin() throws(Errno) {
    for socket in sockets { try acceptor.add(socket, named: "a port for sentences") }
  }

  func stop() {
    drained = nil
    stopListening()
    for number in clients.order { close(number) }
  }

  func end(_ body: @escaping () -> Void) {
    drained = body
    stopListening()
  }

  var isDrained: Bool { clients.isDrained }

  private func stopListening() {
    // After a failed start, some are not watched.
    for socket in sockets where !acceptor.close(socket) { try? Kernel.close(socket) }
    if let address, !sockets.isEmpty { Kernel.forget(address) }
    sockets = []
  }

  private func tellIfDrained() { if let drained, isDrained { drained() } }

  func tell(_ batch: SentenceBatch) {
    // Another part of the process may have freed descriptors.
    acceptor.resume()
    guard !batch.isEmpty else { return }
    context.status.withLock { $0.epochs += 1 }
    for number in clients.nextTurn() {
      if clients.sendAtOnce(batch.bytes, .report, to: number, at: context.time.now) { continue }
      flush(number)
      guard clients.isStuck(number, at: context.time.now, context.limits) else { continue }
      context.status.withLock { $0.slowClosed += 1 }
      close(number)
    }
    tellCounts()
  }

  // MARK: - Connections

  private func accepted(_ socket: CInt) {
    context.status.withLock { $0.accepted += 1 }
    let isServed =
      clients.count < context.limits.clients
      && clients.enter(socket, Reader(), at: context.time.now) { number throws(Errno) in
        try context.loop.watch(socket, for: .readable, named: "a client for sentences") { [weak self] in
          self?.isReady(number, $0)
        }
      } != nil
    guard !isServed else { return }
    context.status.withLock { $0.refused += 1 }
    try? Kernel.close(socket)
  }

  private func close(_ number: Int) {
    guard let client = clients.remove(number) else { return }
    context.loop.end(client.watch)
    try? Kernel.close(client.descriptor)
    acceptor.resume()
    tellCounts()
    tellIfDrained()
  }

  private func tellCounts() {
    context.status.withLock { [clients, acceptor] in
      ($0.clients, $0.dropped, $0.shortages) = (clients.count, clients.dropped, acceptor.shortages)
    }
  }

  // MARK: - Input and output

  private func isReady(_ number: Int, _ readiness: Readiness) {
    guard !readiness.contains(.hungUp) else { return close(number) }
    if readiness.contains(.writable) { flush(number) }
    guard readiness.contains(.readable) else { return }
    switch clients.read(number, into: &buffer) {
    case .bytes(let count): context.status.withLock { $0.ignored += count }
    case .nothing: break
    case .ended: if !clients.follow(number, on: context.loop) { close(number) }
    case .failed: close(number)
    }
  }

  private func flush(_ number: Int) {
    guard clients.flush(number, at: context.time.now, on: context.loop) else { return close(number) }
    tellIfDrained()
  }
}
