internal import Delivery
import Locking

extension Receiver {
  /// Hears everything that this receiver tells, in the one order in which it happens.
  ///
  /// The broadcasts tell the same, each for itself: what came first of a fix and an event, they can't say. Whoever
  /// writes a log needs to know.
  ///
  /// - Parameters:
  ///   - sentences: Whether the text of each sentence is wanted, too.
  ///   - body: Called on the receiver's queue with what is told, and when the last byte before it came.
  /// - Returns: The listening, which wants the device open until it is cancelled or dropped.
  package func listen(
    sentences: Bool = false,
    _ body: @escaping @Sendable (ReceiverOutput, _ lastByte: ContinuousClock.Instant) -> Void
  ) -> ReceiverListening {
    ReceiverListening(self, sentences: sentences, body)
  }
}

/// Somebody who listens to all that a receiver tells; the receiver lives as long.
package final class ReceiverListening: Sendable {
  private let receiver: Receiver
  private let token: Int
  private let sentences: Subscription<ReceivedSentence, Never>?
  private let isOver = Guarded(false)

  fileprivate init(
    _ receiver: Receiver, sentences isWanted: Bool,
    _ body: @escaping @Sendable (ReceiverOutput, _ lastByte: ContinuousClock.Instant) -> Void
  ) {
    self.receiver = receiver
    let engine = receiver.engine
    token = engine.observe { [weak engine] output in
      guard let engine else { return }
      body(output, engine.core.withLock { $0.lastByte })
    }
    // Sentences are told while somebody has subscribed to them; what is kept for the subscriber is of no interest.
    sentences = isWanted ? receiver.sentences.subscribe(.latest) : nil
    engine.demand(.began)
  }

  deinit { cancel() }

  /// Ends it; a call that is under way is not waited for.
  package func cancel() {
    let wasOver = isOver.withLock { isOver in
      defer { isOver = true }
      return isOver
    }
    guard !wasOver else { return }
    receiver.engine.stopObserving(token)
    sentences?.cancel()
    receiver.engine.demand(.ended)
  }
}
