/// The receiving side of a broadcast, which can neither send nor finish.
///
/// An object that owns a ``Broadcast`` keeps it private and hands out its ``Broadcast/stream``:
///
/// ```swift
/// final class Oven: Sendable {
///   private let heat = Broadcast<Double, Never>()
///   var temperatures: BroadcastStream<Double, Never> { heat.stream }
/// }
/// for await degrees in oven.temperatures { print(degrees) }
/// // oven.temperatures.finish() does not compile
/// ```
///
/// Each loop over it registers its own consumer, which keeps the newest 256 elements while it is busy;
/// ``keeping(_:replayLatest:)`` and ``subscribe(_:replayLatest:)`` allow other choices.
public struct BroadcastStream<Element: Sendable, Failure: Error>: AsyncSequence, Sendable {
  /// The consumer of one loop.
  public typealias AsyncIterator = Subscription<Element, Failure>

  private let source: Broadcast<Element, Failure>

  init(_ source: Broadcast<Element, Failure>) { self.source = source }

  /// Registers the consumer of a loop.
  public func makeAsyncIterator() -> Subscription<Element, Failure> { source.subscribe(.newest(256)) }

  /// The number of consumers.
  public var subscriberCount: Int { source.subscriberCount }

  /// The last element sent, kept for later subscribers.
  public var latest: Element? { source.latest }

  /// Registers a consumer that keeps the newest 256 elements before returning.
  public func subscribe() -> Subscription<Element, Failure> { makeAsyncIterator() }

  /// Registers a consumer before returning; see ``Broadcast/subscribe(_:replayLatest:)``.
  public func subscribe(
    _ buffering: Buffering, replayLatest: Bool = false
  ) -> Subscription<Element, Failure> { source.subscribe(buffering, replayLatest: replayLatest) }

  /// Registers a consumer that keeps an object alive.
  package func subscribe(
    _ buffering: Buffering, replayLatest: Bool = false, keepingAlive owner: any AnyObject & Sendable
  ) -> Subscription<Element, Failure> {
    source.subscribe(buffering, replayLatest: replayLatest, keepingAlive: owner)
  }

  /// Registers a consumer of transformed elements.
  package func subscribe<Made: Sendable>(
    _ buffering: Buffering, replayLatest: Bool = false, keepingAlive owner: any AnyObject & Sendable,
    beginning: () -> [Made] = { [] }, translate: @escaping @Sendable (Element) -> [Made]
  ) -> Subscription<Made, Failure> {
    source.subscribe(
      buffering, replayLatest: replayLatest, keepingAlive: owner, beginning: beginning, translate: translate)
  }

  /// Returns a sequence for any number of loops, each with its own subscription from the loop's start.
  public func keeping(
    _ buffering: Buffering, replayLatest: Bool = false
  ) -> Deliveries<Subscription<Element, Failure>> { source.keeping(buffering, replayLatest: replayLatest) }

  /// Registers a consumer that gets its buffered elements, the newest `limit`, as an array, oldest first.
  public func batches(limit: Int, replayLatest: Bool = false) -> Batches<Element, Failure> {
    source.batches(limit: limit, replayLatest: replayLatest)
  }

  /// Registers a consumer that gets all elements kept by its buffering as an array, oldest first.
  public func batches(_ buffering: Buffering, replayLatest: Bool = false) -> Batches<Element, Failure> {
    source.batches(buffering, replayLatest: replayLatest)
  }
}

extension Broadcast {
  /// The receiving side of the broadcast, with the same elements.
  public var stream: BroadcastStream<Element, Failure> { BroadcastStream(self) }
}
