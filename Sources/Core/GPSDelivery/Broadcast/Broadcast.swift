import GPSSystemCalls

/// Sends the elements of one source to any number of consumers, each at its own pace.
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
/// - A consumer is registered when ``subscribe(_:replayLatest:)`` returns. After that, it loses elements only
///   through its own ``Buffering``, and the losses are counted.
/// - All consumers see the same order.
/// - Sending never waits for a consumer; a consumer that never reads does not slow others down.
/// - The end is final. Later subscribers see it at once; each consumer throws a failure once.
/// - The lock is not held while your code runs or your objects are released.
///
/// Dropping the broadcast finishes it.
public final class Broadcast<Element: Sendable, Failure: Error>: Sendable {
  private let hub: Hub
  /// Extracts the element from a parcel sent to a view; nil if elements are sent.
  private let find: (@Sendable (AnyParcel) -> Element?)?

  /// Creates a broadcast without consumers.
  ///
  /// - Parameter onDemand: Called after the first consumer subscribes and after the last one leaves,
  ///   alternately and never concurrently. It may run on the thread of any consumer, and a `subscribe` on one
  ///   thread may return while another thread is still calling it.
  public convenience init(onDemand: (@Sendable (Demand) -> Void)? = nil) {
    self.init(attendance: nil, onDemand: onDemand)
  }

  /// Creates a broadcast whose consumers an attendance tracks.
  package init(attendance: Attendance?, onDemand: (@Sendable (Demand) -> Void)? = nil) {
    hub = Hub(attendance: attendance, onDemand: onDemand)
    find = nil
  }

  /// Creates a view of another broadcast, which also sends its parcels to the view.
  ///
  /// A consumer makes its element when it reads, so without consumers nothing is copied.
  package init<Whole: Sendable>(
    attendance: Attendance?, onDemand: @escaping @Sendable (Demand) -> Void,
    of find: @escaping @Sendable (Whole) -> Element?
  ) {
    hub = Hub(attendance: attendance, onDemand: onDemand)
    self.find = { find(Subscription<Whole, Never>.open($0)) }
  }

  deinit { finish() }

  /// Sends an element to all consumers.
  public func send(_ element: Element) {
    precondition(find == nil, "a view gets the parcels of its whole")
    hub.send(Parcel(element))
  }

  /// Sends a parcel that ``wrapped(_:)`` returned, here or in a view.
  package func send(parcel: any AnyObject & Sendable) { hub.send(parcel) }

  // Inlinable: the caller knows the parcel's type, which takes the runtime longer than the rest.
  /// Wraps an element that is sent in several broadcasts.
  @inlinable package func wrapped(_ element: Element) -> any AnyObject & Sendable { Parcel(element) }

  /// Ends the stream for all consumers, after their buffered elements.
  public func finish() { hub.finish(.finished) }

  /// Ends the stream for all consumers with an error, after their buffered elements.
  public func finish(throwing failure: Failure) { hub.finish(.failed(Parcel(failure))) }

  /// The number of consumers.
  public var subscriberCount: Int { hub.open }

  /// The last element sent, kept for later subscribers.
  public var latest: Element? { hub.latest.flatMap(open) }

  private var open: @Sendable (AnyParcel) -> Element? { find ?? { Subscription<Element, Failure>.open($0) } }

  private var translation: Translation<Element>? {
    find.map { find in Translation { find($0).map { [$0] } ?? [] } }
  }

  /// Registers a consumer before returning.
  ///
  /// The buffering determines which elements are kept while the consumer is busy. With `replayLatest`, it
  /// starts with the last element sent, if any.
  public func subscribe(
    _ buffering: Buffering, replayLatest: Bool = false
  ) -> Subscription<Element, Failure> {
    Subscription(hub, at: hub.subscribe(buffering, replayLatest: replayLatest), translation: translation)
  }

  /// Registers a consumer that keeps an object alive.
  package func subscribe(
    _ buffering: Buffering, replayLatest: Bool = false, keepingAlive owner: any AnyObject & Sendable
  ) -> Subscription<Element, Failure> {
    let index = hub.subscribe(buffering, replayLatest: replayLatest)
    return Subscription(hub, at: index, translation: translation, owner: owner)
  }

  /// Registers a consumer of transformed elements.
  ///
  /// - Parameters:
  ///   - buffering: Limits the elements sent, before the transformation.
  ///   - replayLatest: Whether to start with the last element sent, if any.
  ///   - owner: An object that lives as long as the consumer.
  ///   - beginning: Returns the first elements. It runs after the registration, so that no element is missed
  ///     in between.
  ///   - translate: Transforms an element. It runs in the consumer's task, one call at a time, in the order
  ///     of sending.
  /// - Returns: The consumer, which starts with the first elements.
  package func subscribe<Made: Sendable>(
    _ buffering: Buffering, replayLatest: Bool = false, keepingAlive owner: any AnyObject & Sendable,
    beginning: () -> [Made] = { [] }, translate: @escaping @Sendable (Element) -> [Made]
  ) -> Subscription<Made, Failure> {
    let translation = Translation<Made> { [open] in open($0).map(translate) ?? [] }
    let index = hub.subscribe(buffering, replayLatest: replayLatest)
    translation.begin(with: beginning())
    return Subscription(hub, at: index, translation: translation, owner: owner)
  }
}

/// A choice of the elements that are kept while a consumer is busy.
///
/// Each consumer chooses for itself, without affecting others. There is no default: losing data is wrong for
/// some consumers, and growing without bound for others.
public enum Buffering: Sendable, Hashable {
  /// Keeps the newest N elements and drops the oldest.
  case newest(Int)
  /// Keeps the oldest N elements and drops new ones.
  case oldest(Int)
  /// Keeps all elements; the consumer must keep up.
  case unbounded

  /// Keeps only the newest element.
  public static var latest: Buffering { .newest(1) }

  /// The maximum number of buffered elements.
  var limit: Int {
    switch self {
    case .newest(let limit), .oldest(let limit): limit
    case .unbounded: .max
    }
  }
}

/// Whether a broadcast has consumers, so that a source can open and close its device.
public enum Demand: Sendable, Hashable {
  /// The first consumer has come.
  case began
  /// The last consumer has left.
  case ended
}

/// Guards a table with a lock, and performs the work that its steps defer.
final class Hub: WaitingRoom {
  private let table: Guarded<MailboxTable>
  private let onDemand: (@Sendable (Demand) -> Void)?
  private let attendance: Attendance?

  init(attendance: Attendance?, onDemand: (@Sendable (Demand) -> Void)?) {
    self.attendance = attendance
    table = Guarded(MailboxTable(reportsDemand: onDemand != nil))
    self.onDemand = onDemand
  }

  var open: Int { table.withLock { $0.open } }
  var latest: AnyParcel? { table.withLock { $0.latest } }

  func send(_ parcel: AnyParcel) {
    // The parcel that this one replaces is released after the lock.
    var latest: AnyParcel? = parcel
    if table.withLock({ $0.replaceLatest(&latest) }) { return }
    perform(table.withLock { $0.send(parcel) })
  }

  func finish(_ ending: Ending) { perform(table.withLock { $0.finish(ending) }) }

  func subscribe(_ buffering: Buffering, replayLatest: Bool) -> Int {
    precondition(buffering.limit > 0, "a consumer needs a buffer for at least one value")
    let (index, deferred) = table.withLock { $0.subscribe(buffering, replayLatest: replayLatest) }
    perform(deferred)
    return index
  }

  func close(_ index: Int) {
    perform(table.withLock { $0.close(index) })
    attendance?.tell()
  }

  func vacate(_ index: Int) {
    perform(table.withLock { $0.vacate(index) })
    attendance?.tell()
  }

  func dropped(_ index: Int) -> Int { table.withLock { $0.dropped(index) } }

  func take(_ index: Int) -> Mailbox.Finding {
    let finding = table.withLock { $0.take(index) }
    if case .end = finding { attendance?.tell() }
    return finding
  }

  func takeAll(_ index: Int) -> [AnyParcel] { table.withLock { $0.takeAll(index) } }

  /// Waits until there is something to read.
  ///
  /// A canceled task closes its mailbox, which wakes it.
  func wait(_ index: Int, in seat: Seat, isolation: isolated (any Actor)?) async {
    if let attendance {
      // Registered here, since this runs in the consumer's task; `park` may run elsewhere.
      let attendee = Attendee(attendance, self, index)
      table.withLock { $0.note(attendee, at: index) }
    }
    await seat.wait(isolation: isolation) { close(index) }
  }

  func park(_ waiter: Seat.Waiter, _ index: Int) -> Bool {
    // Check again under the lock: something may have arrived since the consumer looked.
    guard let watchers = table.withLock({ $0.park(waiter, at: index) }) else { return false }
    for watcher in watchers { watcher() }
    return true
  }

  private func perform(_ deferred: DeferredWork) {
    for waiter in deferred.waiters { waiter.resume() }
    guard deferred.reportsDemand, let onDemand else { return }
    while let edge = table.withLock({ $0.nextEdge() }) { onDemand(edge) }
  }
}
