/// What a broadcast sends, for those who may only listen: nobody can send into it or end it.
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
/// Each loop over it registers a consumer of its own, which keeps the newest 256 elements while it is busy;
/// ``values(_:replayLatest:)`` and ``subscribe(_:replayLatest:)`` keep another number.
public struct BroadcastStream<Element: Sendable, Failure: Error>: AsyncSequence, Sendable {
  /// The consumer of one loop.
  public typealias AsyncIterator = Subscription<Element, Failure>

  private let source: Broadcast<Element, Failure>

  init(_ source: Broadcast<Element, Failure>) { self.source = source }

  /// Registers the consumer of a loop that begins.
  public func makeAsyncIterator() -> Subscription<Element, Failure> { source.subscribe(.newest(256)) }

  /// How many consumers listen.
  public var subscriberCount: Int { source.subscriberCount }

  /// The element sent last, kept for later subscribers.
  public var latest: Element? { source.latest }

  /// Registers a consumer, at once; see ``Broadcast/subscribe(_:replayLatest:)``.
  public func subscribe(
    _ buffering: Buffering, replayLatest: Bool = false
  ) -> Subscription<Element, Failure> {
    source.subscribe(buffering, replayLatest: replayLatest)
  }

  /// Registers a consumer that keeps an object alive, at once.
  package func subscribe(
    _ buffering: Buffering, replayLatest: Bool = false, keepingAlive owner: any AnyObject & Sendable
  ) -> Subscription<Element, Failure> {
    source.subscribe(buffering, replayLatest: replayLatest, keepingAlive: owner)
  }

  /// Registers a consumer of what a closure makes of each element, at once.
  package func subscribe<Made: Sendable>(
    _ buffering: Buffering, replayLatest: Bool = false, keepingAlive owner: any AnyObject & Sendable,
    beginning: () -> [Made] = { [] }, translate: @escaping @Sendable (Element) -> [Made]
  ) -> Subscription<Made, Failure> {
    source.subscribe(
      buffering, replayLatest: replayLatest, keepingAlive: owner, beginning: beginning, translate: translate)
  }

  /// A sequence that any number of loops may run over, each with its own subscription; registered when a loop begins.
  public func values(
    _ buffering: Buffering, replayLatest: Bool = false
  ) -> Deliveries<Subscription<Element, Failure>> {
    source.values(buffering, replayLatest: replayLatest)
  }

  /// Registers a consumer that gets all that piled up as one array, oldest first; the newest `limit` elements are kept.
  public func batches(limit: Int, replayLatest: Bool = false) -> Batches<Element, Failure> {
    source.batches(limit: limit, replayLatest: replayLatest)
  }

  /// Registers a consumer that gets as one array all that its buffering has kept, oldest first.
  public func batches(_ buffering: Buffering, replayLatest: Bool = false) -> Batches<Element, Failure> {
    source.batches(buffering, replayLatest: replayLatest)
  }
}

extension Broadcast {
  /// The same elements, for those who may only listen.
  public var stream: BroadcastStream<Element, Failure> { BroadcastStream(self) }
}
