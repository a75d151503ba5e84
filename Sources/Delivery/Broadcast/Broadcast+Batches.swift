extension Broadcast {
  /// Registers a consumer that gets all that piled up as one array, oldest first.
  ///
  /// An array is never empty. At most `limit` elements wait; beyond that the oldest are dropped, and counted.
  public func batches(limit: Int, replayLatest: Bool = false) -> Batches<Element, Failure> {
    batches(.newest(limit), replayLatest: replayLatest)
  }

  /// Registers a consumer that gets as one array all that its buffering has kept, oldest first.
  public func batches(_ buffering: Buffering, replayLatest: Bool = false) -> Batches<Element, Failure> {
    Batches(subscription: subscribe(buffering, replayLatest: replayLatest))
  }
}

/// What piled up while the consumer was busy, as one array at a time.
public struct Batches<Element: Sendable, Failure: Error>: AsyncSequence, AsyncIteratorProtocol, Sendable {
  let subscription: Subscription<Element, Failure>

  /// The one iterator of this subscription.
  public func makeAsyncIterator() -> Batches { self }

  /// Leaves: what waits is lost, and the loop ends.
  public func cancel() { subscription.cancel() }

  /// How many elements this consumer has lost.
  public var droppedCount: Int { subscription.droppedCount }

  /// The next batch, when there is one; nil at the end.
  public func next(isolation: isolated (any Actor)? = #isolation) async throws(Failure) -> [Element]? {
    try await subscription.nextBatch(isolation: isolation)
  }

  /// The next batch, when there is one; nil at the end.
  public func next() async throws(Failure) -> [Element]? {
    try await subscription.nextBatch(isolation: #isolation)
  }
}
