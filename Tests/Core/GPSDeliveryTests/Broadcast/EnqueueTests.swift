import GPSDelivery
import DeliverySupport
import Testing

/// A consumer on an actor with an executor of its own.
private actor Reader {
  private let steps: Steps
  private let log: Log<Int>
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe steps.actors.asUnownedSerialExecutor() }

  init(_ steps: Steps, _ log: Log<Int>) {
    self.steps = steps
    self.log = log
  }

  func read(_ numbers: Subscription<Int, Never>) async { for await number in numbers { log.note(number) } }

  func readBatches(_ batches: Batches<Int, Never>) async {
    for await numbers in batches { log.note(numbers.count) }
  }

  func wait(_ page: OneShot<Int, Scan>) async {
    do { log.note(try await page.value) } catch { log.note(-1) }
  }

  func waitToTheEnd(_ page: OneShot<Int, Scan>, onCancel: @Sendable () -> Void) async {
    log.note((try? await page.answer(onCancel: onCancel).get()) ?? -1)
  }
}

@MainActor private func readOnMainActor(_ numbers: Subscription<Int, Never>, _ log: Log<Int>) async {
  for await number in numbers { log.note(number) }
}

/// Whether a consumer with nothing to read gives its thread back.
///
/// It does not when the optimizer removes the hop to its seat: then it looks again and again, and a test that runs its
/// jobs would never return. So each suite asks first.
private let consumersWait = Task {
  let hub = Broadcast<Int, Never>()
  let numbers = hub.subscribe(.unbounded)
  let steps = Steps()
  let reading = Task(executorPreference: steps.tasks) { for await _ in numbers {} }
  let returns = Log<Steps.Count>()
  let running = Task.detached { returns.note(steps.run()) }
  for _ in 0..<100_000 where returns.entries.isEmpty { await Task.yield() }
  let isWaiting = !returns.entries.isEmpty
  // Ends a loop that spins as well.
  numbers.cancel()
  await running.value
  steps.run()
  await reading.value
  return isWaiting
}

class ReaderSuite {
  let hub = Broadcast<Int, Never>()
  let log = Log<Int>()
  let steps = Steps()
  fileprivate let reader: Reader

  init() async throws {
    try #require(await consumersWait.value)
    reader = Reader(steps, log)
  }
}

// An executor of the test counts each enqueue, and its jobs run when the test says so: one more, one fewer or none fails.
@Suite(.timeLimit(.minutes(1))) final class `An element for a consumer that waits`: ReaderSuite {
  @Test func `costs one enqueue on an actor with its own executor, and none elsewhere`() {
    let numbers = hub.subscribe(.unbounded)
    let task = Task(executorPreference: steps.tasks) { [reader] in await reader.read(numbers) }
    steps.run()
    for number in 0..<5 {
      hub.send(number)
      #expect(steps.run() == Steps.Count(actors: 1, tasks: 0))
      #expect(log.entries == Array(0...number))
    }
    task.cancel()
    #expect(steps.run() == Steps.Count(actors: 1, tasks: 0))
    #expect(hub.subscriberCount == 0)
  }

  @Test func `is on the executor of that actor when send returns, without a preference too`() async {
    let steps = Steps(tasksPreferIt: false)
    let numbers = hub.subscribe(.unbounded)
    let task = Task { [log] in await Reader(steps, log).read(numbers) }
    await until { steps.waiting == 1 }
    steps.run()
    for number in 0..<5 {
      hub.send(number)
      #expect(steps.waiting == 1)
      #expect(steps.run() == Steps.Count(actors: 1, tasks: 0))
    }
    hub.finish()
    #expect(steps.run() == Steps.Count(actors: 1, tasks: 0))
    await task.value
    #expect(log.entries == Array(0..<5))
  }

  @Test func `costs one enqueue on the executor that a task without an actor prefers`() {
    let numbers = hub.subscribe(.unbounded)
    let task = Task(executorPreference: steps.tasks) { [log] in
      for await number in numbers { log.note(number) }
    }
    steps.run()
    for number in 0..<5 {
      hub.send(number)
      #expect(steps.run() == Steps.Count(actors: 0, tasks: 1))
    }
    hub.finish()
    #expect(steps.run() == Steps.Count(actors: 0, tasks: 1))
    withExtendedLifetime(task) { #expect(log.entries == Array(0..<5)) }
  }

  // The enqueues of the main actor cannot be counted. Those of the executor that its task prefers can, and stand for the
  // global one.
  @Test func `costs none on another executor when it is on the main actor`() async {
    await Task { @MainActor [hub, log, steps] in
      let numbers = hub.subscribe(.unbounded)
      let task = Task(executorPreference: steps.tasks) { [log] in await readOnMainActor(numbers, log) }
      #expect(steps.run() == Steps.Count(actors: 0, tasks: 1), "its way to the main actor")
      for number in 0..<5 {
        // Let it wait.
        for _ in 0..<20 { await Task.yield() }
        hub.send(number)
        await until { log.entries.count == number + 1 || steps.waiting > 0 }
        #expect(steps.run() == Steps.Count(actors: 0, tasks: 0))
      }
      hub.finish()
      await task.value
    }.value
  }

  @Test func `costs one enqueue when it wakes a consumer of batches`() {
    let batches = hub.batches(limit: 10)
    let task = Task(executorPreference: steps.tasks) { [reader] in await reader.readBatches(batches) }
    steps.run()
    for _ in 0..<3 {
      for number in 0..<4 { hub.send(number) }
      #expect(steps.run() == Steps.Count(actors: 1, tasks: 0))
    }
    withExtendedLifetime(task) { #expect(log.entries == [4, 4, 4]) }
    hub.finish()
    steps.run()
  }

  @Test func `costs no enqueue when it is there before its consumer looks`() {
    let numbers = hub.subscribe(.unbounded)
    for number in 0..<5 { hub.send(number) }
    hub.finish()
    let task = Task(executorPreference: steps.tasks) { [log] in
      for await number in numbers { log.note(number) }
    }
    #expect(steps.run() == Steps.Count(actors: 0, tasks: 1), "its beginning")
    withExtendedLifetime(task) { #expect(log.entries == Array(0..<5)) }
  }
}

// Between the waking of a consumer and its turn, on an executor that is busy.
@Suite(.timeLimit(.minutes(1))) final class `A consumer that was woken and has not run`: ReaderSuite {
  private func read(_ numbers: Subscription<Int, Never>) -> Task<Void, Never> {
    let task = Task(executorPreference: steps.tasks) { [reader] in await reader.read(numbers) }
    steps.run()
    return task
  }

  @Test func `takes only the newest, if that is what it keeps`() {
    let numbers = hub.subscribe(.latest)
    let task = read(numbers)
    for number in 0..<5 { hub.send(number) }
    #expect(steps.run() == Steps.Count(actors: 1, tasks: 0))
    #expect(log.entries == [4])
    #expect(numbers.droppedCount == 4)
    task.cancel()
    steps.run()
  }

  @Test func `loses what waits when it is cancelled`() {
    let numbers = hub.subscribe(.unbounded)
    let task = read(numbers)
    hub.send(1)
    task.cancel()
    steps.run()
    #expect(log.entries == [])
    #expect(hub.subscriberCount == 0)
  }

  @Test func `loses what waits when its subscription is cancelled`() {
    let numbers = hub.subscribe(.unbounded)
    let task = read(numbers)
    hub.send(1)
    numbers.cancel()
    steps.run()
    withExtendedLifetime(task) { #expect(log.entries == []) }
  }

  @Test func `reads what waits before the end`() {
    let task = read(hub.subscribe(.unbounded))
    hub.send(1)
    hub.send(2)
    hub.finish()
    #expect(steps.run() == Steps.Count(actors: 1, tasks: 0))
    withExtendedLifetime(task) { #expect(log.entries == [1, 2]) }
  }

  @Test func `is not at rest for its attendance until it waits again`() {
    let attendance = Attendance()
    let hub = Broadcast<Int, Never>(attendance: attendance)
    let task = read(hub.subscribe(.unbounded))
    let rests = Log<Int>()
    hub.send(1)
    #expect(!attendance.isAtRest)
    attendance.whenAllRest { [log] in rests.note(log.entries.count) }
    #expect(rests.entries == [])
    steps.run()
    #expect(attendance.isAtRest)
    #expect(rests.entries == [1], "when it waits again, it has done with the element")
    task.cancel()
    #expect(attendance.isAtRest)
    steps.run()
  }

  @Test func `is at rest for its attendance behind the end, also while its subscription is kept`() {
    let attendance = Attendance()
    let hub = Broadcast<Int, Never>(attendance: attendance)
    let numbers = hub.subscribe(.unbounded)
    let task = read(numbers)
    hub.send(1)
    steps.run()
    let rests = Log<Int>()
    hub.finish()
    #expect(!attendance.isAtRest)
    attendance.whenAllRest { [log] in rests.note(log.entries.count) }
    #expect(rests.entries == [])
    steps.run()
    withExtendedLifetime((task, numbers)) {
      #expect(attendance.isAtRest)
      #expect(rests.entries == [1])
    }
  }
}

@Suite(.timeLimit(.minutes(1))) final class `The answer for a task that waits`: ReaderSuite {
  let page = OneShot<Int, Scan>()

  private func waiter() -> Task<Void, Never> {
    let task = Task(executorPreference: steps.tasks) { [reader, page] in await reader.wait(page) }
    steps.run()
    return task
  }

  @Test func `costs one enqueue on an actor with its own executor`() {
    let task = waiter()
    page.fulfill(7)
    #expect(steps.run() == Steps.Count(actors: 1, tasks: 0))
    withExtendedLifetime(task) { #expect(log.entries == [7]) }
  }

  @Test func `costs one enqueue on the executor that a task without an actor prefers`() {
    let task = Task(executorPreference: steps.tasks) { [log, page] in log.note((try? await page.value) ?? -1)
    }
    steps.run()
    page.fulfill(7)
    #expect(steps.run() == Steps.Count(actors: 0, tasks: 1))
    withExtendedLifetime(task) { #expect(log.entries == [7]) }
  }

  @Test func `is the error of cancelling, with one enqueue too, when the task is cancelled first`() {
    let task = waiter()
    task.cancel()
    #expect(steps.run() == Steps.Count(actors: 1, tasks: 0))
    #expect(log.entries == [-1])
    #expect(page.result == nil)
  }

  @Test func `is taken by a cancelled task that has not run when it comes`() {
    let task = waiter()
    task.cancel()
    page.fulfill(7)
    #expect(steps.run() == Steps.Count(actors: 1, tasks: 0))
    #expect(log.entries == [7])
  }

  @Test func `is awaited after a cancellation, where the source still answers`() {
    let cancellations = Log<Int>()
    let task = Task(executorPreference: steps.tasks) { [reader, page] in
      await reader.waitToTheEnd(page) { cancellations.note(1) }
    }
    steps.run()
    task.cancel()
    #expect(cancellations.entries == [1])
    #expect(steps.run() == Steps.Count(actors: 0, tasks: 0), "it waits on")
    page.fulfill(7)
    #expect(steps.run() == Steps.Count(actors: 1, tasks: 0))
    #expect(log.entries == [7])
  }

  @Test func `is awaited by a task that was cancelled before, which says so once`() {
    let cancellations = Log<Int>()
    let task = Task(executorPreference: steps.tasks) { [reader, page] in
      await reader.waitToTheEnd(page) { cancellations.note(1) }
    }
    task.cancel()
    steps.run()
    #expect(cancellations.entries == [1])
    page.fulfill(7)
    steps.run()
    #expect(log.entries == [7])
  }
}
