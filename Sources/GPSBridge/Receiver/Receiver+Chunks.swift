internal import Delivery
import Locking

extension Receiver {
  /// Hears the bytes as they come from the device, before anything is made of them.
  ///
  /// This is for who keeps what a receiver said, to the byte: also what no sentence came of, and what came while the
  /// speed of the line was being found out. It does not want the device open by itself.
  ///
  /// - Parameter body: Called on the receiver's queue with the bytes and the moment of their arrival; it must be quick.
  /// - Returns: The listening, which lasts until it is cancelled or dropped. Where nobody listens, nothing is copied.
  package func listenToChunks(
    _ body: @escaping @Sendable (_ bytes: [UInt8], _ arrival: ContinuousClock.Instant) -> Void
  ) -> ChunkListening {
    ChunkListening(engine, body)
  }
}

/// Somebody who hears the bytes of a receiver.
package final class ChunkListening: Sendable {
  private let engine: ReceiverEngine
  private let token: Int

  fileprivate init(
    _ engine: ReceiverEngine, _ body: @escaping @Sendable ([UInt8], ContinuousClock.Instant) -> Void
  ) {
    self.engine = engine
    token = engine.chunks.withLock { $0.add(body) }
  }

  deinit { cancel() }

  /// Ends it; a call that is under way is not waited for.
  package func cancel() {
    // What the closure holds dies outside the lock.
    _ = engine.chunks.withLock { $0.remove(token) }
  }
}

/// Those who hear bytes.
struct ChunkTable: Sendable {
  typealias Body = @Sendable ([UInt8], ContinuousClock.Instant) -> Void

  private var entries: [(token: Int, body: Body)] = []
  private var next = 0

  /// Nil where nobody listens: then nothing is copied.
  var all: [Body]? { entries.isEmpty ? nil : entries.map(\.body) }

  mutating func add(_ body: @escaping Body) -> Int {
    next += 1
    entries.append((next, body))
    return next
  }

  mutating func remove(_ token: Int) -> Body? {
    guard let index = entries.firstIndex(where: { $0.token == token }) else { return nil }
    return entries.remove(at: index).body
  }
}
