import GPSEventRuntime
import GPSSystemCalls
import TestSupport
import Testing

@testable import GPSEventRuntime

@Suite struct `Running a loop` {
  private let loop = EventLoop()

  @Test func `ends when it is stopped, by itself or by another thread`() {
    loop.run { $0.stop() }
    loop.async { onThreads(1) { _ in loop.stop() } }
    loop.run()
    #expect(!loop.isCurrent)
  }

  @Test func `is ended by a stop that came before it`() {
    loop.stop()
    loop.run()
    loop.start()
    loop.stop()
  }

  @Test func `does all that was handed over before it was stopped, and what that brings`() {
    let log = Log<Int>()
    loop.run { loop in
      loop.async { loop.async { log.add(2) } }
      loop.stop()
      loop.async { log.add(1) }
    }
    #expect(log.entries == [1, 2])
  }

  @Test func `ends although one job always brings another one`() {
    @Sendable func again() { loop.async { again() } }
    loop.run { loop in
      again()
      loop.stop()
    }
    // What is left is done by the next run.
    loop.run { $0.stop() }
  }

  @Test func `can begin again, on another thread too, with the same watches and timers`() throws {
    try withChannels { channels in
      let log = Log<String>()
      loop.run { loop in
        _ = try? loop.watch(channels[0].reading, for: .readable) { _ in
          log.add("byte \(channels[0].receive())")
          loop.after(.zero) { loop.stop() }
        }
        loop.after(.milliseconds(1)) { log.add("timer") }
        loop.stop()
      }
      #expect(log.entries == [])
      channels[0].send(7)
      onThreads(1) { _ in loop.run() }
      // Either may be first, and the byte ends the run.
      #expect(log.entries.first == "byte [7]")
      loop.run { $0.after(.milliseconds(2)) { loop.stop() } }
      #expect(log.entries == ["byte [7]", "timer"])
    }
  }

  @Test func `within itself stops the program`() async {
    await #expect(processExitsWith: .failure) {
      let loop = EventLoop()
      loop.run { $0.run() }
    }
  }

  @Test func `on two threads stops the program`() async {
    await #expect(processExitsWith: .failure) {
      let loop = EventLoop()
      loop.start()
      loop.run()
    }
  }

  @Test func `another one within a handler leaves the thread to the first one behind that`() {
    let outer = EventLoop()
    let inner = EventLoop()
    let log = Log<Bool>()
    outer.run { outer in
      inner.run { inner in
        log.add(inner.isCurrent && !outer.isCurrent)
        inner.stop()
      }
      log.add(outer.isCurrent && !inner.isCurrent)
      outer.stop()
    }
    #expect(log.entries == [true, true])
  }

  @Test func `keeps the loop, and its end gives it back`() {
    let log = Log<Bool>()
    weak var gone: EventLoop?
    onThreads(1) { _ in
      let loop = EventLoop()
      loop.run { loop in
        loop.after(.seconds(3600)) { loop.stop() }
        loop.stop()
      }
      log.add(true)
    }
    do {
      let loop = EventLoop()
      gone = loop
      // None of these may keep it: nobody is left who could run it.
      loop.after(.seconds(1)) {}
      loop.stop()
      onThreads(1) { [weak loop] _ in loop?.after(.seconds(1)) {}.cancel() }
      loop.async {}
    }
    #expect(gone == nil && log.entries == [true])
  }
}

@Suite struct `A loop that starts on demand` {
  @Test func `starts with the first question, and again behind each stop`() {
    let loop = EventLoop(startsOnDemand: true)
    for round in 0..<2000 {
      #expect(loop.sync { round } == round)
      loop.stop()
    }
    loop.stop()
  }

  @Test func `loses nothing that comes while it stops`() {
    let loop = EventLoop(startsOnDemand: true)
    let count = Guarded(0)
    onThreads(4) { _ in
      for _ in 0..<1000 {
        loop.async { count.withLock { $0 += 1 } }
        loop.stop()
      }
    }
    #expect(loop.sync { count.withLock { $0 } } == 4000)
    loop.stop()
  }

  @Test func `starts with a timer, a task and work that blocks`() async {
    for _ in 0..<50 {
      let loop = EventLoop(startsOnDemand: true)
      await withCheckedContinuation { waiting in loop.after(.zero) { waiting.resume() } }
      loop.stop()
      await withCheckedContinuation { waiting in loop.offload({ 1 }, then: { _ in waiting.resume() }) }
      loop.stop()
    }
  }

  @Test func `is the thread's that adopts it, before it runs and while it does`() {
    let loop = EventLoop(startsOnDemand: true)
    onThreads(1) { _ in
      #expect(loop.adopt() && loop.adopt() && loop.isCurrent)
      #expect(loop.sync { loop.isCurrent })
      loop.stop()
      loop.run()
      #expect(!loop.isCurrent)
    }
    #expect(loop.sync { loop.isCurrent })
    #expect(!loop.adopt())
    loop.stop()
  }

  @Test func `lives until the thread that has adopted it has run it`() {
    weak var gone: EventLoop?
    EventLoop.adoptAnew { gone = $0 }
    #expect(gone?.isCurrent == true && EventLoop.current === gone)
    gone?.stop()
    gone?.run()
    #expect(gone == nil && EventLoop.current == nil)
  }

  @Test func `keeps the order of a thread that adopts it between two jobs`() {
    let loop = EventLoop()
    let log = Log<Int>()
    onThreads(1) { _ in
      loop.async { log.add(1) }
      loop.adopt()
      loop.async { log.add(2) }
      loop.stop()
      loop.run()
    }
    #expect(log.entries == [1, 2])
  }
}

@Suite struct `Asking a loop and waiting for it` {
  @Test func `brings the outcome from another thread and from its own`() {
    let loop = EventLoop()
    loop.whileRunning {
      #expect(loop.sync { loop.isCurrent })
      #expect(loop.sync { loop.sync { loop.isCurrent } })
      #expect(loop.sync { nil as Int? } == nil)
    }
  }

  @Test func `works from many threads at once`() {
    let loop = EventLoop()
    loop.whileRunning {
      onThreads(32) { number in
        for round in 0..<200 { #expect(loop.sync { number + round } == number + round) }
      }
    }
  }
}

extension EventLoop {
  /// Makes a loop and adopts it, and keeps it no longer than the body.
  fileprivate static func adoptAnew(_ body: (EventLoop) -> Void) {
    let loop = EventLoop()
    loop.adopt()
    body(loop)
  }
}
