package import GPSEventRuntime
package import GPSSystemCalls

/// Accepts connections on listening sockets, a limited number per turn of the loop.
///
/// When descriptors or memory run out, it pauses all its sockets, and new clients wait in the kernel's queue
/// until ``resume()``. It belongs to one owner on the loop.
package final class Acceptor {
  /// The maximum number of connections accepted per turn.
  private static let mostNewcomers = 32
  private static let longestQueue = 1024

  private let loop: EventLoop
  /// The number of descriptors that must stay free for others.
  private let spared: Int
  private let accepted: (CInt) -> Void
  private let turnEnded: (_ isShort: Bool) -> Void
  private var watches: [CInt: Watch] = [:]
  private var isPaused = false
  /// The number of connections that wait for a descriptor; a socket that is not TCP counts as one.
  package private(set) var waiting = 0
  /// The number of times that connections had to wait.
  package private(set) var shortages = 0

  /// - Parameters:
  ///   - loop: The loop.
  ///   - spared: The number of descriptors that must stay free for others.
  ///   - accepted: Takes over a new connection.
  ///   - turnEnded: Called after each turn; true if accepting pauses, so that clients may be disconnected.
  package init(
    on loop: EventLoop, sparing spared: Int = 0, _ accepted: @escaping (CInt) -> Void,
    turnEnded: @escaping (_ isShort: Bool) -> Void
  ) { (self.loop, self.spared, self.accepted, self.turnEnded) = (loop, spared, accepted, turnEnded) }

  package var sockets: [CInt] { Array(watches.keys) }

  /// Starts accepting on a socket, once a descriptor is free; takes ownership unless it throws.
  package func add(_ socket: CInt, named name: String) throws(Errno) {
    watches[socket] = try loop.watch(socket, for: isPaused ? [] : .readable, named: name) {
      [weak self] _ in _ = self?.accept(from: socket, sparing: self?.spared ?? 0)
    }
  }

  /// Accepts the connections still queued on a socket before it is closed; closing would reset them.
  package func acceptRest(from socket: CInt) {
    // The loop is bounded, so a client that reconnects in a loop can't stall us.
    for _ in 0..<Self.longestQueue / Self.mostNewcomers {
      guard accept(from: socket, sparing: 0) else { return }
    }
  }

  /// Accepts up to a turn's share of connections; returns whether more may be queued.
  private func accept(from listener: CInt, sparing spared: Int) -> Bool {
    for _ in 0..<Self.mostNewcomers {
      do throws(Errno) {
        guard let socket = try Kernel.accept(listener, sparing: spared) else {
          turnEnded(false)
          return false
        }
        accepted(socket)
      } catch {
        pause()
        return false
      }
    }
    turnEnded(false)
    return true
  }

  /// Pauses accepting because descriptors or memory have run out.
  package func pause() {
    shortages += 1
    watch(for: [])
    isPaused = true
    waiting = sockets.reduce(0) { $0 + (Kernel.waiting(at: $1) ?? 1) }
    turnEnded(true)
  }

  /// Accepts again; call it when a descriptor was closed, and periodically, since other code also closes some.
  package func resume() {
    guard isPaused else { return }
    (isPaused, waiting) = (false, 0)
    watch(for: .readable)
  }

  private func watch(for readiness: Readiness) {
    // The descriptors are registered already, so the kernel does not refuse.
    for watch in watches.values { try? loop.change(watch, to: readiness) }
  }

  /// Closes a socket; returns false if it is not one of these.
  @discardableResult package func close(_ socket: CInt) -> Bool {
    guard let watch = watches.removeValue(forKey: socket) else { return false }
    loop.end(watch)
    // Closing our own open descriptor can't fail in a way we could report.
    try? Kernel.close(socket)
    return true
  }

  /// Closes all sockets; clients queued on passed ones wait for the next process.
  package func stop() { for socket in sockets { close(socket) } }
}
