/// A sequence that any number of loops may run over: each of them registers a consumer of its own.
///
/// ```swift
/// let values: Deliveries<Subscription<Int, Never>> = hub.values(.newest(10))
/// Task { for await value in values { log(value) } }
/// Task { for await value in values.keeping(.latest) { show(value) } }
/// ```
///
/// It is a description, and costs nothing: a loop is registered when it begins. What is sent before that is missed; to
/// miss nothing, take the consumer at once with ``subscribe()``.
public struct Deliveries<Consumer: AsyncIteratorProtocol & Sendable>: AsyncSequence, Sendable {
  /// The elements of its consumers.
  public typealias Element = Consumer.Element
  /// The error with which its consumers may end.
  public typealias Failure = Consumer.Failure

  private let buffering: Buffering
  private let register: @Sendable (Buffering) -> Consumer

  /// Describes consumers that a closure registers.
  package init(_ buffering: Buffering, register: @escaping @Sendable (Buffering) -> Consumer) {
    self.buffering = buffering
    self.register = register
  }

  /// The same sequence, which keeps something else for a loop that is busy.
  public func keeping(_ buffering: Buffering) -> Deliveries { Deliveries(buffering, register: register) }

  /// Registers a consumer, at once: nothing that is sent after this call is missed.
  public func subscribe() -> Consumer { register(buffering) }

  /// Registers the consumer of a loop that begins.
  public func makeAsyncIterator() -> Consumer { subscribe() }
}

extension Broadcast {
  /// A sequence that any number of loops may run over, each with its own subscription.
  ///
  /// A loop is registered when it begins. What must not be missed before that wants
  /// ``subscribe(_:replayLatest:)``:
  ///
  /// ```swift
  /// let subscription = hub.subscribe(.unbounded)   // registered
  /// start()                                        // whatever it sends now is kept
  /// for await element in subscription { … }
  ///
  /// let values = hub.values(.unbounded)            // NOT registered
  /// start()                                        // whatever it sends now is missed
  /// for await element in values { … }              // registered here
  /// ```
  public func values(
    _ buffering: Buffering, replayLatest: Bool = false
  ) -> Deliveries<Subscription<Element, Failure>> {
    Deliveries(buffering) { self.subscribe($0, replayLatest: replayLatest) }
  }
}
