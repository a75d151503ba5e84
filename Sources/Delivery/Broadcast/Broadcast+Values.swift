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
  public func values(_ buffering: Buffering, replayLatest: Bool = false) -> Values {
    Values(source: self, buffering: buffering, replayLatest: replayLatest)
  }

  /// The elements of a broadcast, for as many loops as you like.
  public struct Values: AsyncSequence, Sendable {
    let source: Broadcast
    let buffering: Buffering
    let replayLatest: Bool

    /// Registers a new consumer.
    public func makeAsyncIterator() -> Subscription<Element, Failure> {
      source.subscribe(buffering, replayLatest: replayLatest)
    }
  }
}
