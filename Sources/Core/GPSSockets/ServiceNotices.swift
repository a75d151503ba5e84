package import GPSEventRuntime
internal import GPSSystemCalls

/// Notices to a service manager on an event loop: a queue, and a socket that may have no room.
///
/// It belongs to one owner on the loop.
package final class ServiceNotices {
  package var queue = NoticeQueue()
  private let loop: EventLoop
  private let (path, socket): (String, CInt)
  private let hasRoom: () -> Void
  private var watch: Watch?

  /// - Parameters:
  ///   - loop: The loop.
  ///   - path: The manager's address.
  ///   - socket: A socket connected to it, which it owns from now on.
  ///   - hasRoom: Called when the manager can take more; then call ``flush()``.
  package init(on loop: EventLoop, to path: String, _ socket: CInt, hasRoom: @escaping () -> Void) {
    (self.loop, self.path, self.socket, self.hasRoom) = (loop, path, socket, hasRoom)
  }

  /// Sends waiting notices while there is room.
  ///
  /// - Returns: The clients whose connections could not be stored.
  @discardableResult package func flush() -> [Int] {
    let outcome = queue.flush { (bytes, descriptor) throws(Errno) in
      do throws(Errno) {
        try Kernel.send(datagram: bytes, with: descriptor, to: socket)
      } catch  where error != .wouldBlock {
        // The manager may have recreated its socket.
        try Kernel.lead(socket, to: path)
        try Kernel.send(datagram: bytes, with: descriptor, to: socket)
      }
    }
    watchForRoom(outcome.isBlocked)
    return outcome.notStored
  }

  /// Adds a notice, and sends all waiting notices.
  package func send(_ notice: NoticeQueue.Notice) {
    queue.add(notice)
    flush()
  }

  /// Starts or stops waiting for room in the manager's queue.
  private func watchForRoom(_ isBlocked: Bool) {
    guard isBlocked != (watch != nil) else { return }
    if let watch {
      loop.end(watch)
      self.watch = nil
    } else {
      // Without a watch the next notice tries again.
      watch = try? loop.watch(socket, for: .writable, named: "the service manager") { [hasRoom] _ in hasRoom()
      }
    }
  }

  package func stop() {
    if let watch { loop.end(watch) }
    watch = nil
    // Closing our own open descriptor can't fail in a way we could report.
    try? Kernel.close(socket)
  }
}
