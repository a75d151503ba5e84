import GPSEventRuntime
import Testing

@testable import GPSBridgeTool
@testable import TerminalKit

@Suite struct `A queue of events` {
  private func takeAll<Event>(_ queue: EventQueue<Event>) -> [Event] {
    var all: [Event] = []
    while case .event(let event) = queue.take(until: .now) { all.append(event) }
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
    guard case .event(7) = queue.take(until: .now - .seconds(1)) else {
      Issue.record("the event was not taken")
      return
    }
    guard case .deadline = queue.take(until: .now - .seconds(1)) else {
      Issue.record("something came from nowhere")
      return
    }
  }

  @Test func `drops the oldest where too many wait, and counts them`() {
    let queue = EventQueue<Int>(limit: 3)
    for number in 1...10 { queue.put(number) }
    #expect(queue.takeDropped() == 7)
    #expect(queue.takeDropped() == 0)
    #expect(takeAll(queue) == [8, 9, 10])
    queue.put(11)
    #expect(takeAll(queue) == [11])
    #expect(queue.takeDropped() == 0)
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
    #expect(taken == [.resized, .end(signal: 2)])
    #expect(takeAll(queue) == [9])
  }

  @Test(.timeLimit(.minutes(1))) func `wakes a command that another thread's loop puts something on for`() {
    let queue = EventQueue<Int>()
    for number in 0..<100 {
      EventLoop.shared.async { queue.put(number) }
      guard case .event(number) = queue.take() else {
        Issue.record("another event was taken than \(number)")
        return
      }
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
      guard case .deadline = queue.take(until: deadline) else {
        Issue.record("something came from nowhere")
        return
      }
      #expect(deadline <= .now)
    }
  }

  @Test func `wakes who waits for an event of another thread`() {
    let queue = EventQueue<Int>()
    let thread = Errand { queue.put(42) }
    guard case .event(42) = queue.take(until: .now + .seconds(60)) else {
      Issue.record("nobody woke up")
      return
    }
    thread.join()
  }
}
