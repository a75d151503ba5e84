internal import EventRuntime

/// The timers of a manual time, and how far it has come: a plain value.
///
/// Thousands of simulated receivers may set one each: none of what is done here takes longer than the logarithm of that.
struct TimerTable {
  /// A timer that waits.
  struct Entry: Sendable {
    var due: ContinuousClock.Instant
    var number: Int
    var loop: EventLoop
    var action: @Sendable () -> Void
  }

  /// A timer's place in the order of time; of two for one time the one that was set first is first.
  private struct Turn: Comparable {
    var due: ContinuousClock.Instant
    var number: Int

    static func < (one: Turn, other: Turn) -> Bool { (one.due, one.number) < (other.due, other.number) }
  }

  var now: ContinuousClock.Instant
  /// The time of day at `reference`.
  private var utcAtReference: Double
  private var reference: ContinuousClock.Instant
  private var lastNumber = 0
  private var entries: [Int: Entry] = [:]
  /// A heap: each turn is no later than the two at twice its place.
  ///
  /// Turns of timers that were called off stay in it for a while.
  private var turns: [Turn] = []
  /// Every loop that ever had a timer, or is to have one.
  private(set) var loops: [EventLoop] = []
  private var served: Set<ObjectIdentifier> = []

  init(start: ContinuousClock.Instant, utcSeconds: Double) {
    now = start
    reference = start
    utcAtReference = utcSeconds
  }

  var utcSeconds: Double { utcAtReference + (now - reference) / .seconds(1) }

  mutating func setUTC(_ seconds: Double) {
    utcAtReference = seconds
    reference = now
  }

  var count: Int { entries.count }

  var timeToNext: Duration? {
    mutating get { first.map { $0.due - now } }
  }

  /// Adds a timer behind those that are due before it or at the same time; answers its number.
  mutating func add(_ delay: Duration, _ loop: EventLoop, _ action: @escaping @Sendable () -> Void)
    -> Int
  {
    lastNumber += 1
    let due = now + max(delay, .zero)
    entries[lastNumber] = Entry(due: due, number: lastNumber, loop: loop, action: action)
    turns.append(Turn(due: due, number: lastNumber))
    rise(turns.count - 1)
    serve(loop)
    return lastNumber
  }

  /// Notes a loop on which something may happen.
  mutating func serve(_ loop: EventLoop) {
    if served.insert(ObjectIdentifier(loop)).inserted { loops.append(loop) }
  }

  /// Takes a timer out again, if it is still there.
  mutating func remove(_ number: Int) -> Entry? {
    let entry = entries.removeValue(forKey: number)
    // A program that sets and cancels timers forever must not fill the table.
    if turns.count > 2 * entries.count + 64 {
      turns.removeAll { entries[$0.number] == nil }
      turns.sort()
    }
    return entry
  }

  /// Moves time to the next timer that is due until then; it stays in the table.
  mutating func moveToNext(until target: ContinuousClock.Instant) -> Entry? {
    guard let first, first.due <= target else { return nil }
    now = max(now, first.due)
    return first
  }

  // MARK: - Heap

  /// The timer that is due next.
  private var first: Entry? {
    mutating get {
      while let turn = turns.first {
        if let entry = entries[turn.number] { return entry }
        turns.swapAt(0, turns.count - 1)
        turns.removeLast()
        sink(0)
      }
      return nil
    }
  }

  private mutating func rise(_ index: Int) {
    var index = index
    while index > 0, turns[index] < turns[(index - 1) / 2] {
      turns.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func sink(_ index: Int) {
    var index = index
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
