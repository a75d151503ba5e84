internal import GPSEventRuntime
internal import GPSFormats
internal import GPSSystemCalls
internal import GPSSockets

/// Sends each epoch's sentences together as datagrams, on the server's event loop.
actor DatagramOutput {
  /// The largest datagram that fits an Ethernet frame; a fragmented one is lost if any fragment is.
  static let mostBytes = 1472

  nonisolated let status: Guarded<OutputStatus>
  private nonisolated let loop: EventLoop
  private let target: DatagramTarget
  private var socket: CInt?

  init(_ socket: CInt, to target: DatagramTarget, named name: String, _ loop: EventLoop) {
    (self.socket, self.target, self.loop) = (socket, target, loop)
    status = Guarded(OutputStatus(name))
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  func tell(_ batch: SentenceBatch) {
    guard let socket, !batch.isEmpty else { return }
    var isSent = true
    for piece in batch.pieces(upTo: Self.mostBytes) {
      do throws(Errno) {
        try Kernel.send(piece, by: socket, to: target)
      } catch {
        // No listener, no route, or no room in the kernel: the next epoch may succeed.
        isSent = false
      }
    }
    status.withLock { [isSent] in
      if isSent { $0.epochs += 1 } else { $0.dropped += 1 }
    }
  }

  func stop() {
    if let socket { try? Kernel.close(socket) }
    socket = nil
  }
}
