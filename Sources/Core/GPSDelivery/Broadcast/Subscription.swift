import GPSSystemCalls

/// A consumer's subscription to a broadcast, registered as soon as it exists.
///
/// It is a sequence for a single loop; subscribe again for a second loop. It ends when it is released, when
/// ``cancel()`` is called, or when the task that waits for it is canceled. In all three cases its buffered
/// elements are lost, and other consumers are not affected.
public final class Subscription<Element: Sendable, Failure: Error>: AsyncSequence, AsyncIteratorProtocol,
  Sendable
{
  private let hub: Hub
  private let index: Int
  private let seat: Seat
  /// Transforms the elements sent; nil if they are passed on as they are.
  private let translation: Translation<Element>?
  /// An object that lives as long as this consumer.
  private let owner: (any AnyObject & Sendable)?

  init(
    _ hub: Hub, at index: Int, translation: Translation<Element>? = nil,
    owner: (any AnyObject & Sendable)? = nil
  ) {
    (self.hub, self.index) = (hub, index)
    seat = Seat(hub, number: index)
    (self.translation, self.owner) = (translation, owner)
  }

  deinit { hub.vacate(index) }

  /// Ends the subscription: buffered elements are lost, and the loop ends.
  public func cancel() {
    hub.close(index)
    translation?.end()
  }

  /// The number of elements that this consumer has lost to its own buffering.
  public var droppedCount: Int { hub.dropped(index) }

  /// Returns the only iterator of this subscription.
  public func makeAsyncIterator() -> Subscription { self }

  /// Waits for the next element; returns nil at the end and for a canceled task.
  public func next(isolation: isolated (any Actor)? = #isolation) async throws(Failure) -> Element? {
    while !Task.isCancelled {
      if let element = translation?.takeFirst() { return element }
      switch hub.take(index) {
      case .parcel(let parcel):
        guard let translation else { return Self.open(parcel) }
        translation.add([parcel])
      case .end(let ending): return try Self.end(ending)
      case .nothing: await hub.wait(index, in: seat, isolation: isolation)
      }
    }
    cancel()
    return nil
  }

  /// Waits for the next element; returns nil at the end and for a canceled task.
  public func next() async throws(Failure) -> Element? { try await next(isolation: #isolation) }

  /// Waits for elements and returns all of them; returns nil at the end and for a canceled task.
  func nextBatch(isolation: isolated (any Actor)?) async throws(Failure) -> [Element]? {
    while !Task.isCancelled {
      // All at once, so that a batch never exceeds the buffering's limit.
      let batch = elements(of: hub.takeAll(index))
      guard batch.isEmpty else { return batch }
      switch hub.take(index) {
      case .parcel(let parcel):
        let batch = elements(of: [parcel])
        if !batch.isEmpty { return batch }
      case .end(let ending): return try Self.end(ending)
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

  /// Returns the element in a parcel of this hub.
  static func open(_ parcel: AnyParcel) -> Element {
    // Only `Broadcast.send` with the same element type puts parcels in the hub, so the class is known.
    unsafe unsafeDowncast(parcel, to: Parcel<Element>.self).content
  }

  private static func end<Answer>(_ ending: Ending) throws(Failure) -> Answer? {
    guard case .failed(let parcel) = ending else { return nil }
    // As above: only `Broadcast.finish(throwing:)` with the same failure type creates this parcel.
    throw unsafe unsafeDowncast(parcel, to: Parcel<Failure>.self).content
  }
}

/// Transforms parcels into a consumer's elements: none, one or several for each parcel.
final class Translation<Element: Sendable>: Sendable {
  private struct State: Sendable {
    /// Transformed elements that have not been read, with the next one last.
    var waiting: [Element] = []
    var isOver = false
  }

  private let translate: @Sendable (AnyParcel) -> [Element]
  private let state = Guarded(State())

  init(_ translate: @escaping @Sendable (AnyParcel) -> [Element]) { self.translate = translate }

  /// Puts elements before all transformed ones.
  func begin(with elements: [Element]) { state.withLock { $0.waiting += elements.reversed() } }

  func add(_ parcels: [AnyParcel]) {
    let elements = parcels.flatMap(translate)
    state.withLock { state in
      // The consumer may have left on another thread in the meantime.
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

  /// Drops the waiting elements, outside the lock, and all later ones.
  func end() {
    let lost = state.withLock { state in
      defer { state = State(isOver: true) }
      return state.waiting
    }
    withExtendedLifetime(lost) {}
  }
}

extension Broadcast {
  /// Registers a consumer that gets all buffered elements as an array, oldest first.
  ///
  /// An array is never empty. At most `limit` elements are buffered; beyond that the oldest are dropped.
  public func batches(limit: Int, replayLatest: Bool = false) -> Batches<Element, Failure> {
    batches(.newest(limit), replayLatest: replayLatest)
  }

  /// Registers a consumer that gets all elements kept by its buffering as an array, oldest first.
  public func batches(_ buffering: Buffering, replayLatest: Bool = false) -> Batches<Element, Failure> {
    Batches(subscription: subscribe(buffering, replayLatest: replayLatest))
  }
}

/// The elements that accumulated while the consumer was busy, as one array at a time.
public struct Batches<Element: Sendable, Failure: Error>: AsyncSequence, AsyncIteratorProtocol, Sendable {
  private let subscription: Subscription<Element, Failure>

  package init(subscription: Subscription<Element, Failure>) { self.subscription = subscription }

  /// Returns the only iterator of this subscription.
  public func makeAsyncIterator() -> Batches { self }

  /// Ends the subscription: buffered elements are lost, and the loop ends.
  public func cancel() { subscription.cancel() }

  /// The number of elements that this consumer has lost.
  public var droppedCount: Int { subscription.droppedCount }

  /// Waits for the next batch; returns nil at the end.
  public func next(isolation: isolated (any Actor)? = #isolation) async throws(Failure) -> [Element]? {
    try await subscription.nextBatch(isolation: isolation)
  }

  /// Waits for the next batch; returns nil at the end.
  public func next() async throws(Failure) -> [Element]? {
    try await subscription.nextBatch(isolation: #isolation)
  }
}
