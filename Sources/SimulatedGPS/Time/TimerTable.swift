internal import Dispatch

/// The timers of a manual time, and how far it has come: a plain value.
struct TimerTable {
  /// A timer that waits.
  struct Entry: Sendable {
    var due: ContinuousClock.Instant
    var number: Int
    var queue: DispatchQueue
    var action: @Sendable () -> Void
  }

  var now: ContinuousClock.Instant
  /// The time of day at `reference`.
  private var utcAtReference: Double
  private var reference: ContinuousClock.Instant
  private var lastNumber = 0
  private var entries: [Entry] = []
  /// Every queue that ever had a timer.
  private(set) var queues: [DispatchQueue] = []
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

  var timeToNext: Duration? { entries.first.map { $0.due - now } }

  /// Adds a timer behind those that are due before it or at the same time; answers its number.
  mutating func add(_ delay: Duration, _ queue: DispatchQueue, _ action: @escaping @Sendable () -> Void)
    -> Int
  {
    lastNumber += 1
    let due = now + max(delay, .zero)
    let place = entries.firstIndex { $0.due > due } ?? entries.endIndex
    entries.insert(Entry(due: due, number: lastNumber, queue: queue, action: action), at: place)
    serve(queue)
    return lastNumber
  }

  /// Notes a queue on which something may happen.
  mutating func serve(_ queue: DispatchQueue) {
    if served.insert(ObjectIdentifier(queue)).inserted { queues.append(queue) }
  }

  /// Takes a timer out again, if it is still there.
  mutating func remove(_ number: Int) -> Entry? {
    entries.firstIndex { $0.number == number }.map { entries.remove(at: $0) }
  }

  /// Moves time to the next timer that is due until then; it stays in the table.
  mutating func moveToNext(until target: ContinuousClock.Instant) -> Entry? {
    guard let first = entries.first, first.due <= target else { return nil }
    now = max(now, first.due)
    return first
  }
}
