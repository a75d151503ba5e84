import GPSEventRuntime
import GPSSystemCalls
import TestSupport
import Testing

@testable import GPSEventRuntime

@Suite struct `Work that blocks` {
  @Test func `is done beside the loop, and its outcome comes back on it`() {
    let loop = EventLoop()
    let log = Log<Bool>()
    loop.run { loop in
      let mayEnd = Semaphore()
      loop.offload {
        mayEnd.wait()
        return loop.isCurrent
      } then: { wasOnLoop in
        log.add(wasOnLoop)
        log.add(loop.isCurrent)
        loop.stop()
      }
      // The work waits for this: the loop goes on meanwhile.
      loop.afterTurns(3) { mayEnd.signal() }
    }
    #expect(log.entries == [false, true])
  }

  @Test func `has its outcome told to the loop by the thousand, from any thread`() {
    let loop = EventLoop()
    let sum = Guarded(0)
    let done = Semaphore()
    loop.whileRunning {
      onThreads(4) { _ in
        for number in 1...500 {
          loop.offload({ number }) { number in
            sum.withLock { $0 += number }
            done.signal()
          }
        }
      }
      for _ in 0..<2000 { done.wait() }
    }
    #expect(sum.withLock { $0 } == 4 * 125_250)
  }

  @Test func `runs four at a time; a fifth waits until one of them returns`() {
    let helpers = HelperThreads()
    let log = Log<Int>()
    let begun = Semaphore()
    let mayEnd = Semaphore()
    for number in 0..<6 {
      helpers.run {
        log.add(number)
        begun.signal()
        mayEnd.wait()
      }
    }
    for _ in 0..<4 { begun.wait() }
    #expect(Set(log.entries) == [0, 1, 2, 3] && helpers.count == 4)
    mayEnd.signal()
    begun.wait()
    #expect(log.entries.last == 4 && log.entries.count == 5)
    for _ in 0..<6 { mayEnd.signal() }
    begun.wait()
    #expect(log.entries.last == 5)
  }

  @Test func `starts one thread for one piece of it, and four at most for hundreds`() {
    let helpers = HelperThreads()
    let done = Semaphore()
    helpers.run { done.signal() }
    done.wait()
    #expect(helpers.count == 1)
    for _ in 0..<300 { helpers.run { done.signal() } }
    for _ in 0..<300 { done.wait() }
    #expect((1...4).contains(helpers.count))
  }

  @Test func `is not lost where a thread ends for want of it`() {
    let helpers = HelperThreads(secondsIdle: 0)
    let count = Guarded(0)
    let done = Semaphore()
    onThreads(4) { _ in
      for _ in 0..<1000 {
        helpers.run {
          count.withLock { $0 += 1 }
          done.signal()
        }
      }
    }
    for _ in 0..<4000 { done.wait() }
    #expect(count.withLock { $0 } == 4000)
  }

  @Test func `lets go what it held when it is done`() {
    let helpers = HelperThreads()
    let gone = Semaphore()
    let mortal = Mortal { gone.signal() }
    helpers.run { [mortal] in mortal.live() }
    _ = consume mortal
    gone.wait()
  }
}

@Suite struct `A thread of the loop's` {
  @Test func `takes no signal but what it brings upon itself`() throws {
    let loop = EventLoop()
    let blocked = try #require(loop.whileRunning { loop.sync { ThreadFacts.current.blockedSignals } })
    // Interrupt 2, end 15, child 17: they are for threads of the program. Bad addresses 7 and 11, a trap 5: it must
    // crash by them.
    for signal in [2, 15, 17] as [UInt64] { #expect(blocked & 1 << (signal - 1) != 0, "\(signal)") }
    for signal in [4, 5, 6, 7, 8, 11] as [UInt64] { #expect(blocked & 1 << (signal - 1) == 0, "\(signal)") }
  }
}
