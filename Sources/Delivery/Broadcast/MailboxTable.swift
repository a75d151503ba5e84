/// Who listens, what waits for whom, and how it ended: the whole state of a broadcast.
///
/// A plain value without locks, tasks or callbacks. Every step returns what must be done outside the lock.
struct MailboxTable: Sendable {
  private var mailboxes: [Mailbox] = []
  private var vacancies: [Int] = []
  private(set) var open = 0
  private(set) var latest: AnyParcel?
  private var ending: Ending?

  private let reports: Bool
  private var edges: [Demand] = []
  private var isReporting = false

  /// - Parameter reportsDemand: Whether anybody wants to know when the first consumer comes and the last one
  ///   goes.
  init(reportsDemand: Bool) { reports = reportsDemand }

  /// Hands a parcel to all.
  mutating func send(_ parcel: AnyParcel) -> Aftermath {
    var aftermath = Aftermath()
    guard ending == nil else { return aftermath }
    let previous = latest
    if let previous { aftermath.discard(previous) }
    latest = parcel
    for index in mailboxes.indices { mailboxes[index].offer(parcel, after: previous, &aftermath) }
    return aftermath
  }

  /// Ends it for all, once.
  mutating func finish(_ ending: Ending) -> Aftermath {
    var aftermath = Aftermath()
    guard self.ending == nil else { return aftermath }
    self.ending = ending
    for index in mailboxes.indices { mailboxes[index].end(ending, &aftermath) }
    if open > 0 {
      open = 0
      edge(.ended, &aftermath)
    }
    return aftermath
  }

  /// Gives a new consumer its place.
  mutating func subscribe(_ buffering: Buffering, replayLatest: Bool) -> (index: Int, Aftermath) {
    var aftermath = Aftermath()
    var mailbox = Mailbox(buffering: buffering)
    if replayLatest, let latest { mailbox.offer(latest, after: nil, &aftermath) }
    if let ending {
      mailbox.end(ending, &aftermath)
    } else {
      open += 1
      if open == 1 { edge(.began, &aftermath) }
    }
    if let index = vacancies.popLast() {
      mailboxes[index] = mailbox
      return (index, aftermath)
    }
    mailboxes.append(mailbox)
    return (mailboxes.count - 1, aftermath)
  }

  /// Ends it for one consumer, which keeps its place and its counter.
  mutating func close(_ index: Int) -> Aftermath {
    var aftermath = Aftermath()
    let wasOpen = mailboxes[index].isOpen
    mailboxes[index].close(&aftermath)
    if wasOpen {
      open -= 1
      if open == 0 { edge(.ended, &aftermath) }
    }
    return aftermath
  }

  /// Ends it for one consumer and gives its place to the next who comes.
  mutating func vacate(_ index: Int) -> Aftermath {
    let aftermath = close(index)
    mailboxes[index].phase = .vacant
    vacancies.append(index)
    if vacancies.count == mailboxes.count {
      mailboxes = []
      vacancies = []
    }
    return aftermath
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
  /// Whoever notes one while nobody reports must report, so that edges never overtake each
  /// other.
  private mutating func edge(_ demand: Demand, _ aftermath: inout Aftermath) {
    guard reports else { return }
    edges.append(demand)
    guard !isReporting else { return }
    isReporting = true
    aftermath.reportsDemand = true
  }
}

/// What a step under the lock leaves to be done when the lock is free again.
///
/// Waking a task may run the code of a custom executor, and the last release of a parcel runs the `deinit` of
/// whatever was in it: both belong to the user, and both may call the hub.
struct Aftermath: Sendable {
  var waiters: [Mailbox.Waiter] = []
  private var discarded: [AnyParcel] = []
  /// Somebody must report the demand, and it is the one who holds this.
  var reportsDemand = false

  /// Keeps a parcel alive until the lock is free.
  mutating func discard(_ parcel: AnyParcel) { discarded.append(parcel) }

  /// Keeps parcels alive until the lock is free.
  mutating func discard(contentsOf parcels: [AnyParcel]) {
    if discarded.isEmpty { discarded = parcels } else { discarded += parcels }
  }
}
