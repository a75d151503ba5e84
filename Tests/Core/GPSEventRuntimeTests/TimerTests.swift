import CGPSEventLoop
import GPSEventRuntime
import GPSSystemCalls
import TestSupport
import Testing

@testable import GPSEventRuntime

@Suite struct `A timer of a loop` {
  private let loop = EventLoop()

  @Test func `runs in the order of the moments, and those for one moment as they were set`() {
    let log = Log<Int>()
    loop.run { loop in
      // One base for all: delays count from each call, and a thread may be held up between two calls.
      let now = ContinuousClock.now
      for (number, milliseconds) in [(4, 3), (2, 1), (0, 0), (1, 0), (3, 2)] {
        loop.begin(
          LoopTimer(loop, due: now + .milliseconds(milliseconds)) {
            log.add(number)
            if number == 4 { loop.stop() }
          })
      }
    }
    #expect(log.entries == [0, 1, 2, 3, 4])
  }

  @Test func `with a delay below zero runs after the one that was set before it without a delay`() {
    let log = Log<Int>()
    loop.run { loop in
      loop.after(.zero) { log.add(0) }
      loop.after(.seconds(-9)) {
        log.add(1)
        loop.stop()
      }
    }
    #expect(log.entries == [0, 1])
  }

  @Test func `that another thread sets runs on the loop, in its order`() {
    let log = Log<Int>()
    loop.whileRunning {
      for number in 0..<100 {
        loop.after(.zero) {
          #expect(loop.isCurrent)
          log.add(number)
        }
      }
      let last = Semaphore()
      loop.after(.zero) { last.signal() }
      last.wait()
    }
    #expect(log.entries == Array(0..<100))
  }

  @Test(arguments: [false, true])
  func `never runs early, whatever the kernel knows of nanoseconds`(isOld: Bool) {
    if isOld { gpsbridge_epoll_set_knows_nanoseconds(0) }
    defer { gpsbridge_epoll_set_knows_nanoseconds(1) }
    let log = Log<Duration>()
    loop.run { loop in
      for microseconds in [0, 1, 50, 999, 1000, 1001, 2500] {
        let due = ContinuousClock.now + .microseconds(microseconds)
        loop.after(.microseconds(microseconds)) { log.add(due.duration(to: .now)) }
      }
      loop.after(.milliseconds(4)) { loop.stop() }
    }
    #expect(log.entries.count == 7 && log.entries.allSatisfy { $0 >= .zero })
  }

  @Test func `for a moment that is beyond all clocks does not run, and may be called off`() {
    loop.run { loop in
      let timers = [Duration.seconds(Int64.max), .seconds(3_200_000_000), .seconds(90_000)].map { delay in
        loop.after(delay) { Issue.record("a century has passed") }
      }
      loop.afterTurns(2) {
        for timer in timers { timer.cancel() }
        loop.stop()
      }
    }
  }

  @Test func `that is set by a timer's action waits until descriptors have had their turn`() throws {
    try withChannels { channels in
      let loop = EventLoop()
      let log = Log<String>()
      @Sendable func again() {
        loop.after(.zero) {
          again()
          if log.entries.isEmpty { channels[0].send() }
          log.add("timer")
        }
      }
      loop.run { loop in
        _ = try? loop.watch(channels[0].reading, for: .readable) { _ in
          log.add("byte")
          loop.stop()
        }
        again()
      }
      #expect(log.entries.prefix(2) == ["timer", "byte"])
    }
  }

  @Test func `does not run once it is called off, also by an earlier one of the same turn`() {
    let log = Log<String>()
    loop.run { loop in
      let others = Guarded<[LoopTimer]>([])
      loop.after(.zero) { for timer in others.withLock({ $0 }) { timer.cancel() } }
      let other = loop.after(.zero) { log.add("called off") }
      others.withLock { $0 = [other] }
      let early = loop.after(.zero) { log.add("called off") }
      early.cancel()
      early.cancel()
      loop.afterTurns(3) { loop.stop() }
    }
    #expect(log.entries == [])
  }

  @Test func `that is moved runs once, in its new place`() {
    let log = Log<String>()
    loop.run { loop in
      let moved = loop.after(.zero) { log.add("moved") }
      loop.after(.milliseconds(1)) {
        log.add("first")
        #expect(!moved.move(after: .zero) || log.entries == ["first"])
        loop.afterTurns(3) {
          #expect(!moved.move(after: .zero), "it has run")
          loop.stop()
        }
      }
      #expect(moved.move(after: .seconds(3600)))
      let canceled = loop.after(.zero) { log.add("canceled") }
      canceled.cancel()
      #expect(!canceled.move(after: .zero), "it was canceled")
    }
    #expect(log.entries == ["first", "moved"])
    #expect(!loop.after(.zero) {}.move(after: .zero), "this is not the loop")
  }

  @Test func `may call itself off while it runs`() {
    loop.run { loop in
      let own = Guarded<LoopTimer?>(nil)
      let timer = loop.after(.zero) {
        own.withLock { $0 }?.cancel()
        loop.stop()
      }
      own.withLock { $0 = timer }
    }
  }

  @Test func `that any thread calls off has begun before, or never does`() {
    loop.whileRunning {
      onThreads(8) { _ in
        for _ in 0..<500 {
          let began = Guarded(0)
          let timer = loop.after(.microseconds(20)) { began.withLock { $0 += 1 } }
          timer.cancel()
          let before = loop.sync { began.withLock { $0 } }
          #expect(loop.sync { began.withLock { $0 } } == before && before <= 1)
        }
      }
      #expect(loop.sync { loop.timerCount } == 0)
    }
  }

  @Test func `that is called off leaves nothing behind, thousands of times`() {
    let alive = Guarded(0)
    loop.run { loop in
      for _ in 0..<50_000 {
        alive.withLock { $0 += 1 }
        let mortal = Mortal { alive.withLock { $0 -= 1 } }
        loop.after(.seconds(60)) { mortal.live() }.cancel()
      }
      #expect(loop.timerCount == 0 && alive.withLock { $0 } == 0)
      loop.stop()
    }
  }

  @Test func `lets its action go behind its end, and that may set another one`() {
    let log = Log<String>()
    loop.run { loop in
      let first = Mortal { loop.after(.zero) { log.add("first") } }
      loop.after(.zero) { first.live() }
      let second = Mortal { loop.after(.zero) { log.add("second") } }
      loop.after(.seconds(60)) { second.live() }.cancel()
      loop.afterTurns(3) { loop.stop() }
    }
    #expect(Set(log.entries) == ["first", "second"])
  }
}
