import Testing

@testable import SimulatedGPS

@Suite struct `What is on its way` {
  private func drain(_ queue: inout LineQueue, _ now: Int64) -> [UInt8] {
    var bytes: [UInt8] = []
    queue.drain(until: now) { piece, _, _ in bytes += piece }
    return bytes
  }

  @Test func `leaves byte by byte`() {
    var queue = LineQueue()
    queue.append([1, 2, 3, 4], at: 100, duration: 400)
    #expect(drain(&queue, 199).isEmpty)
    #expect(drain(&queue, 200) == [1])
    #expect(drain(&queue, 399) == [2])
    #expect(drain(&queue, 1000) == [3, 4])
    #expect(queue.isEmpty)
  }

  @Test func `waits for what is before it`() {
    var queue = LineQueue()
    queue.append([1, 2], at: 100, duration: 200)
    queue.append([3], at: 150, duration: 100)
    #expect(queue.count == 3)
    #expect(drain(&queue, 300) == [1, 2])
    #expect(queue.count == 1 && queue.freeAt == 400)
    #expect(drain(&queue, 400) == [3])
    #expect(queue.isEmpty)
  }

  @Test func `is overtaken where it has not begun to leave`() {
    var queue = LineQueue()
    queue.append([1, 2], at: 100, duration: 200)
    queue.append([3, 4], at: 500, duration: 200)
    #expect(drain(&queue, 250) == [1])
    queue.insert([5], at: 260, duration: 100)
    queue.insert([6], at: 450, duration: 100)
    #expect(queue.freeAt == 750)
    #expect(drain(&queue, 400) == [2, 5])
    #expect(drain(&queue, 550) == [6])
    #expect(drain(&queue, 750) == [3, 4])
    queue.insert([7], at: 800, duration: 0)
    #expect(drain(&queue, 800) == [7] && queue.isEmpty)
  }

  @Test func `says when each piece began and ended`() {
    var queue = LineQueue()
    queue.append([1, 2, 3, 4], at: 100, duration: 400)
    var times: [[Int64]] = []
    queue.drain(until: 250) { times.append([Int64($0.count), $1, $2]) }
    queue.drain(until: 900) { times.append([Int64($0.count), $1, $2]) }
    #expect(times == [[1, 100, 200], [3, 200, 500]])
  }

  @Test func `is heard in another way from the middle on, and at the same time`() {
    var queue = LineQueue()
    let words = LineQueue.Words(bytes: [1, 2, 3, 4], speed: 9600)
    // At first it is heard as eight bytes, then as it is said.
    queue.append([9, 9, 9, 9, 9, 9, 9, 9], of: words, at: 100, duration: 400)
    queue.append([5], at: 100, duration: 100)
    #expect(drain(&queue, 300) == [9, 9, 9, 9])
    queue.hear(\.bytes)
    #expect(queue.freeAt == 600)
    #expect(drain(&queue, 400) == [3])
    queue.hear { _ in [8] }
    #expect(drain(&queue, 500) == [8])
    #expect(drain(&queue, 600) == [5] && queue.isEmpty)
  }

  @Test func `is announced in pieces`() {
    var queue = LineQueue()
    #expect(queue.nextDeparture(2) == nil)
    queue.append([1, 2, 3, 4, 5], at: 0, duration: 500)
    #expect(queue.nextDeparture(2) == 200)
    _ = drain(&queue, 200)
    #expect(queue.nextDeparture(2) == 400)
    #expect(queue.nextDeparture(100) == 500)
  }

  @Test func `comes all at once when it was held`() {
    var queue = LineQueue()
    queue.append([1, 2, 3, 4], at: 0, duration: 400)
    _ = drain(&queue, 100)
    queue.hold(from: 100, until: 5000)
    queue.append([5, 6], at: 1000, duration: 200)
    #expect(drain(&queue, 4999).isEmpty)
    #expect(drain(&queue, 5000) == [2, 3, 4, 5, 6])
    queue.append([7], at: 6000, duration: 100)
    #expect(drain(&queue, 6050).isEmpty)
    #expect(drain(&queue, 6100) == [7])
  }

  @Test func `is gone with the cable`() {
    var queue = LineQueue()
    queue.append([1, 2], at: 0, duration: 200)
    queue.removeAll()
    #expect(queue.isEmpty && queue.freeAt == 0)
    #expect(drain(&queue, 1000).isEmpty)
  }

  @Test func `of a device without a speed leaves at once`() {
    var queue = LineQueue()
    queue.append([1, 2, 3], at: 100, duration: 0)
    #expect(drain(&queue, 99).isEmpty)
    #expect(drain(&queue, 100) == [1, 2, 3])
  }
}
