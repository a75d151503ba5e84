internal import GPSDelivery
import GPSSystemCalls

extension Receiver {
  /// Calls a closure with everything that this receiver tells, in order, as soon as it happens.
  ///
  /// ```swift
  /// let listening = receiver.onReport(including: .verdicts) { report in log.append("\(report)") }
  /// …
  /// listening.cancel()
  /// ```
  ///
  /// This is the same order as that of ``reports``, without a mailbox in between: nothing is dropped, and a slow
  /// closure holds up all receivers on its event loop. Where the work takes time, use ``reports``.
  ///
  /// - Parameters:
  ///   - extras: Reports that are made only on demand: the text of sentences, binary messages, and verdicts.
  ///   - body: Called on the receiver's loop; it must be quick.
  /// - Returns: The listening. It keeps the device open until it is cancelled or dropped.
  public func onReport(
    including extras: Report.Extras = [], _ body: @escaping @Sendable (Report) -> Void
  ) -> ReceiverListening {
    let (receiver, engine) = (self, engine)
    let token = engine.observe { report in
      switch report {
      // Another listener may have asked for them.
      case .sentence where !extras.contains(.sentences), .message where !extras.contains(.messages),
        .verdict where !extras.contains(.verdicts):
        break
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

  /// Calls a closure with the bytes of the device as they come, before they are decoded.
  ///
  /// Recorders and raw views need this: it also has the bytes that make no sentence, and those that came while the
  /// speed of the line was being detected. It does not open the device by itself.
  ///
  /// - Parameter body: Called on the receiver's loop with the bytes and the moment of their arrival; it must be quick.
  /// - Returns: The listening, which lasts until it is cancelled or dropped. Bytes are copied only while somebody
  ///   listens.
  public func onBytes(
    _ body: @escaping @Sendable (_ bytes: [UInt8], _ arrival: ContinuousClock.Instant) -> Void
  ) -> ReceiverListening {
    let engine = engine
    let token = engine.listen(body)
    return ReceiverListening { engine.stopListening(token) }
  }
}

/// A closure that hears a receiver, until it is cancelled or dropped.
///
/// ```swift
/// let listening = receiver.onReport { print($0) }   // hears
/// _ = receiver.onReport { print($0) }               // WRONG: dropped at once, hears nothing
/// ```
public final class ReceiverListening: Sendable {
  private let end: Guarded<(@Sendable () -> Void)?>

  init(_ end: @escaping @Sendable () -> Void) { self.end = Guarded(end) }

  deinit { cancel() }

  /// Ends it; a call that is under way is not waited for.
  public func cancel() {
    let end = end.withLock { end in
      defer { end = nil }
      return end
    }
    end?()
  }
}

/// The closures that are called on a receiver's loop, in the order in which they came.
///
/// To hand a table out costs no more than a reference: it is copied only where it changes meanwhile.
struct ClosureTable<Body: Sendable>: Sendable {
  private(set) var entries: [(token: Int, body: Body)] = []
  private var next = 0

  var isEmpty: Bool { entries.isEmpty }

  mutating func add(_ body: Body) -> Int {
    next += 1
    entries.append((next, body))
    return next
  }

  /// Takes all out.
  mutating func removeAll() -> [Body] {
    defer { entries = [] }
    return entries.map(\.body)
  }

  /// Takes one out and hands it over, so that it can die elsewhere.
  mutating func remove(_ token: Int) -> Body? {
    guard let index = entries.firstIndex(where: { $0.token == token }) else { return nil }
    return entries.remove(at: index).body
  }
}

typealias ObserverTable = ClosureTable<@Sendable (Report) -> Void>
typealias ChunkTable = ClosureTable<@Sendable ([UInt8], ContinuousClock.Instant) -> Void>
