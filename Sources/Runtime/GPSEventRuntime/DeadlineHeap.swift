internal import GPSBase

/// A queue of contents ordered by due time, as a plain value without a clock.
///
/// There may be thousands of timers: every operation takes amortized logarithmic time. Contents that are due
/// at the same moment keep the order in which they were added.
package struct DeadlineHeap<Content> {
  /// A content's position in time order.
  private struct Turn: Comparable {
    var due: Moment
    var number: Int

    static func < (one: Turn, other: Turn) -> Bool { (one.due, one.number) < (other.due, other.number) }
  }

  /// The number assigned last; later numbers are larger.
  package private(set) var lastNumber = 0
  private var contents: [Int: Content] = [:]
  /// A binary heap: each turn is due no later than its two children.
  ///
  /// Turns of removed contents remain in it for a while.
  private var turns: [Turn] = []

  package init() {}

  package var count: Int { contents.count }
  package var isEmpty: Bool { contents.isEmpty }
  /// The size of the heap, including turns of removed contents.
  var room: Int { turns.count }

  /// Adds a content, after all that are due earlier or at the same moment.
  ///
  /// - Returns: The number with which it can be removed.
  package mutating func add(_ content: Content, due: ContinuousClock.Instant) -> Int {
    lastNumber += 1
    contents[lastNumber] = content
    turns.append(Turn(due: Moment(due), number: lastNumber))
    rise(turns.count - 1)
    return lastNumber
  }

  /// The content with a number; nil if it was removed.
  package subscript(number: Int) -> Content? { contents[number] }

  /// Removes a content if it is still queued.
  @discardableResult package mutating func remove(_ number: Int) -> Content? {
    let content = contents.removeValue(forKey: number)
    // A program that adds and removes forever must not fill the heap.
    if turns.count > 2 * contents.count + 64 {
      turns.removeAll { contents[$0.number] == nil }
      turns.sort()
    }
    return content
  }

  /// Moves a content to another due time, with a new number; nil if it is no longer queued.
  package mutating func move(_ number: Int, to due: ContinuousClock.Instant) -> Int? {
    remove(number).map { add($0, due: due) }
  }

  /// The earliest due time and the number of its content.
  package var next: (due: ContinuousClock.Instant, number: Int)? {
    mutating get {
      while let turn = turns.first {
        if contents[turn.number] != nil { return (turn.due.instant, turn.number) }
        dropFirst()
      }
      return nil
    }
  }

  /// Removes the next content if it is due by a moment and its number is not larger than the given one.
  package mutating func takeNext(by moment: ContinuousClock.Instant, upTo last: Int = .max) -> Content? {
    guard let next, next.due <= moment, next.number <= last else { return nil }
    dropFirst()
    return contents.removeValue(forKey: next.number)
  }

  private mutating func dropFirst() {
    turns.swapAt(0, turns.count - 1)
    turns.removeLast()
    sink()
  }

  private mutating func rise(_ index: Int) {
    var index = index
    while index > 0, turns[index] < turns[(index - 1) / 2] {
      turns.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// Moves the first turn down to its position.
  private mutating func sink() {
    var index = 0
    while true {
      var least = index
      for child in (2 * index + 1)...(2 * index + 2) where child < turns.count && turns[child] < turns[least]
      { least = child }
      guard least != index else { return }
      turns.swapAt(index, least)
      index = least
    }
  }
}
