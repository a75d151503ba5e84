import GPSDelivery
import DeliverySupport
import Dispatch
import Testing

/// An executor with a thread of its own.
private final class Worker: SerialExecutor {
  private let queue = DispatchQueue(label: "worker")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}

/// A preferred executor with a thread of its own.
private final class Preference: TaskExecutor {
  private let queue = DispatchQueue(label: "preference")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  func check() { dispatchPrecondition(condition: .onQueue(queue)) }
}

private actor Plain {
  func read(_ numbers: Subscription<Int, Never>, _ most: Int) async -> [Int] {
    await take(most, from: numbers) { self.preconditionIsolated() }
  }
}

private actor Owner {
  private let worker = Worker()
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe worker.asUnownedSerialExecutor() }

  func read(_ numbers: Subscription<Int, Never>, _ most: Int) async -> [Int] {
    await take(most, from: numbers) { self.preconditionIsolated() }
  }
}

@MainActor private func readOnMainActor(_ numbers: Subscription<Int, Never>, _ most: Int) async -> [Int] {
  await take(most, from: numbers) { MainActor.preconditionIsolated() }
}

/// Takes some elements, and looks before the first and behind each that it is where it should be.
private func take(
  _ most: Int, from numbers: Subscription<Int, Never>, isolation: isolated (any Actor)? = #isolation,
  check: () -> Void
) async -> [Int] {
  var taken: [Int] = []
  check()
  while taken.count < most, let number = await numbers.next() {
    check()
    taken.append(number)
  }
  check()
  return taken
}

/// Where a consumer may live.
enum Home: CaseIterable {
  case nowhere, preference, plainActor, actorWithExecutor, actorAndPreference, mainActor

  fileprivate func read(_ numbers: Subscription<Int, Never>, most: Int = .max) -> Task<[Int], Never> {
    switch self {
    case .nowhere: return Task.detached { await take(most, from: numbers) {} }
    case .preference:
      let preference = Preference()
      return Task(executorPreference: preference) { await take(most, from: numbers) { preference.check() } }
    case .plainActor: return Task { await Plain().read(numbers, most) }
    case .actorWithExecutor: return Task { await Owner().read(numbers, most) }
    case .actorAndPreference:
      return Task(executorPreference: Preference()) { await Owner().read(numbers, most) }
    case .mainActor: return Task { await readOnMainActor(numbers, most) }
    }
  }
}

@Suite(.timeLimit(.minutes(10))) struct `A consumer, wherever it lives,` {
  @Test(arguments: Home.allCases)
  func `hears all in order on its executor, and then the end`(_ home: Home) async throws {
    try await rounds(20) { random in
      let hub = Broadcast<Int, Never>()
      let task = home.read(hub.subscribe(.unbounded))
      for number in 0..<20 {
        hub.send(number)
        for _ in 0..<Int.random(in: 0...3, using: &random) { await Task.yield() }
      }
      hub.finish()
      #expect(await task.value == Array(0..<20))
      #expect(hub.subscriberCount == 0)
    }
  }

  @Test(arguments: Home.allCases)
  func `ends when it is cancelled before, while or after it waits`(_ home: Home) async throws {
    try await rounds(30) { random in
      let hub = Broadcast<Int, Never>()
      let task = home.read(hub.subscribe(.unbounded))
      for _ in 0..<Int.random(in: 0...10, using: &random) { await Task.yield() }
      if Bool.random(using: &random) { hub.send(0) }
      if Bool.random(using: &random) { await Task.yield() }
      task.cancel()
      #expect(await [[], [0]].contains(task.value))
      #expect(hub.subscriberCount == 0)
    }
  }

  @Test(arguments: Home.allCases)
  func `ends when it is cancelled beside two senders`(_ home: Home) async throws {
    try await rounds(20) { random in
      let hub = Broadcast<Int, Never>()
      let task = home.read(hub.subscribe(.unbounded))
      let pause = Int.random(in: 0...10, using: &random)
      await withTaskGroup { group in
        for first in [0, 100] { group.addTask { for number in first..<first + 20 { hub.send(number) } } }
        group.addTask {
          for _ in 0..<pause { await Task.yield() }
          task.cancel()
        }
      }
      let taken = await task.value
      for first in [0, 100] {
        let own = taken.filter { first..<first + 20 ~= $0 }
        #expect(own == Array(first..<first + own.count))
      }
      #expect(hub.subscriberCount == 0)
    }
  }

  @Test(arguments: Home.allCases)
  func `leaves after some elements, and takes nothing from another that hears all`(_ home: Home) async throws
  {
    try await rounds(20) { _ in
      let hub = Broadcast<Int, Never>()
      let brief = home.read(hub.subscribe(.unbounded), most: 3)
      let other = home.read(hub.subscribe(.unbounded))
      for number in 0..<10 { hub.send(number) }
      #expect(await brief.value == [0, 1, 2])
      // A task is over for others before it has let go of all that it held.
      await until { hub.subscriberCount == 1 }
      hub.send(10)
      hub.finish()
      #expect(await other.value == Array(0...10))
    }
  }

  // Its seat has not returned from `enqueue` when another thread resumes it.
  @Test(arguments: Home.allCases)
  func `may be the last owner of all that it waited on, when it is resumed`(_ home: Home) async throws {
    try await rounds(50) { random in
      let pause = Int.random(in: 0...50, using: &random)
      let task: Task<[Int], Never>
      do {
        let attendance = Attendance()
        let hub = Broadcast<Int, Never>(attendance: attendance)
        task = home.read(hub.subscribe(.unbounded), most: 1)
        attendance.whenAllRest {}
        for _ in 0..<pause { await Task.yield() }
        hub.send(1)
      }
      #expect(await task.value == [1])
    }
  }

  @Test(arguments: Home.allCases)
  func `goes on when its priority is raised while it waits`(_ home: Home) async throws {
    let hub = Broadcast<Int, Never>()
    let task = Task(priority: .background) { await home.read(hub.subscribe(.unbounded), most: 2).value }
    await until { hub.subscriberCount == 1 }
    for _ in 0..<100 { await Task.yield() }
    let urgent = Task(priority: .high) { await task.value }
    for _ in 0..<100 { await Task.yield() }
    hub.send(1)
    hub.send(2)
    #expect(await urgent.value == [1, 2])
  }
}
