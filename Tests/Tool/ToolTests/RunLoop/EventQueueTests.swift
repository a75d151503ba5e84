import GPSEventRuntime
import TestSupport
import Testing

@testable import GPSBridgeTool
@testable import TerminalKit

@Suite struct `A queue of events` {
  /// The event that is there by the deadline; nil where none is.
  private func take<Event>(_ queue: EventQueue<Event>, until deadline: ContinuousClock.Instant) -> Event? {
    if case .event(let event) = queue.take(until: deadline) { event } else { nil }
  }

  private func takeAll<Event>(_ queue: EventQueue<Event>) -> [Event] {
    var all: [Event] = []
    while let event = take(queue, until: .now) { all.append(event) }
    return all
  }

  @Test func `gives them in the order in which they came`() {
    let queue = EventQueue<Int>()
    for number in 1...1000 { queue.put(number) }
    #expect(takeAll(queue) == Array(1...1000))
  }

  @Test func `gives what is there although the deadline has passed`() {
    let queue = EventQueue<Int>()
    queue.put(7)
    for event in [7, nil] { #expect(take(queue, until: .now - .seconds(1)) == event) }
  }

  @Test func `drops the oldest where too many wait, and counts them`() {
    let queue = EventQueue<Int>(limit: 3)
    for number in 1...10 { queue.put(number) }
    #expect(queue.takeDropped() == 7 && queue.takeDropped() == 0 && takeAll(queue) == [8, 9, 10])
    queue.put(11)
    #expect(takeAll(queue) == [11] && queue.takeDropped() == 0)
  }

  @Test func `gives interrupts before events, each once`() {
    let queue = EventQueue<Int>(limit: 2)
    queue.put(1)
    for _ in 0..<1000 { queue.interrupt(.resized) }
    queue.interrupt(.end(signal: 2))
    for number in 2...9 { queue.put(number) }
    var taken: [Interrupt] = []
    while case .interrupt(let interrupt) = queue.take(until: .now) { taken.append(interrupt) }
    // The event that ended the loop was taken by it.
    #expect(taken == [.resized, .end(signal: 2)] && takeAll(queue) == [9])
  }

  @Test(.timeLimit(.minutes(1))) func `wakes a command that another thread's loop puts something on for`()
    throws
  {
    let queue = EventQueue<Int>()
    for number in 0..<100 {
      EventLoop.shared.async { queue.put(number) }
      guard case .event(number) = queue.take() else { throw Unexpected(number) }
    }
  }

  @Test func `loses nothing between threads`() async {
    let queue = EventQueue<Int>(limit: 100_000)
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask { for number in 0..<5000 { queue.put(writer * 5000 + number) } }
      }
    }
    let all = takeAll(queue)
    #expect(all.sorted() == Array(0..<20_000))
    for writer in 0..<4 {
      let own = all.filter { $0 / 5000 == writer }
      #expect(own == own.sorted())
    }
  }

  @Test func `waits on any thread until the deadline, and no shorter`() {
    let queue = EventQueue<Int>()
    for _ in 0..<20 {
      let deadline = ContinuousClock.now + .milliseconds(2)
      #expect(take(queue, until: deadline) == nil && deadline <= .now)
    }
  }

  @Test func `wakes who waits for an event of another thread`() {
    let queue = EventQueue<Int>()
    let thread = Errand { queue.put(42) }
    #expect(take(queue, until: .now + .seconds(60)) == 42)
    thread.join()
  }
}
