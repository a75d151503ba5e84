/// Events in the order of their times, and of their addition at the same time.
struct EventQueue<Event> {
  private var heap: [(time: Int64, number: Int, event: Event)] = []
  private var added = 0

  mutating func add(_ event: Event, at time: Int64) {
    added += 1
    heap.append((time, added, event))
    var child = heap.count - 1
    while child > 0, isLess(child, (child - 1) / 2) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Removes the first event.
  mutating func next() -> (time: Int64, event: Event)? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    guard !heap.isEmpty else { return (last.time, last.event) }
    heap[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && isLess(child, least) {
        least = child
      }
      guard least != parent else { return (first.time, first.event) }
      heap.swapAt(least, parent)
      parent = least
    }
  }

  private func isLess(_ one: Int, _ other: Int) -> Bool {
    (heap[one].time, heap[one].number) < (heap[other].time, heap[other].number)
  }
}
