import GPSSystemCalls

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

  func send(_ parcel: AnyParcel) { perform(table.withLock { $0.send(parcel) }) }
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
