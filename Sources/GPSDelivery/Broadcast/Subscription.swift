import GPSSystemCalls

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
  private let seat: Seat
  /// Makes the elements of what was sent; without it that is the elements.
  private let translation: Translation<Element>?
  /// Lives as long as this consumer.
  private let owner: (any AnyObject & Sendable)?

  init(
    _ hub: Hub, at index: Int, translation: Translation<Element>? = nil,
    owner: (any AnyObject & Sendable)? = nil
  ) {
    self.hub = hub
    self.index = index
    seat = Seat(hub, number: index)
    self.translation = translation
    self.owner = owner
  }

  deinit { hub.vacate(index) }

  /// Leaves: waiting elements are lost, and the loop ends.
  public func cancel() {
    hub.close(index)
    translation?.end()
  }

  /// How many elements this consumer has lost to its own buffering.
  public var droppedCount: Int { hub.dropped(index) }

  /// The one iterator of this subscription.
  public func makeAsyncIterator() -> Subscription { self }

  /// The next element, when there is one; nil at the end and for a cancelled task.
  public func next(isolation: isolated (any Actor)? = #isolation) async throws(Failure) -> Element? {
    while !Task.isCancelled {
      if let element = translation?.takeFirst() { return element }
      switch hub.take(index) {
      case .parcel(let parcel):
        guard let translation else { return Self.open(parcel) }
        translation.add([parcel])
      case .end(let ending):
        try Self.end(ending)
        return nil
      case .nothing: await hub.wait(index, in: seat, isolation: isolation)
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
      let batch = elements(of: hub.takeAll(index))
      guard batch.isEmpty else { return batch }
      switch hub.take(index) {
      case .parcel(let parcel):
        let batch = elements(of: [parcel])
        if !batch.isEmpty { return batch }
      case .end(let ending):
        try Self.end(ending)
        return nil
      case .nothing: await hub.wait(index, in: seat, isolation: isolation)
      }
    }
    cancel()
    return nil
  }

  private func elements(of parcels: [AnyParcel]) -> [Element] {
    guard let translation else { return parcels.map(Self.open) }
    translation.add(parcels)
    return translation.takeAll()
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

/// Makes a consumer's elements of what was sent to all: each parcel gives none, one or several.
final class Translation<Element: Sendable>: Sendable {
  private struct State: Sendable {
    /// The elements that were made and not taken yet, the next one at the end.
    var waiting: [Element] = []
    var isOver = false
  }

  private let translate: @Sendable (AnyParcel) -> [Element]
  private let state = Guarded(State())

  init(_ translate: @escaping @Sendable (AnyParcel) -> [Element]) { self.translate = translate }

  /// Puts elements before all that will be made.
  func begin(with elements: [Element]) { state.withLock { $0.waiting += elements.reversed() } }

  func add(_ parcels: [AnyParcel]) {
    let elements = parcels.flatMap(translate)
    state.withLock { state in
      // The consumer may have left on another thread while this was made.
      if !state.isOver { state.waiting = elements.reversed() + state.waiting }
    }
  }

  func takeFirst() -> Element? { state.withLock { $0.waiting.popLast() } }

  func takeAll() -> [Element] {
    state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting.reversed()
    }
  }

  /// Drops what waits, outside the lock, and all that will be made.
  func end() {
    let lost = state.withLock { state in
      defer { state = State(isOver: true) }
      return state.waiting
    }
    withExtendedLifetime(lost) {}
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
  private let subscription: Subscription<Element, Failure>

  /// Takes what a subscription is given as batches.
  package init(subscription: Subscription<Element, Failure>) { self.subscription = subscription }

  /// The one iterator of this subscription.
  public func makeAsyncIterator() -> Batches { self }

  /// Leaves: waiting elements are lost, and the loop ends.
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
