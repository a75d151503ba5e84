internal import GPSFormats
internal import GPSSystemCalls
internal import GPSSockets

/// Sends each epoch's sentences together as datagrams, on the server's event loop.
final class DatagramOutput: SentenceCarrier {
  /// The largest datagram that fits an Ethernet frame; a fragmented one is lost if any fragment is.
  static let mostBytes = 1472

  private let status: Guarded<OutputStatus>
  private let target: DatagramTarget
  private var socket: CInt?

  init(_ socket: CInt, to target: DatagramTarget, _ context: CarrierContext) {
    (self.socket, self.target, status) = (socket, target, context.status)
  }

  func tell(_ batch: SentenceBatch) {
    guard let socket, !batch.isEmpty else { return }
    var isSent = true
    for piece in batch.pieces(upTo: Self.mostBytes) {
      do throws(Errno) { try Kernel.send(piece, by: socket, to: target) } catch {
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
