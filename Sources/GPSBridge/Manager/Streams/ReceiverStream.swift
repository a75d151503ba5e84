public import Delivery

/// One kind of thing that a receiver tells, for as many loops as you like.
///
/// ```swift
/// for await fix in manager.fixes { print(fix.mode) }
/// for await sentence in manager.sentences.keeping(.unbounded) { log.append(sentence.text) }
/// ```
///
/// A loop is demand, except over events: the receiver is opened for it. It keeps the manager alive.
public struct ReceiverStream<Element: Sendable>: AsyncSequence, Sendable {
  /// It outlives every fault.
  public typealias Failure = Never

  let owner: any AnyObject & Sendable
  let source: Broadcast<Element, Never>
  let buffering: Buffering
  /// Whether a new consumer begins with what was told last.
  var replaysLatest: @Sendable () -> Bool = { false }

  /// The same stream, which keeps something else for a consumer that is busy.
  public func keeping(_ buffering: Buffering) -> ReceiverStream {
    ReceiverStream(owner: owner, source: source, buffering: buffering, replaysLatest: replaysLatest)
  }

  /// Registers a new consumer, at once: nothing that is told after this call is missed.
  public func subscribe() -> Iterator {
    Iterator(owner: owner, subscription: source.subscribe(buffering, replayLatest: replaysLatest()))
  }

  /// Registers a new consumer.
  public func makeAsyncIterator() -> Iterator { subscribe() }

  /// One consumer, registered from the moment it exists; it goes when it is dropped or cancelled.
  public struct Iterator: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let owner: any AnyObject & Sendable
    let subscription: Subscription<Element, Never>

    /// Leaves: what waits is lost, and the loop ends.
    public func cancel() { subscription.cancel() }

    /// How many elements this consumer has lost to its own buffering.
    public var droppedCount: Int { subscription.droppedCount }

    /// The one iterator of this subscription.
    public func makeAsyncIterator() -> Iterator { self }

    /// The next element, when there is one; nil at the end and for a cancelled task.
    public func next(isolation: isolated (any Actor)? = #isolation) async -> Element? {
      await subscription.next(isolation: isolation)
    }

    /// The next element, when there is one; nil at the end and for a cancelled task.
    public func next() async -> Element? { await subscription.next(isolation: #isolation) }
  }
}
