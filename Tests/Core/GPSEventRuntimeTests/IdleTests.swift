import CGPSEventLoop
import GPSEventRuntime
import GPSSystemCalls
import Glibc
import TestSupport
import Testing

@testable import GPSEventRuntime

@Suite(.serialized) struct `An idle loop` {
  private let loop = EventLoop()

  /// The thread of a loop that has gone to sleep; nil if the kernel does not tell.
  private static func asleep(_ loop: EventLoop) -> ThreadFacts? {
    let thread = loop.sync { ThreadFacts.current }
    // Each look takes a few system calls, in which the loop goes on.
    for _ in 0..<1_000_000 {
      guard let call = thread.call else { return nil }
      // 441 is epoll_pwait2 on every machine, and 232 is epoll_wait on this one.
      if call.first == "441" || call.first == "232" { return thread }
    }
    return nil
  }

  @Test func `waits without an end, in one call`() {
    loop.whileRunning {
      guard let thread = Self.asleep(loop), let call = thread.call else { return }
      // The fourth argument is the time: nowhere for the new call, and below zero for the old one.
      #expect(call.count > 4 && (call[0] == "441" ? call[4] == "0x0" : call[4].hasPrefix("0xffffffff")))
    }
  }

  @Test func `takes no turn while another one takes a hundred`() {
    loop.whileRunning {
      let turns = loop.sync { loop.tally.turns }
      guard Self.asleep(loop) != nil else { return }
      let other = EventLoop()
      other.run { other in
        @Sendable func beat(_ count: Int) {
          if count == 0 { other.stop() } else { other.after(.microseconds(200)) { beat(count - 1) } }
        }
        beat(100)
      }
      // Its thread can't leave the wait without a turn, except for a signal. One ends with each of the two questions that follow.
      #expect(loop.sync { loop.tally.turns } - turns <= 2)
    }
  }

  @Test func `sleeps once more for each question from another thread`() throws {
    try loop.whileRunning {
      let thread = loop.sync { ThreadFacts.current }
      let before = try #require(thread.sleeps)
      let turns = loop.sync { loop.tally.turns }
      for _ in 0..<1000 { loop.sync {} }
      // A lock that is held just then costs another one.
      #expect(try #require(thread.sleeps) - before <= 1050)
      #expect(loop.sync { loop.tally.turns } - turns <= 2002)
    }
  }

  @Test func `is woken once for what a thread hands over while it is awake`() {
    loop.whileRunning {
      let turns = loop.sync { loop.tally.turns }
      let mayGo = Semaphore()
      loop.async { mayGo.wait() }
      for _ in 0..<500 { loop.async {} }
      mayGo.signal()
      #expect(loop.sync { loop.tally.turns } - turns <= 6)
    }
  }
}

/// A test that moves time waits for them.
@Suite struct `The threads of a process that run` {
  private func running() -> Set<CInt> {
    var numbers = [CInt](repeating: 0, count: 64)
    let count = unsafe gpsbridge_running_threads(&numbers, CInt(numbers.count))
    return Set(numbers[..<Int(count)])
  }

  @Test func `have one that is busy, and none that sleeps`() {
    let (busy, sleeping) = (Guarded<CInt>(0), Guarded<CInt>(0))
    let mayEnd = Guarded(false)
    let wake = Semaphore()
    onThreads(3) { part in
      switch part {
      case 0:
        busy.withLock { $0 = gpsbridge_thread() }
        while !mayEnd.withLock({ $0 }) {}
      case 1:
        sleeping.withLock { $0 = gpsbridge_thread() }
        wake.wait()
      default:
        // A thread that never falls asleep would hold this up until the limit of the test.
        while busy.withLock({ $0 }) == 0 || sleeping.withLock({ $0 }) == 0
          || running().contains(sleeping.withLock { $0 })
        { sched_yield() }
        #expect(running().isSuperset(of: [busy.withLock { $0 }, gpsbridge_thread()]))
        mayEnd.withLock { $0 = true }
        wake.signal()
      }
    }
  }
}
