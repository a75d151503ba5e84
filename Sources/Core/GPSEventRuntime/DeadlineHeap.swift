internal import GPSBase

/// A queue of contents ordered by due time, as a plain value without a clock.
///
/// There may be thousands of timers: every operation takes amortized logarithmic time. Contents that are due
/// at the same moment keep the order in which they were added.
package struct DeadlineHeap<Content> {
  /// A content's position in time order.
  private struct Turn: Comparable {
    var due: Moment
    /// Its place among the contents that are due at the same moment.
    var order: Int
    var number: Int

    static func < (one: Turn, other: Turn) -> Bool { (one.due, one.order) < (other.due, other.order) }
  }

  private struct Entry {
    var content: Content
    var turn: Turn
    /// The turn in the heap; that of a moved content may be an earlier one.
    var queued: Turn
  }

  /// Increases with each content that is added or moved; a content's number is its value at the addition.
  package private(set) var lastNumber = 0
  private var entries: [Int: Entry] = [:]
  /// A binary heap: each turn is due no later than its two children.
  ///
  /// Turns of removed contents remain in it for a while. The turn of a content that was moved to a later time
  /// remains until it is the first: most timers are moved again before.
  private var turns: [Turn] = []

  package init() {}

  package var count: Int { entries.count }
  package var isEmpty: Bool { entries.isEmpty }
  /// The size of the heap, including turns of removed contents.
  var room: Int { turns.count }

  /// Adds a content, after all that are due earlier or at the same moment.
  ///
  /// - Returns: The number with which it can be moved and removed.
  package mutating func add(_ content: Content, due: ContinuousClock.Instant) -> Int {
    lastNumber += 1
    let turn = Turn(due: Moment(due), order: lastNumber, number: lastNumber)
    entries[lastNumber] = Entry(content: content, turn: turn, queued: turn)
    queue(turn)
    return turn.number
  }

  /// The content with a number; nil if it was removed.
  package subscript(number: Int) -> Content? { entries[number]?.content }

  /// Removes a content if it is still queued.
  @discardableResult package mutating func remove(_ number: Int) -> Content? {
    let entry = entries.removeValue(forKey: number)
    tidy()
    return entry?.content
  }

  /// Moves a content to another due time, after all that are due then; false if it is no longer queued.
  package mutating func move(_ number: Int, to due: ContinuousClock.Instant) -> Bool {
    guard let place = entries.index(forKey: number) else { return false }
    lastNumber += 1
    let turn = Turn(due: Moment(due), order: lastNumber, number: number)
    entries.values[place].turn = turn
    guard turn < entries.values[place].queued else { return true }
    entries.values[place].queued = turn
    queue(turn)
    tidy()
    return true
  }

  /// The earliest due time and the number of its content.
  package var next: (due: ContinuousClock.Instant, number: Int)? {
    mutating get { first.map { ($0.due.instant, $0.number) } }
  }

  /// The earliest due time.
  var nextDue: Moment? { mutating get { first?.due } }

  /// Removes the next content if it is due by a moment, and was added or moved no later than `last`.
  package mutating func takeNext(by moment: ContinuousClock.Instant, upTo last: Int = .max) -> Content? {
    let moment = Moment(moment)
    // Nothing is due before the first turn, although its content may have been moved to a later time.
    guard let soonest = turns.first, soonest.due <= moment else { return nil }
    guard let first, first.due <= moment, first.order <= last else { return nil }
    dropFirst()
    return entries.removeValue(forKey: first.number)?.content
  }

  /// The earliest turn, after the turns before it that no longer apply were dropped or moved.
  private var first: Turn? {
    mutating get {
      while let turn = turns.first {
        guard let place = entries.index(forKey: turn.number), entries.values[place].queued == turn else {
          dropFirst()
          continue
        }
        let present = entries.values[place].turn
        if present == turn { return turn }
        entries.values[place].queued = present
        turns[0] = present
        sink()
      }
      return nil
    }
  }

  private mutating func queue(_ turn: Turn) {
    turns.append(turn)
    rise(turns.count - 1)
  }

  /// Drops turns that no longer apply: a program that adds and removes forever must not fill the heap.
  private mutating func tidy() {
    guard turns.count > 2 * entries.count + 64 else { return }
    turns.removeAll { entries[$0.number]?.queued != $0 }
    turns.sort()
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
