/// The whole state of a broadcast: its consumers, the parcels that wait for each, and how it ended.
///
/// A plain value without locks, tasks or callbacks. Every step returns the work to do outside the lock.
struct MailboxTable: Sendable {
  private var mailboxes: [Mailbox] = []
  private var vacancies: [Int] = []
  private(set) var open = 0
  private(set) var latest: AnyParcel?
  private var ending: Ending?

  private let reports: Bool
  private var edges: [Demand] = []
  private var isReporting = false

  /// - Parameter reportsDemand: Whether the arrival of the first consumer and the departure of the last are reported.
  init(reportsDemand: Bool) { reports = reportsDemand }

  /// Hands a parcel to all.
  mutating func send(_ parcel: AnyParcel) -> DeferredWork {
    var deferred = DeferredWork()
    guard ending == nil else { return deferred }
    let previous = latest
    if let previous { deferred.discard(previous) }
    latest = parcel
    for index in mailboxes.indices { mailboxes[index].offer(parcel, after: previous, &deferred) }
    return deferred
  }

  /// Ends it for all, once.
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

  /// Gives a new consumer its place.
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

  /// Ends it for one consumer, which keeps its place and its counter.
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

  /// Ends it for one consumer and frees its place for the next.
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

  /// The next thing for one consumer.
  mutating func take(_ index: Int) -> Mailbox.Finding { mailboxes[index].take() }

  /// All that waits for one consumer, oldest first.
  mutating func takeAll(_ index: Int) -> [AnyParcel] { mailboxes[index].backlog.drain() }

  /// Notes the consumer that is about to wait as its attendance sees it.
  mutating func note(_ attendee: Attendee, at index: Int) { mailboxes[index].attendee = attendee }

  /// Lets a consumer wait, and returns the watchers to call now that it rests; nil when there is already something to find.
  mutating func park(_ waiter: Seat.Waiter, at index: Int) -> [Attendance.Watcher]? {
    guard mailboxes[index].isOpen, mailboxes[index].backlog.count == 0 else { return nil }
    precondition(
      mailboxes[index].waiter == nil, "a subscription has one consumer; subscribe again for another")
    mailboxes[index].waiter = waiter
    return mailboxes[index].attendee?.rests() ?? []
  }

  /// How much one consumer has lost.
  func dropped(_ index: Int) -> Int { mailboxes[index].dropped }

  /// The next edge to report; nil when all are reported, and with it the duty to report.
  mutating func nextEdge() -> Demand? {
    guard !edges.isEmpty else {
      isReporting = false
      return nil
    }
    return edges.removeFirst()
  }

  /// Notes an edge.
  ///
  /// The first to note one while no reporter is at work becomes the reporter, so edges never overtake each other.
  private mutating func edge(_ demand: Demand, _ deferred: inout DeferredWork) {
    guard reports else { return }
    edges.append(demand)
    guard !isReporting else { return }
    isReporting = true
    deferred.reportsDemand = true
  }
}

/// The work that a step under the lock leaves for when the lock is free again.
///
/// Waking a task may run the code of a custom executor, and the last release of a parcel runs the `deinit` of
/// its content: both belong to the user, and both may call the hub.
struct DeferredWork: Sendable {
  fileprivate(set) var waiters: [Seat.Waiter] = []
  /// Nearly always there is one at most, and a list of one costs a piece of memory.
  private var firstDiscarded: AnyParcel?
  private var discarded: [AnyParcel] = []
  /// The demand must be reported, by the holder of this value.
  fileprivate(set) var reportsDemand = false

  /// Keeps a parcel alive until the lock is free.
  mutating func discard(_ parcel: AnyParcel) {
    if firstDiscarded == nil { firstDiscarded = parcel } else { discarded.append(parcel) }
  }

  /// Keeps parcels alive until the lock is free.
  mutating func discard(contentsOf parcels: [AnyParcel]) {
    if discarded.isEmpty { discarded = parcels } else { discarded += parcels }
  }
}

/// One consumer as the hub sees it: what waits for it, and whether it waits itself.
struct Mailbox {
  fileprivate enum Phase {
    /// Takes what is sent.
    case open
    /// Takes nothing more, but what waits is still to be read, and then the end.
    case ending(Ending)
    /// Has been told its end, or has gone.
    case over
    /// Free: the place can be given to the next consumer.
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
  /// The consumer that waits; it is woken and looks for itself.
  fileprivate var waiter: Seat.Waiter?
  /// The consumer as its attendance sees it, if there is one.
  fileprivate var attendee: Attendee?
  fileprivate var dropped = 0

  var isOpen: Bool { if case .open = phase { true } else { false } }

  /// Takes in a parcel.
  ///
  /// A displaced parcel is handed to the deferred work, since its content may be the user's object, whose
  /// `deinit` must not run under the lock. The one sent just before is kept alive by it anyhow.
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

  /// Looks for the next thing; the end is told once.
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

  /// The source has ended: what waits may still be read.
  mutating func end(_ ending: Ending, _ deferred: inout DeferredWork) {
    guard case .open = phase else { return }
    phase = .ending(ending)
    wake(&deferred)
  }

  /// The consumer has gone: its waiting parcels are dropped.
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

/// How a stream came to its end.
enum Ending: Sendable {
  /// There is no more.
  case finished
  /// It failed; the parcel holds the error.
  case failed(AnyParcel)
}

/// One element on its way, shared by all consumers that wait for it.
///
/// The element is wrapped once per event. What each consumer then keeps is one pointer, however large the
/// element is, and the code that fans out needs no generics.
final class Parcel<Content: Sendable>: Sendable {
  let content: Content

  init(_ content: Content) { self.content = content }
}

/// A parcel whose content is not known here.
typealias AnyParcel = any AnyObject & Sendable
