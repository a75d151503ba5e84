internal import GPSBase

/// Contents that wait for their moments, the next one first: a plain value without a clock.
///
/// Thousands of timers may wait: nothing here takes longer than the logarithm of their number. Of two for one moment
/// the one that was added first is first.
package struct DeadlineHeap<Content> {
  /// A content's place in the order of time.
  private struct Turn: Comparable {
    var due: Moment
    var number: Int

    static func < (one: Turn, other: Turn) -> Bool { (one.due, one.number) < (other.due, other.number) }
  }

  /// The number that was given last; later numbers are larger.
  package private(set) var lastNumber = 0
  private var contents: [Int: Content] = [:]
  /// A heap: each turn is no later than the two at twice its place.
  ///
  /// Turns of contents that were removed stay in it for a while.
  private var turns: [Turn] = []

  package init() {}

  package var count: Int { contents.count }
  package var isEmpty: Bool { contents.isEmpty }
  /// How many places are taken, also by those that were removed.
  var room: Int { turns.count }

  /// Adds a content behind those that are due before it or at the same moment.
  ///
  /// - Returns: The number by which it can be removed.
  package mutating func add(_ content: Content, due: ContinuousClock.Instant) -> Int {
    lastNumber += 1
    contents[lastNumber] = content
    turns.append(Turn(due: Moment(due), number: lastNumber))
    rise(turns.count - 1)
    return lastNumber
  }

  /// A content that waits; nil if it was taken out.
  package subscript(number: Int) -> Content? { contents[number] }

  /// Takes a content out again, if it is still there.
  @discardableResult package mutating func remove(_ number: Int) -> Content? {
    let content = contents.removeValue(forKey: number)
    // A program that adds and removes for ever must not fill the heap.
    if turns.count > 2 * contents.count + 64 {
      turns.removeAll { contents[$0.number] == nil }
      turns.sort()
    }
    return content
  }

  /// The next moment, and the number of its content.
  package var next: (due: ContinuousClock.Instant, number: Int)? {
    mutating get {
      while let turn = turns.first {
        if contents[turn.number] != nil { return (turn.due.instant, turn.number) }
        dropFirst()
      }
      return nil
    }
  }

  /// Takes out the next content if it is due by a moment, and was not added after the content of a number.
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

  /// Brings the first turn to its place.
  private mutating func sink() {
    var index = 0
    while true {
      var least = index
      for child in (2 * index + 1)...(2 * index + 2) where child < turns.count && turns[child] < turns[least]
      {
        least = child
      }
      guard least != index else { return }
      turns.swapAt(index, least)
      index = least
    }
  }
}
