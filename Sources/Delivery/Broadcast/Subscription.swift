/// One consumer's place in a broadcast, registered from the moment it exists.
///
/// It is a sequence for one loop; for a second loop subscribe again. It goes when it is dropped, when
/// ``cancel()`` is called, or when the task that waits for it is cancelled. In all three cases what still
/// waits is lost, and other consumers are not affected.
public final class Subscription<Element: Sendable, Failure: Error>: AsyncSequence, AsyncIteratorProtocol,
  Sendable
{
  private let hub: Hub
  private let index: Int

  init(_ hub: Hub, at index: Int) {
    self.hub = hub
    self.index = index
  }

  deinit { hub.vacate(index) }

  /// Leaves: what waits is lost, and the loop ends.
  public func cancel() { hub.close(index) }

  /// How many elements this consumer has lost to its own buffering.
  public var droppedCount: Int { hub.dropped(index) }

  /// The one iterator of this subscription.
  public func makeAsyncIterator() -> Subscription { self }

  /// The next element, when there is one; nil at the end and for a cancelled task.
  public func next(isolation: isolated (any Actor)? = #isolation) async throws(Failure) -> Element? {
    while !Task.isCancelled {
      switch hub.take(index) {
      case .parcel(let parcel): return Self.open(parcel)
      case .end(let ending):
        try Self.end(ending)
        return nil
      case .nothing: await hub.wait(index)
      }
    }
    cancel()
    return nil
  }

  /// The next element, when there is one; nil at the end and for a cancelled task.
  public func next() async throws(Failure) -> Element? { try await next(isolation: #isolation) }

  /// All that waits, when there is something; nil at the end and for a cancelled task.
  func nextBatch(isolation: isolated (any Actor)?) async throws(Failure) -> [Element]? {
    while !Task.isCancelled {
      // All at once, so that a batch is never larger than what may wait.
      let waiting = hub.takeAll(index)
      guard waiting.isEmpty else { return waiting.map(Self.open) }
      switch hub.take(index) {
      case .parcel(let parcel): return [Self.open(parcel)]
      case .end(let ending):
        try Self.end(ending)
        return nil
      case .nothing: await hub.wait(index)
      }
    }
    cancel()
    return nil
  }

  /// The element in a parcel of this hub.
  static func open(_ parcel: AnyParcel) -> Element {
    // Only `Broadcast.send` of the same element type puts parcels into the hub, so the class is known.
    unsafe unsafeDowncast(parcel, to: Parcel<Element>.self).content
  }

  private static func end(_ ending: Ending) throws(Failure) {
    guard case .failed(let parcel) = ending else { return }
    // As above: only `Broadcast.finish(throwing:)` of the same failure type makes this parcel.
    throw unsafe unsafeDowncast(parcel, to: Parcel<Failure>.self).content
  }
}

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

/// The elements that piled up while the consumer was busy, as one array at a time.
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
