/// A sequence for any number of loops, each of which registers its own consumer.
///
/// ```swift
/// let values: Deliveries<Subscription<Int, Never>> = hub.keeping(.newest(10))
/// Task { for await value in values { log(value) } }
/// Task { for await value in values.keeping(.latest) { show(value) } }
/// ```
///
/// The sequence itself costs nothing: a loop's consumer is registered when the loop starts, and misses
/// earlier elements. To miss nothing, register the consumer right away with ``subscribe()``.
public struct Deliveries<Consumer: AsyncIteratorProtocol & Sendable>: AsyncSequence, Sendable {
  /// The elements of its consumers.
  public typealias Element = Consumer.Element
  /// The error with which its consumers may end.
  public typealias Failure = Consumer.Failure

  private let buffering: Buffering
  private let register: @Sendable (Buffering) -> Consumer

  /// Creates a sequence whose consumers a closure registers.
  package init(_ buffering: Buffering, register: @escaping @Sendable (Buffering) -> Consumer) {
    (self.buffering, self.register) = (buffering, register)
  }

  /// Returns the same sequence with a different buffering.
  public func keeping(_ buffering: Buffering) -> Deliveries { Deliveries(buffering, register: register) }

  /// Registers a consumer before returning, so that no element sent after this call is missed.
  public func subscribe() -> Consumer { register(buffering) }

  /// Registers a consumer with a different buffering before returning.
  public func subscribe(_ buffering: Buffering) -> Consumer { register(buffering) }

  /// Registers the consumer of a loop.
  public func makeAsyncIterator() -> Consumer { subscribe() }
}

extension Broadcast {
  /// Returns a sequence for any number of loops, each with its own subscription.
  ///
  /// A loop's consumer is registered when the loop starts. To miss nothing before that, use
  /// ``subscribe(_:replayLatest:)``:
  /// ```swift
  /// let subscription = hub.subscribe(.unbounded)   // registered
  /// start()                                        // whatever it sends now is kept
  /// for await element in subscription { … }
  ///
  /// let values = hub.keeping(.unbounded)            // NOT registered
  /// start()                                        // whatever it sends now is missed
  /// for await element in values { … }              // registered here
  /// ```
  public func keeping(
    _ buffering: Buffering, replayLatest: Bool = false
  ) -> Deliveries<Subscription<Element, Failure>> {
    Deliveries(buffering) { self.subscribe($0, replayLatest: replayLatest) }
  }
}
