@testable import GPSEventRuntime
import TestSupport
import Testing

@Suite struct `A heap of deadlines` {
  private static let start = ContinuousClock.now

  private static func moment(_ number: Int) -> ContinuousClock.Instant { start + .milliseconds(number) }

  @Test func `gives the next one first, and of two for one moment the one that was added first`() {
    var heap = DeadlineHeap<String>()
    for (name, time) in [("c", 3), ("a", 1), ("d", 3), ("b", 2)] {
      _ = heap.add(name, due: Self.moment(time))
    }
    var taken: [String] = []
    while let name = heap.takeNext(by: Self.moment(9)) { taken.append(name) }
    #expect(taken == ["a", "b", "c", "d"])
    #expect(heap.isEmpty && heap.next == nil)
  }

  @Test func `gives nothing before its moment`() {
    var heap = DeadlineHeap<String>()
    _ = heap.add("a", due: Self.moment(5))
    #expect(heap.takeNext(by: Self.moment(4)) == nil)
    #expect(heap.takeNext(by: Self.moment(5)) == "a")
  }

  @Test func `keeps those that were added behind a number`() {
    var heap = DeadlineHeap<String>()
    let last = heap.add("a", due: Self.moment(1))
    _ = heap.add("b", due: Self.moment(1))
    #expect(heap.takeNext(by: Self.moment(1), upTo: last) == "a")
    #expect(heap.takeNext(by: Self.moment(1), upTo: last) == nil)
    #expect(heap.takeNext(by: Self.moment(1)) == "b")
  }

  @Test func `does not grow while contents come and go`() {
    var heap = DeadlineHeap<Int>()
    let kept = heap.add(-1, due: Self.moment(1))
    for number in 0..<100_000 { heap.remove(heap.add(number, due: Self.moment(2 + number))) }
    #expect(heap.count == 1 && heap.room < 100 && heap.next?.number == kept)
  }

  @Test func `does not grow while a content is moved`() {
    var heap = DeadlineHeap<Int>()
    let moved = heap.add(-1, due: Self.moment(300_000))
    for number in 0..<100_000 {
      _ = heap.move(moved, to: Self.moment(200_000 - number))
      _ = heap.move(moved, to: Self.moment(300_000))
    }
    #expect(heap.count == 1 && heap.room < 100)
    let next = heap.next
    #expect(next?.number == moved && next?.due == Self.moment(300_000))
  }

  /// All contents in a plain list, looked through at each question.
  private struct Model {
    var all: [(due: ContinuousClock.Instant, order: Int, number: Int, content: Int)] = []

    var next: Int? { all.indices.min { (all[$0].due, all[$0].order) < (all[$1].due, all[$1].order) } }
  }

  @Test(arguments: Array(1...15) + [SeededGenerator.seed])
  func `gives what a plain list would give`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var heap = DeadlineHeap<Int>()
    var model = Model()
    for step in 0..<600 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0...3:
        let due = Self.moment(Int.random(in: 0..<50, using: &random))
        let number = heap.add(step, due: due)
        model.all.append((due, number, number, step))
      case 4:
        let number = Int.random(in: 0...(heap.lastNumber + 1), using: &random)
        let index = model.all.firstIndex { $0.number == number }
        #expect(heap.remove(number) == index.map { model.all.remove(at: $0).content })
      case 5...6:
        let number = Int.random(in: 0...(heap.lastNumber + 1), using: &random)
        let due = Self.moment(Int.random(in: 0..<50, using: &random))
        let index = model.all.firstIndex { $0.number == number }
        let isMoved = heap.move(number, to: due)
        #expect(isMoved == (index != nil))
        if let index { (model.all[index].due, model.all[index].order) = (due, heap.lastNumber) }
      default:
        let moment = Self.moment(Int.random(in: 0..<50, using: &random))
        let last = Int.random(in: 0...(heap.lastNumber + 1), using: &random)
        var expected: Int?
        if let next = model.next, model.all[next].due <= moment, model.all[next].order <= last {
          expected = model.all.remove(at: next).content
        }
        #expect(heap.takeNext(by: moment, upTo: last) == expected)
      }
      let next = model.next.map { model.all[$0].number }
      #expect(heap.count == model.all.count && heap.next?.number == next, "step \(step)")
    }
  }
}
