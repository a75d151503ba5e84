/// One source, any number of consumers, each at its own pace.
///
/// ```swift
/// let temperatures = Broadcast<Double, Never>()
/// let log = temperatures.subscribe(.unbounded)    // every one
/// let dial = temperatures.subscribe(.latest)      // only the newest
/// temperatures.send(21.5)
/// temperatures.finish()
/// for await degrees in log { print(degrees) }     // 21.5
/// ```
///
/// These guarantees hold with any number of threads:
///
/// - A consumer is registered when ``subscribe(_:replayLatest:)`` returns; nothing sent after that is lost to
///   it otherwise than by its own ``Buffering``, and that is counted.
/// - All consumers see the same order.
/// - Sending never waits for a consumer: one that never reads costs the others nothing.
/// - The end is final. Later subscribers see it at once; a failure is thrown once to each consumer.
/// - No code of yours runs under the lock, and no object of yours dies under it.
///
/// Dropping the broadcast finishes it.
public final class Broadcast<Element: Sendable, Failure: Error>: Sendable {
  private let hub: Hub

  /// Makes a broadcast without consumers.
  ///
  /// - Parameters:
  ///   - attendance: Is told when the consumers are at work.
  ///   - onDemand: Called when the first consumer has come and when the last one has gone, always in
  ///     turn, never twice at a time. It may run on the thread of any consumer, and a `subscribe` on one thread
  ///     may return while another thread is still reporting.
  public init(attendance: Attendance? = nil, onDemand: (@Sendable (Demand) -> Void)? = nil) {
    hub = Hub(attendance: attendance, onDemand: onDemand)
  }

  deinit { finish() }

  /// Sends an element to all consumers.
  public func send(_ element: Element) { hub.send(Parcel(element)) }

  /// Ends the stream for all, after what they still have to read.
  public func finish() { hub.finish(.finished) }

  /// Ends the stream for all with an error, after what they still have to read.
  public func finish(throwing failure: Failure) { hub.finish(.failed(Parcel(failure))) }

  /// How many consumers listen.
  public var subscriberCount: Int { hub.open }

  /// The element sent last, kept for later subscribers.
  public var latest: Element? { hub.latest.map(Subscription<Element, Failure>.open) }

  /// Registers a consumer, at once.
  ///
  /// The buffering says what is kept while it is busy. With `replayLatest` it begins with the element that
  /// was sent last, if there was one.
  public func subscribe(
    _ buffering: Buffering, replayLatest: Bool = false
  ) -> Subscription<Element, Failure> {
    Subscription(hub, at: hub.subscribe(buffering, replayLatest: replayLatest))
  }

  /// Registers a consumer that keeps an object alive, at once.
  package func subscribe(
    _ buffering: Buffering, replayLatest: Bool = false, keepingAlive owner: any AnyObject & Sendable
  ) -> Subscription<Element, Failure> {
    Subscription(hub, at: hub.subscribe(buffering, replayLatest: replayLatest), owner: owner)
  }

  /// Registers a consumer of what a closure makes of each element, at once.
  ///
  /// - Parameters:
  ///   - buffering: Counts the elements that were sent, not those that are made of them.
  ///   - replayLatest: Begins with the element that was sent last, if there was one.
  ///   - owner: Lives as long as the consumer.
  ///   - beginning: Makes the first elements, after the consumer is registered: nothing falls between the two.
  ///   - translate: Runs in the consumer's task, one call at a time, in the order in which the elements were sent.
  /// - Returns: The consumer, which begins with the first elements.
  package func subscribe<Made: Sendable>(
    _ buffering: Buffering, replayLatest: Bool = false, keepingAlive owner: any AnyObject & Sendable,
    beginning: () -> [Made] = { [] }, translate: @escaping @Sendable (Element) -> [Made]
  ) -> Subscription<Made, Failure> {
    let translation = Translation<Made> { translate(Subscription<Element, Failure>.open($0)) }
    let index = hub.subscribe(buffering, replayLatest: replayLatest)
    translation.begin(with: beginning())
    return Subscription(hub, at: index, translation: translation, owner: owner)
  }
}

/// The elements that a busy consumer keeps, and those it is willing to lose.
///
/// Every consumer chooses for itself, and its choice affects no other. There is no default: losing data is wrong for
/// some consumers, and growing without bound for others.
public enum Buffering: Sendable, Hashable {
  /// Keeps the newest so many elements and drops the oldest.
  case newest(Int)
  /// Keeps the oldest so many elements and drops what arrives.
  case oldest(Int)
  /// Keeps everything: for a consumer that is known to keep up.
  case unbounded

  /// Keeps only the newest element.
  public static var latest: Buffering { .newest(1) }

  /// How many elements may wait.
  var limit: Int {
    switch self {
    case .newest(let limit), .oldest(let limit): limit
    case .unbounded: .max
    }
  }
}

/// Whether there is any consumer: a source needs to know this to open and close its device.
public enum Demand: Sendable, Hashable {
  /// The first consumer has come.
  case began
  /// The last consumer has gone.
  case ended
}
