internal import GPSBase

/// Watches how fresh the last position is: a plain value that takes events with their times.
///
/// It reads no clock and sets no timer. Its owner asks for ``nextDeadline``, and calls ``advance(to:)`` then:
///
/// ```swift
/// var tracker = FreshnessTracker()
/// tracker.fixArrived(at: start)                            // lost → live
/// tracker.advance(to: start + .seconds(2))                 // live → aging, at 1.5 s
/// tracker.advance(to: start + .seconds(60))                // aging → stale at 2.5 s, stale → lost at 10 s
/// ```
///
/// Between two fixes freshness only fades. Each change is told once, with the time at which it happened, even if nobody
/// looked at that time.
public struct FreshnessTracker: Sendable {
  /// After how long a position is no longer fresh.
  public let thresholds: FreshnessThresholds
  /// How fresh the last position is, as of the last call.
  public private(set) var freshness = Freshness.lost
  /// When the last epoch with a fix came.
  public private(set) var lastFix: ContinuousClock.Instant? {
    get { lastFixMoment?.instant }
    set { lastFixMoment = newValue.map(Moment.init) }
  }
  private var lastFixMoment: Moment?
  /// When the last epoch came that was a present one.
  @KeptIfAny private var lastPresent: ContinuousClock.Instant?
  private var interval = EpochInterval()
  @KeptIfAny private var now: ContinuousClock.Instant?

  /// Begins without a position.
  public init(_ thresholds: FreshnessThresholds = .standard) { self.thresholds = thresholds }

  /// The interval between epochs that ages are measured in.
  ///
  /// Learned from the receiver; after fewer than four epochs never more than the assumed one.
  public var epochInterval: Duration {
    guard let learned = interval.learned else { return thresholds.assumedInterval }
    return interval.isSettled ? learned : min(learned, thresholds.assumedInterval)
  }

  /// The ages at which the position fades.
  var fading: Fading { Fading(thresholds, interval: epochInterval) }

  /// How old the last position is; nil if there never was one.
  public func age(at now: ContinuousClock.Instant) -> Duration? {
    lastFix.map { max($0.duration(to: now), .zero) }
  }

  /// When freshness changes next if nothing comes; nil if it will not.
  public var nextDeadline: ContinuousClock.Instant? {
    guard let lastFix, let next = freshness.next else { return nil }
    return lastFix + thresholds.age(of: next, interval: epochInterval)
  }

  /// An epoch with a position has come.
  @discardableResult
  public mutating func fixArrived(at moment: ContinuousClock.Instant) -> [Transition] {
    var transitions = advance(to: moment)
    interval.epochArrived(at: moment)
    let gap = lastPresent.map { max($0.duration(to: moment), .zero) }
    // Age counts from the epoch's last byte, not from when we reported it.
    lastFix = max(lastFix ?? moment, moment)
    lastPresent = lastFix
    change(to: .live, at: now ?? moment, gap: gap, &transitions)
    return transitions
  }

  /// An epoch with a position has come that was held back on its way: the receiver was there, and may have moved on.
  ///
  /// The position is stale, or lost if it is that old. Its arrival teaches no interval.
  ///
  /// - Parameters:
  ///   - moment: Its arrival.
  ///   - age: How old it was by then, at least.
  /// - Returns: The changes of freshness.
  @discardableResult
  public mutating func lateFixArrived(at moment: ContinuousClock.Instant, age: Duration) -> [Transition] {
    var transitions = advance(to: moment)
    interval.interrupt()
    lastFix = moment - max(age, .zero)
    if freshness.isCurrent { change(to: .stale, at: now ?? moment, &transitions) }
    return transitions + advance(to: now ?? moment)
  }

  /// An epoch has come, with or without a position or a report of it, and held back for some time on its way or not.
  mutating func epochArrived(
    at moment: ContinuousClock.Instant, hasPosition: Bool?, delay: Duration?
  ) -> [Transition] {
    switch (delay, hasPosition) {
    case (nil, true): fixArrived(at: moment)
    case (nil, false): noFix(at: moment)
    case (let delay?, true): lateFixArrived(at: moment, age: delay)
    // That there was no fix then says nothing of the present position.
    case (_?, false), (_, nil): advance(to: moment)
    }
  }

  /// An epoch without a position has come: the receiver says that it does not know.
  ///
  /// A live position is aging from now on, before any time has passed.
  @discardableResult
  public mutating func noFix(at moment: ContinuousClock.Instant) -> [Transition] {
    var transitions = advance(to: moment)
    interval.epochArrived(at: moment)
    let now = now ?? moment
    if freshness == .live { change(to: .aging, at: now, &transitions) }
    // The interval may have become another one.
    return transitions + advance(to: now)
  }

  /// The receiver is gone: unplugged, closed, or its stream has ended.
  ///
  /// Its last position is lost at once, and stays so until the next fix.
  @discardableResult
  public mutating func sourceEnded(at moment: ContinuousClock.Instant) -> [Transition] {
    var transitions = advance(to: moment)
    interval.interrupt()
    change(to: .lost, at: now ?? moment, &transitions)
    return transitions
  }

  /// Time has passed.
  @discardableResult
  public mutating func advance(to moment: ContinuousClock.Instant) -> [Transition] {
    // A clock that only goes forward may still be read by two threads in the other order.
    let before = now ?? moment
    now = max(before, moment)
    var transitions: [Transition] = []
    while let deadline = nextDeadline, let next = freshness.next, deadline <= max(before, moment) {
      change(to: next, at: max(deadline, before), &transitions)
    }
    return transitions
  }

  private mutating func change(
    to new: Freshness, at moment: ContinuousClock.Instant, gap: Duration? = nil,
    _ transitions: inout [Transition]
  ) {
    guard freshness != new else { return }
    transitions.append(Transition(from: freshness, to: new, at: moment, gap: gap))
    freshness = new
  }
}

extension Freshness {
  /// The freshness that it fades to.
  fileprivate var next: Freshness? {
    switch self {
    case .live: .aging
    case .aging: .stale
    case .stale: .lost
    case .lost: nil
    }
  }
}

extension FreshnessTracker {
  /// A change of freshness.
  public struct Transition: Sendable, Hashable {
    /// The freshness before.
    public var from: Freshness
    /// The freshness now.
    public var to: Freshness
    /// When it changed.
    public var at: ContinuousClock.Instant {
      get { moment.instant }
      set { moment = Moment(newValue) }
    }
    private var moment: Moment
    /// For one that brought a fix: how long there was none; nil if it is the first.
    public var gap: Duration?

    /// Names a change.
    public init(from: Freshness, to: Freshness, at moment: ContinuousClock.Instant, gap: Duration? = nil) {
      self.from = from
      self.to = to
      self.moment = Moment(moment)
      self.gap = gap
    }
  }
}

/// The interval that a receiver keeps between epochs, learned from when they come.
///
/// It is the middle one of the last five gaps. So one or two missing epochs, or a computer that was busy, do not move
/// it, and three epochs at a new rate do.
struct EpochInterval: Sendable, Hashable {
  /// Epochs closer than this come from one bunch, a buffer that was emptied late, and count as one.
  static let shortest = Duration.milliseconds(20)
  /// No receiver is believed to be slower.
  static let longest = Duration.seconds(60)
  private static let most = 5

  @KeptIfAny private var last: ContinuousClock.Instant?
  /// The latest gaps, the newest last.
  private var gaps: [Duration] = []

  /// The interval; nil until there were two epochs.
  private(set) var learned: Duration?
  /// Whether there were enough epochs to tell an interval from a gap.
  var isSettled: Bool { gaps.count >= 3 }

  /// An epoch has come, with a fix or without one.
  mutating func epochArrived(at now: ContinuousClock.Instant) {
    guard let last else {
      self.last = now
      return
    }
    let gap = last.duration(to: now)
    guard gap >= Self.shortest else { return }
    self.last = now
    gaps.append(min(gap, Self.longest))
    if gaps.count > Self.most { gaps.removeFirst() }
    let sorted = gaps.sorted()
    // One or two intervals cannot show whether an epoch was missing within: the shorter one is safe.
    learned = isSettled ? sorted[(sorted.count - 1) / 2] : sorted[0]
  }

  /// The stream was interrupted: the time until the next epoch is no interval.
  mutating func interrupt() { last = nil }
}
