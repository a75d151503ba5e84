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

  /// - - Parameter reportsDemand: Whether the arrival of the first consumer and the departure of the last are reported.
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

  /// Lets a consumer wait; false when there is already something to find.
  mutating func park(_ waiter: Mailbox.Waiter, at index: Int, _ attendee: Attendee? = nil) -> Bool {
    guard mailboxes[index].isOpen, mailboxes[index].backlog.count == 0 else { return false }
    precondition(
      mailboxes[index].waiter == nil, "a subscription has one consumer; subscribe again for another")
    mailboxes[index].waiter = waiter
    mailboxes[index].attendee = attendee
    attendee?.rests()
    return true
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
  var waiters: [Mailbox.Waiter] = []
  private var discarded: [AnyParcel] = []
  /// The demand must be reported, by the holder of this value.
  var reportsDemand = false

  /// Keeps a parcel alive until the lock is free.
  mutating func discard(_ parcel: AnyParcel) { discarded.append(parcel) }

  /// Keeps parcels alive until the lock is free.
  mutating func discard(contentsOf parcels: [AnyParcel]) {
    if discarded.isEmpty { discarded = parcels } else { discarded += parcels }
  }
}
