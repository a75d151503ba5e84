internal import GPSEventRuntime

/// The timers of a manual clock, and its current time, as a plain value.
///
/// Thousands of simulated receivers may each set a timer, so every operation takes at most logarithmic time.
struct TimerTable {
  /// A pending timer.
  struct Entry: Sendable {
    var loop: EventLoop
    var action: @Sendable () -> Void
  }

  var now: ContinuousClock.Instant
  /// The time of day at `reference`.
  private var utcAtReference: Double
  private var reference: ContinuousClock.Instant
  private var timers = DeadlineHeap<Entry>()
  /// Every loop that has had a timer, or was registered to have one.
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

  var count: Int { timers.count }

  var timeToNext: Duration? { mutating get { timers.next.map { $0.due - now } } }

  /// Adds a timer after those due at the same time or earlier; returns its number.
  mutating func add(_ delay: Duration, _ loop: EventLoop, _ action: @escaping @Sendable () -> Void)
    -> Int
  {
    serve(loop)
    return timers.add(Entry(loop: loop, action: action), due: now + max(delay, .zero))
  }

  /// Registers a loop on which something may happen.
  mutating func serve(_ loop: EventLoop) {
    if served.insert(ObjectIdentifier(loop)).inserted { loops.append(loop) }
  }

  /// Removes and returns a timer, if it is still there.
  mutating func remove(_ number: Int) -> Entry? { timers.remove(number) }

  /// Moves time to the next timer due by then; the timer stays in the table.
  mutating func moveToNext(until target: ContinuousClock.Instant) -> (number: Int, loop: EventLoop)? {
    guard let next = timers.next, next.due <= target, let timer = timers[next.number] else { return nil }
    now = max(now, next.due)
    return (next.number, timer.loop)
  }
}
