import GPSSystemCalls
import Testing

@testable import TerminalKit

@Suite(.timeLimit(.minutes(2))) struct `Work that blocks` {
  private let work = OrderedWork()
  private let done = Guarded<[Int]>([])

  private func note(_ number: Int) -> @Sendable () -> Void {
    { [done] in done.withLock { $0.append(number) } }
  }

  @Test func `is all done when it is finished, in order`() {
    for number in 0..<1000 { work.add(note(number)) }
    work.finish()
    #expect(done.withLock { $0 } == Array(0..<1000))
    work.finish()
    work.add(note(1000))
    work.finish()
    #expect(done.withLock { $0 }.last == 1000)
  }

  @Test func `is done one piece at a time, whichever threads add it`() {
    let running = Guarded((now: 0, most: 0))
    let adders = (0..<4).map { _ in
      Errand { [work] in
        for _ in 0..<200 {
          work.add {
            running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            running.withLock { $0.now -= 1 }
          }
        }
      }
    }
    for adder in adders { adder.join() }
    work.finish()
    #expect(running.withLock { $0 } == (0, 1))
  }

  @Test func `is done by who waits for its end, while drivers that hang hold all helper threads`() {
    let held = (0..<4).map { _ in (work: OrderedWork(), gate: EventQueue<Void>()) }
    for held in held { held.work.add { _ = held.gate.take() } }
    work.add(note(1))
    work.finish()
    #expect(done.withLock { $0 } == [1])
    for held in held { held.gate.put(()) }
    for held in held { held.work.finish() }
  }
}
