package import GPSBase

/// Tracks the freshness of the last position from events and their times.
///
/// It reads no clock and sets no timer. Its owner reads `nextChange`, and then calls ``advance(to:)``:
///
/// ```swift
/// var tracker = FreshnessTracker()
/// tracker.fixArrived(at: start)                            // lost → live
/// tracker.advance(to: start + .seconds(2))                 // live → aging, at 1.5 s
/// tracker.advance(to: start + .seconds(60))                // aging → stale at 2.5 s, stale → lost at 10 s
/// ```
///
/// Between two fixes freshness only decreases. Each change is returned once, with the time at which it
/// happened, even if nothing was called at that time.
package struct FreshnessTracker: Sendable {
  /// The ages at which a position changes its freshness.
  package let thresholds: FreshnessThresholds
  /// The freshness of the last position, as of the last call.
  package private(set) var freshness = Freshness.lost
  /// When the last epoch with a fix arrived.
  @StoredInstantIfAny package private(set) var lastFix: ContinuousClock.Instant?
  /// When the last epoch arrived that was not delayed.
  private var lastPresent: Moment?
  private var interval = EpochInterval()
  /// The ages at which the position changes its freshness, and the interval for which they were computed.
  private(set) var fading: Fading
  private var unit: Duration
  /// The exact age at which the position is next less fresh.
  private var nextAge: (freshness: Freshness, age: Duration)?
  private var now: Moment?

  /// Creates a tracker without a position.
  package init(_ thresholds: FreshnessThresholds = .standard) {
    self.thresholds = thresholds
    unit = thresholds.assumedInterval
    fading = Fading(thresholds, interval: unit)
  }

  /// The interval between epochs, which is the unit of the thresholds.
  ///
  /// It is learned from epochs that follow each other, with nothing damaged or delayed between them. Before four
  /// epochs it is never longer than the assumed interval. If the last epoch took longer, the receiver may have
  /// become slower, or there may have been a gap. The interval is then also limited to the assumed one.
  package var epochInterval: Duration {
    guard let learned = interval.learned else { return thresholds.assumedInterval }
    return interval.isSettled ? learned : min(learned, thresholds.assumedInterval)
  }

  /// The age of the last position; nil if there has never been one.
  package func age(at now: ContinuousClock.Instant) -> Duration? {
    $lastFix.map { max($0.duration(to: Moment(now)), .zero) }
  }

  /// When the freshness changes next if no epoch arrives; nil if it will not change.
  var nextChange: Moment? {
    guard let lastFix = $lastFix, let next = freshness.next else { return nil }
    if let nextAge, nextAge.freshness == next { return lastFix + nextAge.age }
    return lastFix + thresholds.age(of: next, interval: unit)
  }

  /// Handles an epoch with a position.
  @discardableResult
  package mutating func fixArrived(at moment: ContinuousClock.Instant) -> [Transition] {
    let arrival = Moment(moment)
    var transitions = advance(to: arrival)
    learnInterval(at: arrival)
    let gap = lastPresent.map { max($0.duration(to: arrival), .zero) }
    // Age counts from the epoch's last byte, not from when we reported it.
    $lastFix = max($lastFix ?? arrival, arrival)
    lastPresent = $lastFix
    change(to: .live, at: now ?? arrival, gap: gap, &transitions)
    return transitions
  }

  /// Handles a delayed epoch with a position: the receiver may have moved on.
  ///
  /// The position is stale, or lost if it is old enough. Its arrival does not count for the interval.
  ///
  /// - Parameters:
  ///   - moment: Its arrival.
  ///   - age: Its minimum age at that time.
  /// - Returns: The changes of freshness.
  @discardableResult
  package mutating func lateFixArrived(at moment: ContinuousClock.Instant, age: Duration) -> [Transition] {
    let arrival = Moment(moment)
    var transitions = advance(to: arrival)
    interval.interrupt()
    lastFix = moment - max(age, .zero)
    if freshness.isCurrent { change(to: .stale, at: now ?? arrival, &transitions) }
    return transitions + advance(to: now ?? arrival)
  }

  /// Handles any epoch; `hasPosition` is nil if the epoch does not report whether it has a position.
  mutating func epochArrived(
    at moment: ContinuousClock.Instant, hasPosition: Bool?, delay: Duration?
  ) -> [Transition] {
    switch (delay, hasPosition) {
    case (nil, true): fixArrived(at: moment)
    case (nil, false): noFix(at: moment)
    case (let delay?, true): lateFixArrived(at: moment, age: delay)
    // A delayed epoch without a fix does not affect the present position.
    case (_?, false), (_, nil): pass(at: moment)
    }
  }

  /// Handles damaged bytes: epochs may be missing before the next one.
  mutating func lineWasDamaged() { interval.lineWasDamaged() }

  /// Handles an epoch that does not affect the position: it is damaged, or delayed.
  ///
  /// The time between the epochs around it is not the receiver's interval, and its own arrival is no measure
  /// of it, since damage may have divided an epoch.
  private mutating func pass(at moment: ContinuousClock.Instant) -> [Transition] {
    interval.interrupt()
    return advance(to: moment)
  }

  /// Handles an epoch in which the receiver reports that it has no position.
  ///
  /// A live position is aging immediately, whatever its age.
  @discardableResult
  package mutating func noFix(at moment: ContinuousClock.Instant) -> [Transition] {
    let arrival = Moment(moment)
    var transitions = advance(to: arrival)
    learnInterval(at: arrival)
    let now = now ?? arrival
    if freshness == .live { change(to: .aging, at: now, &transitions) }
    // The interval may have changed.
    return transitions + advance(to: now)
  }

  /// Handles the loss of the receiver: it was unplugged or closed, or its stream has ended.
  ///
  /// The last position is lost at once, until the next fix.
  @discardableResult
  package mutating func sourceEnded(at moment: ContinuousClock.Instant) -> [Transition] {
    let end = Moment(moment)
    var transitions = advance(to: end)
    interval.interrupt()
    change(to: .lost, at: now ?? end, &transitions)
    return transitions
  }

  @discardableResult
  package mutating func advance(to moment: ContinuousClock.Instant) -> [Transition] {
    advance(to: Moment(moment))
  }

  private mutating func advance(to moment: Moment) -> [Transition] {
    // Two threads may read even a monotonic clock in the opposite order.
    let before = now ?? moment
    now = max(before, moment)
    if let next = freshness.next, nextAge?.freshness != next {
      // It takes longer to compute than the rest, and is the same for most epochs.
      nextAge = (next, thresholds.age(of: next, interval: unit))
    }
    var transitions: [Transition] = []
    while let deadline = nextChange, let next = freshness.next, deadline <= max(before, moment) {
      change(to: next, at: max(deadline, before), &transitions)
    }
    return transitions
  }

  private mutating func learnInterval(at moment: Moment) {
    interval.epochArrived(at: moment)
    // A longer interval counts at once.
    let unit = max(epochInterval, min(interval.newest, thresholds.assumedInterval))
    guard unit != self.unit else { return }
    self.unit = unit
    nextAge = nil
    fading = Fading(thresholds, interval: unit)
  }

  private mutating func change(
    to new: Freshness, at moment: Moment, gap: Duration? = nil, _ transitions: inout [Transition]
  ) {
    guard freshness != new else { return }
    transitions.append(Transition(from: freshness, to: new, at: moment.instant, gap: gap))
    freshness = new
  }

  package struct Transition: Sendable, Hashable {
    package var from: Freshness
    package var to: Freshness
    /// When the freshness changed.
    @StoredInstant package var at: ContinuousClock.Instant
    /// For a transition caused by a fix, the time without one; nil for the first fix.
    package var gap: Duration?
    /// The events of the transition; the fix is back only if the position was stale or lost.
    package var events: [ReceiverEvent] {
      let event = ReceiverEvent(.freshness(to), at: at)
      guard to == .live, !from.isCurrent, let gap else { return [event] }
      return [event, ReceiverEvent(.back(gap: gap), at: at)]
    }
  }
}

extension Freshness {
  /// The next freshness without a new fix.
  fileprivate var next: Freshness? {
    switch self {
    case .live: .aging
    case .aging: .stale
    case .stale: .lost
    case .lost: nil
    }
  }
}

/// The interval between a receiver's epochs, learned from their arrivals.
///
/// It is the median of the last five gaps, so one or two missing epochs or a busy computer do not change it,
/// and three epochs at a new rate do. If most epochs are missing, the gaps are irregular. Beyond a second the
/// interval is the shortest gap, so that a position does not stay live on a bad line.
struct EpochInterval: Sendable, Hashable {
  /// Epochs closer than this come from one late buffer, and count as one.
  static let shortest = Duration.milliseconds(20)
  /// Beyond this, the shortest gap counts, and damage lengthens nothing.
  static let slow = Duration.seconds(1)
  /// The longest interval of any receiver.
  static let longest = Duration.seconds(60)
  private static let most = 5

  private var last: Moment?
  private var isBehindDamage = false
  /// The latest gaps, the newest last.
  private var gaps: [Duration] = []

  /// The interval; nil until there were two epochs.
  private(set) var learned: Duration?
  /// The last gap.
  var newest: Duration { gaps.last ?? .zero }
  /// Whether there were enough epochs to distinguish the interval from a gap.
  var isSettled: Bool { gaps.count >= 3 }

  /// Handles an epoch, with or without a fix.
  mutating func epochArrived(at now: Moment) {
    guard let last else {
      self.last = now
      isBehindDamage = false
      return
    }
    let gap = last.duration(to: now)
    guard gap >= Self.shortest else { return }
    self.last = now
    gaps.append(min(gap, isBehindDamage ? max(Self.slow, learned ?? .zero) : Self.longest))
    isBehindDamage = false
    // The same gaps have the same median.
    if gaps.count > Self.most, gaps.removeFirst() == gaps.last { return }
    let sorted = gaps.sorted()
    // With one or two gaps, an epoch may have been missing, so the shorter gap is the safe choice.
    let middle = isSettled ? sorted[(sorted.count - 1) / 2] : sorted[0]
    learned = min(middle, max(sorted[0], Self.slow))
  }

  /// Handles an interruption: the time until the next epoch is not an interval.
  mutating func interrupt() { last = nil }

  mutating func lineWasDamaged() { isBehindDamage = true }
}
