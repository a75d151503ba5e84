internal import GPSDelivery
import GPSSystemCalls

extension Receiver {
  /// Calls a closure with each report of this receiver, in order and without delay.
  ///
  /// ```swift
  /// let listening = receiver.onReport(including: .verdicts) { report in log.append("\(report)") }
  /// …
  /// listening.cancel()
  /// ```
  ///
  /// The order is that of ``reports``, but there is no mailbox in between: nothing is dropped, and a slow
  /// closure delays all receivers on its event loop. For work that takes time, use ``reports``.
  ///
  /// - Parameters:
  ///   - extras: Reports that are made only on demand: the text of sentences, binary messages, and verdicts.
  ///   - body: Called on the receiver's loop; it must be quick.
  /// - Returns: The registration. It keeps the device open until it is canceled or released.
  public func onReport(
    including extras: Report.Extras = [], _ body: @escaping @Sendable (Report) -> Void
  ) -> ReceiverListening {
    let (receiver, engine) = (self, engine)
    let token = engine.observe { report in
      switch report {
      // They may have been made for another listener.
      case .sentence(let sentence) where !extras.includes(sentence.bytes): break
      case .message where !extras.contains(.messages), .verdict where !extras.contains(.verdicts): break
      default: body(report)
      }
    }
    engine.want(extras, .began)
    engine.demand(.began)
    return ReceiverListening {
      receiver.engine.stopObserving(token)
      receiver.engine.want(extras, .ended)
      receiver.engine.demand(.ended)
    }
  }

  /// Calls a closure with the device's raw bytes as they arrive, before the reports decoded from them.
  ///
  /// Recorders and raw views need this: it includes bytes that belong to no sentence, and bytes received
  /// while the speed was being detected. It does not open the device.
  ///
  /// - Parameter body: Called on the receiver's loop with the bytes and their arrival; it must be quick.
  /// - Returns: The registration, which lasts until it is canceled or released. Bytes are copied only while
  ///   there is one.
  public func onBytes(
    _ body: @escaping @Sendable (_ bytes: [UInt8], _ arrival: ContinuousClock.Instant) -> Void
  ) -> ReceiverListening {
    let engine = engine
    let token = engine.listen(body)
    return ReceiverListening { engine.stopListening(token) }
  }
}

/// A closure registered with a receiver, until it is canceled or released.
///
/// ```swift
/// let listening = receiver.onReport { print($0) }   // hears
/// _ = receiver.onReport { print($0) }               // WRONG: dropped at once, hears nothing
/// ```
public final class ReceiverListening: Sendable {
  private let end: Guarded<(@Sendable () -> Void)?>

  init(_ end: @escaping @Sendable () -> Void) { self.end = Guarded(end) }

  deinit { cancel() }

  /// Removes the closure; does not wait for a call in progress.
  public func cancel() {
    let end = end.withLock { end in
      defer { end = nil }
      return end
    }
    end?()
  }
}

/// The closures that are called on a receiver's loop, in the order of their registration.
///
/// Returning a table only retains its storage; it is copied only if it changes meanwhile.
struct ClosureTable<Body: Sendable>: Sendable {
  private(set) var entries: [(token: Int, body: Body)] = []
  private var next = 0

  var isEmpty: Bool { entries.isEmpty }

  mutating func add(_ body: Body) -> Int {
    next += 1
    entries.append((next, body))
    return next
  }

  /// Removes and returns all closures, so that the caller can release them outside a lock.
  mutating func removeAll() -> [Body] {
    defer { entries = [] }
    return entries.map(\.body)
  }

  /// Removes and returns a closure, so that the caller can release it outside a lock.
  mutating func remove(_ token: Int) -> Body? {
    guard let index = entries.firstIndex(where: { $0.token == token }) else { return nil }
    return entries.remove(at: index).body
  }
}

typealias ObserverTable = ClosureTable<@Sendable (Report) -> Void>
typealias ChunkTable = ClosureTable<@Sendable ([UInt8], ContinuousClock.Instant) -> Void>
