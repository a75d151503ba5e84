import GPSEventRuntime
import GPSSystemCalls
import TestSupport
import Testing

@testable import GPSEventRuntime

/// An actor that lives on a loop.
private actor Resident {
  private let loop: EventLoop
  private let log: Log<String>?
  private var count = 0
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  init(_ loop: EventLoop, _ log: Log<String>? = nil) {
    self.loop = loop
    self.log = log
  }

  isolated deinit { log?.add(loop.isCurrent ? "on the loop with \(count)" : "elsewhere") }

  func add() -> Int {
    loop.assertIsolated()
    self.assertIsolated()
    count += 1
    return count
  }

  nonisolated func addAtOnce() { assumeIsolated { $0.count += 1 } }
}

/// Whether the thread is the loop's, asked in a function that belongs to no actor.
@concurrent private func isOn(_ loop: EventLoop) async -> Bool { loop.isCurrent }

@Suite struct `An actor on a loop` {
  private let loop = EventLoop()

  @Test func `runs on its thread, in the order of the calls`() async {
    loop.start()
    defer { loop.stop() }
    let resident = Resident(loop)
    for number in 1...100 { #expect(await resident.add() == number) }
  }

  @Test func `is entered by a handler, a timer and a job without a task`() throws {
    try withChannels { channels in
      let loop = EventLoop()
      let log = Log<String>()
      loop.run { loop in
        let resident = Resident(loop, log)
        resident.addAtOnce()
        _ = try? loop.watch(channels[0].reading, for: .readable) { _ in
          resident.addAtOnce()
          _ = channels[0].receive()
          loop.after(.zero) {
            resident.addAtOnce()
            loop.stop()
          }
        }
        channels[0].send()
      }
      // The handler holds the actor until the loop goes.
      #expect(log.entries == [])
    }
  }

  @Test func `is not entered by another thread`() async {
    await #expect(processExitsWith: .failure) { Resident(EventLoop()).addAtOnce() }
  }

  @Test func `is entered by the thread that has adopted the loop`() {
    onThreads(1) { _ in
      loop.adopt()
      Resident(loop).addAtOnce()
      loop.stop()
      loop.run()
    }
  }

  @Test func `ends on the loop, wherever its last reference goes`() async {
    loop.start()
    defer { loop.stop() }
    let log = Log<String>()
    // On the loop, on another thread, and in a task.
    loop.sync { Resident(loop, log).addAtOnce() }
    #expect(log.entries == ["on the loop with 1"])
    onThreads(1) { _ in _ = Resident(loop, log) }
    loop.sync {}
    #expect(log.entries.last == "on the loop with 0")
    await Task(executorPreference: loop.tasks) { _ = await Resident(loop, log).add() }.value
    loop.sync {}
    #expect(log.entries == ["on the loop with 1", "on the loop with 0", "on the loop with 1"])
  }

  @Test func `costs one job a call from elsewhere`() async {
    loop.start()
    defer { loop.stop() }
    let resident = Resident(loop)
    let before = loop.sync { loop.tally.jobs }
    for _ in 0..<100 { _ = await resident.add() }
    // One for the question itself.
    #expect(loop.sync { loop.tally.jobs } - before == 101)
  }
}

@Suite struct `A task that prefers a loop` {
  private let loop = EventLoop()

  @Test func `stays on its thread behind each await`() {
    let log = Log<Bool>()
    loop.run { loop in
      Task(executorPreference: loop.tasks) {
        log.add(loop.isCurrent)
        log.add(await isOn(loop))
        await withCheckedContinuation { waiting in onThreads(1) { _ in waiting.resume() } }
        log.add(loop.isCurrent)
        await Task.yield()
        log.add(loop.isCurrent)
        await withTaskGroup(of: Bool.self) { group in
          for _ in 0..<4 { group.addTask { await isOn(loop) } }
          for await isThere in group { log.add(isThere) }
        }
        log.add(loop.isCurrent)
        loop.stop()
      }
    }
    #expect(log.entries == Array(repeating: true, count: 9))
  }

  @Test func `starts the shared loop, and returns to it behind a wait elsewhere`() async {
    let task = Task(executorPreference: EventLoop.shared.tasks) {
      let before = EventLoop.shared.isCurrent
      await withCheckedContinuation { waiting in onThreads(1) { _ in waiting.resume() } }
      return [before, EventLoop.shared.isCurrent]
    }
    #expect(await task.value == [true, true])
  }

  @Test func `costs one job for each wait`() {
    let log = Log<Int>()
    loop.run { loop in
      Task(executorPreference: loop.tasks) {
        for _ in 0..<100 {
          let before = loop.tally.jobs
          await withCheckedContinuation { waiting in waiting.resume() }
          _ = await isOn(loop)
          log.add(loop.tally.jobs - before)
        }
        for _ in 0..<100 {
          let before = loop.tally.jobs
          await withCheckedContinuation { waiting in loop.after(.zero) { waiting.resume() } }
          _ = await isOn(loop)
          log.add(loop.tally.jobs - before)
        }
        loop.stop()
      }
    }
    // A continuation that is resumed at once does not wait.
    #expect(log.entries == Array(repeating: 0, count: 100) + Array(repeating: 1, count: 100))
  }

  @Test func `leaves a descriptor its turn, though it yields for ever`() throws {
    try withChannels { channels in
      let told = Guarded(false)
      loop.run { loop in
        _ = try? loop.watch(channels[0].reading, for: .readable) { _ in
          told.withLock { $0 = true }
          loop.stop()
        }
        channels[0].send()
        Task(executorPreference: loop.tasks) { while !told.withLock({ $0 }) { await Task.yield() } }
      }
      #expect(told.withLock { $0 })
    }
  }

  @Test func `outlives the loop without harm, but does nothing any more`() {
    let log = Log<String>()
    let waiting = Guarded<CheckedContinuation<Void, Never>?>(nil)
    weak var gone: EventLoop?
    do {
      let loop = EventLoop()
      gone = loop
      Self.begin(on: loop, waiting, log)
      loop.run()
    }
    #expect(gone == nil)
    waiting.withLock { $0.take() }?.resume()
    #expect(log.entries == ["begun"])
  }

  /// Begins a task that holds the loop's executor, and not the loop.
  private static func begin(
    on loop: EventLoop, _ waiting: Guarded<CheckedContinuation<Void, Never>?>, _ log: Log<String>
  ) {
    let stop: @Sendable () -> Void = { [weak loop] in loop?.stop() }
    Task(executorPreference: loop.tasks) {
      log.add("begun")
      await withCheckedContinuation { continuation in
        waiting.withLock { $0 = continuation }
        stop()
      }
      log.add("gone on")
    }
  }
}
