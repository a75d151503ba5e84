import GPSEventRuntime
import GPSSystemCalls
import TestSupport
import Testing

@testable import GPSEventRuntime

@Suite struct `Jobs of a loop` {
  private let loop = EventLoop()

  @Test func `are done in the order in which one thread handed them over`() {
    let log = Log<Int>()
    loop.whileRunning {
      for number in 0..<10_000 { loop.async { log.add(number) } }
      loop.sync {}
    }
    #expect(log.entries == Array(0..<10_000))
  }

  @Test func `wait behind those that wait already`() {
    let log = Log<Int>()
    loop.run { loop in
      loop.async {
        log.add(1)
        loop.async { log.add(3) }
      }
      loop.async { log.add(2) }
      loop.stop()
    }
    #expect(log.entries == [1, 2, 3])
  }

  /// A thread that has handed a job over tells the loop so, and the loop's own job comes behind it.
  @Test func `of another thread come before those that a descriptor's handler brings later`() throws {
    try withChannels { channels in
      let loop = EventLoop()
      let log = Log<Int>()
      loop.run { loop in
        _ = try? loop.watch(channels[0].reading, for: .readable) { _ in
          log.add(0)
          loop.async { log.add(2) }
          loop.stop()
          _ = channels[0].receive()
        }
        // In one turn: the loop is not asleep, and its next look finds both.
        onThreads(1) { _ in
          loop.async { log.add(1) }
          channels[0].send()
        }
        for _ in 0..<1200 { loop.async {} }
      }
      #expect(log.entries == [0, 1, 2])
    }
  }

  @Test func `of a thousand threads are each done once, and each thread's in its order`() {
    let threads = Sanitizer.isLooking ? 100 : 1000
    let log = Log<(Int, Int)>()
    loop.whileRunning {
      onThreads(threads) { thread in for number in 0..<20 { loop.async { log.add((thread, number)) } } }
      loop.sync {}
    }
    #expect(log.entries.count == 20 * threads)
    let orders = Dictionary(grouping: log.entries, by: \.0).mapValues { $0.map(\.1) }
    #expect(orders.count == threads && orders.values.allSatisfy { $0 == Array(0..<20) })
  }

  @Test func `let go what they held as soon as they are done`() {
    let log = Log<String>()
    loop.run { loop in
      let mortal = Mortal { log.add("gone") }
      loop.async { mortal.live() }
      loop.async { log.add("next") }
      loop.stop()
    }
    #expect(log.entries == ["gone", "next"])
  }

  @Test func `may bring others by their death`() {
    let log = Log<String>()
    loop.run { loop in
      let mortal = Mortal { loop.async { log.add("last wish") } }
      loop.async { mortal.live() }
      loop.async { loop.stop() }
    }
    #expect(log.entries == ["last wish"])
  }

  @Test func `that wait by the million are done in time that grows with their number`() {
    let count = Guarded(0)
    loop.run { loop in
      for _ in 0..<1_000_000 { loop.async { count.withLock { $0 += 1 } } }
      loop.stopAfterJobs()
    }
    #expect(count.withLock { $0 } == 1_000_000)
  }

  @Test func `leave a descriptor and a timer their turn, however many there are`() throws {
    try withChannels { channels in
      let loop = EventLoop()
      let log = Log<String>()
      @Sendable func again() { loop.async { again() } }
      loop.run { loop in
        _ = try? loop.watch(channels[0].reading, for: .readable) { _ in
          _ = channels[0].receive()
          log.add("byte")
          if log.entries.count == 2 { loop.stop() }
        }
        loop.after(.zero) {
          log.add("timer")
          if log.entries.count == 2 { loop.stop() }
        }
        channels[0].send()
        again()
      }
      #expect(log.entries == ["byte", "timer"])
    }
  }
}

extension EventLoop {
  /// Stops the loop by a job behind those that wait now.
  fileprivate func stopAfterJobs() { async { [self] in stop() } }
}
