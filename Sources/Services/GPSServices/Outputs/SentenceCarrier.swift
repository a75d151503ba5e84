internal import GPSBridge
internal import GPSEventRuntime
internal import GPSFormats
internal import GPSSockets
internal import GPSSystemCalls

/// Sends sentences to their readers, on the server's event loop.
protocol SentenceCarrier: AnyObject {
  /// Starts accepting clients.
  func begin() throws(Errno)
  func tell(_ batch: SentenceBatch)
  /// Stops accepting clients, which can still receive their pending data.
  ///
  /// - Parameter drained: Called once no client has pending data.
  func end(_ drained: @escaping () -> Void)
  /// Whether no client has pending data.
  var isDrained: Bool { get }
  func stop()
}

// Without clients of its own: datagrams are never pending, and unread data in a port is not kept for the
// next program.
extension SentenceCarrier {
  func begin() throws(Errno) {}
  func end(_ drained: @escaping () -> Void) {}
  var isDrained: Bool { true }
}

/// The parts of the server that a carrier uses.
struct CarrierContext: Sendable {
  let loop: EventLoop
  let time: any TimeSource
  let limits: ServiceLimits
  /// The status of the output, readable from any thread.
  let status: Guarded<OutputStatus>
}

/// The descriptors of an output, opened on the caller's thread and served on the loop.
struct OpenedCarrier: Sendable {
  var sockets: [CInt] = []
  /// Notes for the user.
  var notes: [String] = []
  /// Makes the carrier, which takes ownership of everything that was opened.
  let make: @Sendable (CarrierContext) -> any SentenceCarrier
}

extension SentenceOutput {
  /// Opens the output.
  ///
  /// - Parameter old: Our sockets that are about to be closed, which do not count as conflicts.
  /// - Returns: The open descriptors.
  /// - Throws: The kernel's error.
  func open(beside old: [CInt]) throws(Errno) -> OpenedCarrier {
    switch way {
    case .clients(let address):
      // Readers of sentences, such as geoclue, run as other users.
      let sockets = try Kernel.listen(address, beside: old, mode: 0o666)
      return OpenedCarrier(sockets: sockets) { SentenceClients(sockets, at: address, $0) }
    case .datagrams(let target):
      let socket = try Kernel.datagramSocket(to: target, hops: hops, interface: interface)
      return OpenedCarrier { DatagramOutput(socket, to: target, $0) }
    case .port(let link):
      let port = try SentencePort(link: link)
      return OpenedCarrier(notes: port.notes) { PortOutput(port, $0) }
    }
  }
}
