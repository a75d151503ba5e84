import GPSDelivery
import DeliverySupport
import GPSSystemCalls
import Testing

/// Asks its hub something when it dies: under the lock that would never return.
private final class Inquisitive: Sendable {
  // Weakly, since the hub keeps the latest.
  private weak let hub: Broadcast<Inquisitive, Never>?
  private let asked: Log<Int>

  init(_ hub: Broadcast<Inquisitive, Never>, _ asked: Log<Int>) {
    self.hub = hub
    self.asked = asked
  }

  deinit {
    if let hub { asked.note(hub.subscriberCount) }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `The lock of a broadcast` {
  @Test(arguments: [Buffering.newest(1), .newest(3), .oldest(1), .unbounded])
  func `is free when an element dies`(_ buffering: Buffering) {
    let asked = Log<Int>()
    let hub = Broadcast<Inquisitive, Never>()
    let subscription = hub.subscribe(buffering)
    for _ in 0..<10 { hub.send(Inquisitive(hub, asked)) }
    subscription.cancel()
    #expect(asked.entries.count == 9, "the latest lives on in the hub")
  }

  @Test func `is free when a task is woken, whose executor may do anything`() async {
    let hub = Broadcast<Int, Never>()
    let subscription = hub.subscribe(.unbounded)
    let executor = CuriousExecutor(hub)
    let first = Task(executorPreference: executor) { await subscription.next() }
    // When its first job has run, the task waits.
    await until { executor.finishedJobs == 1 }
    hub.send(7)
    #expect(await first.value == 7)
  }

  @Test func `is free when demand is reported`() {
    let counts = Log<Int>()
    let itself = Guarded<Broadcast<Int, Never>?>(nil)
    let hub = Broadcast<Int, Never> { _ in counts.note(itself.withLock { $0 }?.subscriberCount ?? -1) }
    itself.withLock { $0 = hub }
    hub.subscribe(.latest).cancel()
    #expect(counts.entries == [1, 0])
    itself.withLock { $0 = nil }
  }
}

/// Asks the hub whenever it is given something to run.
private final class CuriousExecutor: TaskExecutor {
  private let hub: Broadcast<Int, Never>
  private let finished = Guarded(0)

  init(_ hub: Broadcast<Int, Never>) { self.hub = hub }

  var finishedJobs: Int { finished.withLock { $0 } }

  func enqueue(_ job: consuming ExecutorJob) {
    _ = hub.subscriberCount
    let job = UnownedJob(job)
    Task.detached {
      unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
      self.finished.withLock { $0 += 1 }
    }
  }
}
