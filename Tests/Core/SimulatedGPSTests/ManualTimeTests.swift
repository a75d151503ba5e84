import Dispatch
import GPSEventRuntime
import GPSBridge
import GPSSystemCalls
import Glibc
import SimulatedGPS
import Testing

@Suite struct `Time moved by hand` {
  private let time = ManualTime(utcSeconds: 1000)
  private let loop = EventLoop.shared
  private let log = Guarded<[String]>([])

  private func note(_ text: String) -> @Sendable () -> Void {
    { [log] in log.withLock { $0.append(text) } }
  }

  private var noted: [String] { log.withLock { $0 } }

  @Test func `stands still until it is moved`() {
    let start = time.now
    #expect(time.now == start)
    time.jump(by: .seconds(3600))
    #expect(time.now - start == .seconds(3600))
    #expect(time.utcSeconds == 4600)
  }

  @Test func `runs what is due in the order of the times, not of the setting`() {
    time.after(.seconds(3), on: loop, note("third"))
    time.after(.seconds(1), on: loop, note("first"))
    time.after(.seconds(2), on: loop, note("second"))
    time.jump(by: .seconds(2))
    #expect(noted == ["first", "second"])
    time.jump(by: .seconds(1))
    #expect(noted == ["first", "second", "third"])
  }

  @Test func `of two for one moment runs the one set first`() {
    for name in ["a", "b", "c"] { time.after(.seconds(1), on: loop, note(name)) }
    time.jump(by: .seconds(1))
    #expect(noted == ["a", "b", "c"])
  }

  @Test func `shows each action its own moment`() {
    let start = time.now
    let seen = Guarded<[Duration]>([])
    for seconds in [4, 1, 2] {
      time.after(.seconds(seconds), on: loop) { [time] in
        let age = time.now - start
        seen.withLock { $0.append(age) }
      }
    }
    time.jump(by: .seconds(10))
    #expect(seen.withLock { $0 } == [.seconds(1), .seconds(2), .seconds(4)])
    #expect(time.now - start == .seconds(10))
  }

  @Test func `runs what an action sets, if it falls within the way`() {
    time.after(.seconds(1), on: loop) { [time, loop, log] in
      for seconds in [1, 2, 60] {
        time.after(.seconds(seconds), on: loop) { log.withLock { $0.append("\(1 + seconds)") } }
      }
    }
    time.jump(by: .seconds(3))
    #expect(noted == ["2", "3"])
    #expect(time.timeToNextTimer == .seconds(58))
  }

  @Test func `has done what actions put on their loop before it returns`() {
    time.after(.seconds(1), on: loop) { [loop, log] in
      loop.async {
        log.withLock { $0.append("one deep") }
        loop.async { log.withLock { $0.append("two deep") } }
      }
    }
    time.after(.seconds(2), on: loop, note("later"))
    time.jump(by: .seconds(2))
    #expect(noted == ["one deep", "two deep", "later"])
  }

  @Test func `minds what waits on the loop before time goes on`() {
    time.after(.seconds(1), on: loop, note("timer"))
    loop.async { [time, loop, log] in
      log.withLock { $0.append("bytes") }
      time.after(.seconds(0.5), on: loop) { log.withLock { $0.append("quiet") } }
    }
    time.jump(by: .seconds(1))
    #expect(noted == ["bytes", "quiet", "timer"])
  }

  @Test func `runs nothing that was called off`() {
    let timer = time.after(.seconds(1), on: loop, note("no"))
    time.after(.seconds(1), on: loop, note("yes"))
    #expect(time.pendingTimers == 2)
    timer.cancel()
    timer.cancel()
    #expect(time.pendingTimers == 1)
    time.jump(by: .seconds(5))
    timer.cancel()
    #expect(noted == ["yes"])
  }

  @Test func `lets one action call off another for the same moment`() {
    let second = Guarded<(any TimerHandle)?>(nil)
    time.after(.seconds(1), on: loop) {
      let timer = second.withLock { $0 }
      timer?.cancel()
    }
    let timer = time.after(.seconds(1), on: loop, note("no"))
    second.withLock { $0 = timer }
    time.jump(by: .seconds(1))
    #expect(noted == [])
  }

  @Test func `runs what is due at once only when it is moved, be it by nothing`() {
    time.after(.zero, on: loop, note("now"))
    time.after(.seconds(-3), on: loop, note("overdue"))
    #expect(noted == [])
    time.jump(by: .zero)
    #expect(noted == ["now", "overdue"])
  }

  @Test func `runs each action on its own loop`() {
    let other = EventLoop()
    other.start()
    defer { other.stop() }
    for (name, loop) in [("one", loop), ("other", other)] {
      time.after(.seconds(1), on: loop) { [log] in
        #expect(loop.isCurrent)
        log.withLock { $0.append(name) }
      }
    }
    time.jump(by: .seconds(1))
    #expect(noted == ["one", "other"])
  }

  @Test func `goes on with what another loop sets in answer`() {
    let other = EventLoop()
    other.start()
    defer { other.stop() }
    // A timer far away, so that the loop is known.
    time.after(.seconds(100), on: other, note("far"))
    time.after(.seconds(1), on: loop) { [time, log] in
      other.async { time.after(.seconds(1), on: other) { log.withLock { $0.append("answer") } } }
    }
    time.jump(by: .seconds(2))
    #expect(noted == ["answer"])
  }

  @Test func `waits for what an action passes to another loop before time goes on`() {
    let (start, other) = (time.now, EventLoop())
    other.start()
    defer { other.stop() }
    time.willServe(other)
    for second in 1...50 {
      time.after(.seconds(second), on: loop) { [time, log] in
        other.async {
          // Whoever does not wait for this moves time meanwhile.
          for _ in 0..<1000 where time.now - start == .seconds(second) { sched_yield() }
          log.withLock { $0.append("\((time.now - start).components.seconds)") }
        }
      }
    }
    time.jump(by: .seconds(100))
    #expect(noted == (1...50).map(String.init))
  }

  @Test func `has a time of day that can be set without a timer noticing`() {
    time.after(.seconds(5), on: loop, note("five"))
    time.setUTC(9_000_000)
    time.jump(by: .seconds(4))
    #expect(time.utcSeconds == 9_000_004)
    #expect(noted == [])
    time.jump(by: .seconds(1))
    #expect(noted == ["five"])
  }

  @Test func `is the same for many threads at once`() async {
    let start = time.now
    await withTaskGroup { group in
      for task in 0..<8 {
        group.addTask { [time, loop, log] in
          for step in 0..<50 {
            let timer = time.after(.milliseconds(step % 7), on: loop) {
              log.withLock { $0.append("\(task)") }
            }
            if step % 5 == 0 { timer.cancel() }
            if step % 10 == 3 { move(time, by: .milliseconds(3)) }
          }
        }
      }
    }
    await time.advance(by: .seconds(1))
    #expect(time.pendingTimers == 0)
    #expect(time.now - start == .milliseconds(3 * 8 * 5) + .seconds(1))
    // A timer of zero may have fired before it was called off: then it is one of the eighty.
    #expect((320...400).contains(noted.count))
  }
}

/// Moves time without waiting for consumers, which an asynchronous context has to do by a function.
private func move(_ time: ManualTime, by duration: Duration) { time.jump(by: duration) }
