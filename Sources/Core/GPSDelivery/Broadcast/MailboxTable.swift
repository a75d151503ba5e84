/// The state of a broadcast: its consumers, their waiting parcels, and the ending.
///
/// A plain value without locks, tasks or callbacks. Each step returns the work to do outside the lock.
struct MailboxTable: Sendable {
  private var mailboxes: [Mailbox] = []
  private var vacancies: [Int] = []
  private(set) var open = 0
  private(set) var latest: AnyParcel?
  private var ending: Ending?

  private let reports: Bool
  private var edges: [Demand] = []
  private var isReporting = false

  /// - Parameter reportsDemand: Whether to report the first consumer's arrival and the last one's departure.
  init(reportsDemand: Bool) { reports = reportsDemand }

  /// Exchanges the latest parcel; false after the end, or if consumers must be offered the new one.
  mutating func replaceLatest(_ parcel: inout AnyParcel?) -> Bool {
    guard mailboxes.isEmpty, ending == nil else { return false }
    swap(&latest, &parcel)
    return true
  }

  mutating func send(_ parcel: AnyParcel) -> DeferredWork {
    var deferred = DeferredWork()
    guard ending == nil else { return deferred }
    let previous = latest
    if let previous { deferred.discard(previous) }
    latest = parcel
    for index in mailboxes.indices { mailboxes[index].offer(parcel, after: previous, &deferred) }
    return deferred
  }

  /// Ends the stream for all consumers, once.
  mutating func finish(_ ending: Ending) -> DeferredWork {
    var deferred = DeferredWork()
    guard self.ending == nil else { return deferred }
    self.ending = ending
    for index in mailboxes.indices { mailboxes[index].end(ending, &deferred) }
    if open > 0 {
      open = 0
      edge(.ended, &deferred)
    }
    return deferred
  }

  mutating func subscribe(_ buffering: Buffering, replayLatest: Bool) -> (index: Int, DeferredWork) {
    var deferred = DeferredWork()
    var mailbox = Mailbox(buffering: buffering)
    if replayLatest, let latest { mailbox.offer(latest, after: nil, &deferred) }
    if let ending {
      mailbox.end(ending, &deferred)
    } else {
      open += 1
      if open == 1 { edge(.began, &deferred) }
    }
    if let index = vacancies.popLast() {
      mailboxes[index] = mailbox
      return (index, deferred)
    }
    mailboxes.append(mailbox)
    return (mailboxes.count - 1, deferred)
  }

  /// Ends the stream for a consumer, which keeps its index and its counter.
  mutating func close(_ index: Int) -> DeferredWork {
    var deferred = DeferredWork()
    let wasOpen = mailboxes[index].isOpen
    mailboxes[index].close(&deferred)
    if wasOpen {
      open -= 1
      if open == 0 { edge(.ended, &deferred) }
    }
    return deferred
  }

  /// Ends the stream for a consumer and frees its index for the next one.
  mutating func vacate(_ index: Int) -> DeferredWork {
    let deferred = close(index)
    mailboxes[index].phase = .vacant
    vacancies.append(index)
    if vacancies.count == mailboxes.count {
      mailboxes = []
      vacancies = []
    }
    return deferred
  }

  mutating func take(_ index: Int) -> Mailbox.Finding { mailboxes[index].take() }

  /// Removes and returns all parcels of a consumer, oldest first.
  mutating func takeAll(_ index: Int) -> [AnyParcel] { mailboxes[index].backlog.drain() }

  /// Notes the attendee of a consumer that is about to wait.
  mutating func note(_ attendee: Attendee, at index: Int) { mailboxes[index].attendee = attendee }

  /// Parks a consumer and returns the watchers to call now that it rests; nil if there is something to read.
  mutating func park(_ waiter: Seat.Waiter, at index: Int) -> [Attendance.Watcher]? {
    guard mailboxes[index].isOpen, mailboxes[index].backlog.count == 0 else { return nil }
    precondition(
      mailboxes[index].waiter == nil, "a subscription has one consumer; subscribe again for another")
    mailboxes[index].waiter = waiter
    return mailboxes[index].attendee?.rests() ?? []
  }

  func dropped(_ index: Int) -> Int { mailboxes[index].dropped }

  /// Returns the next change of demand; nil once all are reported, which ends the caller's duty to report.
  mutating func nextEdge() -> Demand? {
    guard !edges.isEmpty else {
      isReporting = false
      return nil
    }
    return edges.removeFirst()
  }

  /// Queues a change of demand.
  ///
  /// The first caller becomes the reporter until the queue is empty, so that changes are reported in order.
  private mutating func edge(_ demand: Demand, _ deferred: inout DeferredWork) {
    guard reports else { return }
    edges.append(demand)
    guard !isReporting else { return }
    isReporting = true
    deferred.reportsDemand = true
  }
}

/// Work from a step under the lock, to be done after the lock is released.
///
/// Waking a task may run a custom executor, and the last release of a parcel runs its content's `deinit`.
/// Both are the user's code, which may call the hub.
struct DeferredWork: Sendable {
  fileprivate(set) var waiters: [Seat.Waiter] = []
  /// A step rarely discards more than one parcel, and an array of one would need an allocation.
  private var firstDiscarded: AnyParcel?
  private var discarded: [AnyParcel] = []
  /// Whether the holder of this value must report demand.
  fileprivate(set) var reportsDemand = false

  /// Keeps a parcel alive until the lock is released.
  mutating func discard(_ parcel: AnyParcel) {
    if firstDiscarded == nil { firstDiscarded = parcel } else { discarded.append(parcel) }
  }

  /// Keeps parcels alive until the lock is released.
  mutating func discard(contentsOf parcels: [AnyParcel]) {
    if discarded.isEmpty { discarded = parcels } else { discarded += parcels }
  }
}

/// A consumer as seen by the hub: its waiting parcels, and its task if that waits.
struct Mailbox {
  fileprivate enum Phase {
    /// Accepts elements.
    case open
    /// Accepts no more elements; the consumer can read the buffered ones, then the ending.
    case ending(Ending)
    /// The consumer has read the ending, or has left.
    case over
    /// Free for the next consumer.
    case vacant
  }

  /// The result of a consumer's look into its mailbox.
  enum Finding {
    case parcel(AnyParcel)
    case end(Ending)
    case nothing
  }

  fileprivate let buffering: Buffering
  fileprivate var phase = Phase.open
  fileprivate var backlog = Backlog()
  /// The waiting consumer, which looks into the mailbox again after it is woken.
  fileprivate var waiter: Seat.Waiter?
  /// The consumer as seen by its attendance, if there is one.
  fileprivate var attendee: Attendee?
  fileprivate var dropped = 0

  var isOpen: Bool { if case .open = phase { true } else { false } }

  /// Accepts a parcel.
  ///
  /// A displaced parcel goes to the deferred work, since its content may be an object of the user, whose
  /// `deinit` must not run under the lock. The previous element is exempt: the deferred work already holds
  /// it.
  mutating func offer(_ parcel: AnyParcel, after previous: AnyParcel?, _ deferred: inout DeferredWork) {
    guard case .open = phase else { return }
    if backlog.count < buffering.limit {
      backlog.append(parcel)
    } else {
      dropped += 1
      guard case .newest = buffering else { return }
      let lost = backlog.rotate(parcel)
      if let lost, lost !== previous { deferred.discard(lost) }
    }
    wake(&deferred)
  }

  /// Returns the next finding; the ending is returned once.
  mutating func take() -> Finding {
    if let parcel = backlog.popFirst() { return .parcel(parcel) }
    switch phase {
    case .open: return .nothing
    case .ending(let ending):
      // A subscription may outlive its loop, which will not wait here again.
      attendee?.leaves()
      attendee = nil
      phase = .over
      return .end(ending)
    case .over, .vacant: return .end(.finished)
    }
  }

  /// Ends the mailbox when the source ends; the buffered elements can still be read.
  mutating func end(_ ending: Ending, _ deferred: inout DeferredWork) {
    guard case .open = phase else { return }
    phase = .ending(ending)
    wake(&deferred)
  }

  /// Closes the mailbox when the consumer leaves; its waiting parcels are dropped.
  mutating func close(_ deferred: inout DeferredWork) {
    phase = .over
    deferred.discard(contentsOf: backlog.drain())
    wake(&deferred)
    attendee?.leaves()
    attendee = nil
  }

  private mutating func wake(_ deferred: inout DeferredWork) {
    guard let sleeper = waiter else { return }
    waiter = nil
    attendee?.works()
    deferred.waiters.append(sleeper)
  }
}

enum Ending: Sendable {
  case finished
  /// The source failed; the parcel holds the error.
  case failed(AnyParcel)
}

/// An element in transit, shared by all consumers that wait for it.
///
/// The element is wrapped once. Each consumer stores only a pointer, regardless of the element's size, and
/// the code that fans out needs no generics.
@usableFromInline final class Parcel<Content: Sendable>: Sendable {
  @usableFromInline let content: Content

  @inlinable init(_ content: Content) { self.content = content }
}

/// A parcel with type-erased content.
typealias AnyParcel = any AnyObject & Sendable
