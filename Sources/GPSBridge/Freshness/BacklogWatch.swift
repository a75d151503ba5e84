internal import GNSS
internal import GPSBase

/// Recognizes epochs that were held back on their way: a plain value that compares the receiver's times with arrivals.
///
/// A buffer that is emptied late delivers epochs faster than they are dated. How long they were held back follows from the
/// epochs before; after an opening nothing is known of that, and an epoch is at least as old as the later ones that came
/// with it. A single step of the receiver's time at its usual pace is a clock that was set, not a backlog.
struct BacklogWatch: Sendable {
  private struct Last: Sendable {
    var time: EpochTime
    @Kept var arrival: ContinuousClock.Instant
  }

  private var last: Last?
  /// Seconds that the last epoch came later than the earliest ones of the last minutes.
  private var lag = 0.0
  /// Seconds by which the epochs came too fast, in a row.
  private var gain = 0.0
  /// Seconds of the receiver's time between epochs that came at their own pace, the newest last.
  private var steps: [Double] = []
  @KeptIfAny private var backlogSince: ContinuousClock.Instant?
  /// Epochs in a row that came at their own pace.
  private var paced = 0
  /// Whether the epochs have come too fast for so long that it is their pace, as of a recording that is replayed.
  private var isReplay = false
  /// Whether the delay follows from epochs that came at their own pace, and is not only a lower limit.
  private var isKnown = false
  /// Whether the last epoch has shown that the ones before it were old as well, so that no clock may follow from them.
  private(set) var disprovesEarlier = false

  init() {}

  /// Whether the last epoch was held back.
  var isBacklog: Bool { backlogSince != nil }

  private static let mostSteps = 5
  /// Seconds by which epochs may come too fast: a busy computer reads several at once.
  private static let mostGain = 0.75
  /// Seconds of arrival after which epochs that come too fast are taken for a replay.
  private static let longest = 60.0
  /// The share of the lag that passes in a second: neither clock is perfect.
  private static let decay = 0.02

  /// Takes one epoch.
  ///
  /// - Parameters:
  ///   - fix: The epoch.
  ///   - now: The arrival of its last byte.
  ///   - newest: The time of the newest epoch that came with the same bytes, where there are several.
  /// - Returns: How long it was held back at least; nil for an epoch that came at its own pace.
  mutating func take(_ fix: Fix, at now: ContinuousClock.Instant, newest: EpochTime? = nil) -> Duration? {
    disprovesEarlier = false
    guard let time = EpochTime(fix) else {
      // There is nothing to compare but the pause.
      if let last, last.arrival.duration(to: now) >= .seconds(usual ?? 1) { backlogSince = nil }
      return isBacklog ? .seconds(lag) : nil
    }
    defer { last = Last(time: time, arrival: now) }
    if let last, let step = time.seconds(since: last.time) {
      take(step, in: max(0, last.arrival.duration(to: now) / .seconds(1)), at: now)
    } else {
      (lag, gain) = (0, 0)
      backlogSince = nil
    }
    let behind = newest?.seconds(since: time) ?? 0
    // A port is empty when it is opened: what comes in one piece then was held back before it.
    if !isReplay, behind > (steps.isEmpty ? Self.mostBehindAtFirst : latest), behind < Self.mostBehind {
      lag = max(lag, behind)
      begin(at: now)
    }
    return isBacklog ? .seconds(lag) : nil
  }

  /// Seconds between the first and the last epoch of one read; no buffer holds more.
  private static let mostBehind = 86_400.0
  private static let mostBehindAtFirst = 0.25

  /// The usual step of the receiver's time.
  private var usual: Double? { steps.count < 3 ? nil : steps.sorted()[steps.count / 2] }

  /// Seconds after which an epoch is late: one may be missing, and a line may stall for a moment.
  private var latest: Double { max(1, 1.5 * (usual ?? 1)) }

  private mutating func take(_ step: Double, in gap: Double, at now: ContinuousClock.Instant) {
    let isFast = gap < step / 2
    if !isFast { isReplay = false }
    guard step > 0 else {
      // The clock was set back, or a week has rolled over: an epoch of a backlog stays one, unless it has its own pace.
      paced = gap >= (usual ?? 1) / 2 ? paced + 1 : 0
      if paced >= 2 { backlogSince = nil }
      lag = isBacklog ? lag + gap : 0
      gain = 0
      return
    }
    let isAtUsualPace = usual.map { gap >= $0 / 2 } ?? false
    if !isBacklog, isFast, isAtUsualPace {
      (lag, gain) = (0, 0)
      return
    }
    let next = lag + gap - step
    gain = isFast ? gain + max(0, -next) : 0
    lag = max(0, next - Self.decay * min(gap, step))
    paced = isFast ? 0 : paced + 1
    let allowed = steps.isEmpty ? min(Self.mostGain, step) : Self.mostGain
    if let backlogSince {
      leave(since: backlogSince, isFast: isFast, wasLate: next, at: now)
    } else if !isReplay, gain > allowed || lag > latest {
      begin(at: now)
    }
    if !isFast, !isBacklog { learn(step) }
  }

  private mutating func begin(at now: ContinuousClock.Instant) {
    guard !isBacklog else { return }
    isKnown = lag > latest && !steps.isEmpty
    disprovesEarlier = !isKnown
    backlogSince = now
    paced = 0
  }

  /// Ends a backlog: with an epoch that is as early as those before it, or one that comes at its own pace.
  private mutating func leave(
    since start: ContinuousClock.Instant, isFast: Bool, wasLate next: Double, at now: ContinuousClock.Instant
  ) {
    let isPresent = isKnown && next <= latest && next >= -latest
    // A link that delivers its backlog in pieces pauses between them.
    if !isFast, lag > latest { isKnown = true }
    let hasPace = paced >= (lag > latest ? 2 : 1)
    isReplay = isFast && start.duration(to: now) > .seconds(Self.longest)
    guard isPresent || hasPace || isReplay else { return }
    backlogSince = nil
    gain = 0
    if !isPresent { lag = 0 }
  }

  private mutating func learn(_ step: Double) {
    guard step <= 60 else { return }
    steps.append(step)
    if steps.count > Self.mostSteps { steps.removeFirst() }
  }
}

/// The receiver's time of an epoch, with or without a date.
struct EpochTime: Sendable, Hashable {
  private var utc: UTC?
  private var ofDay: TimeOfDay?

  /// The time of an epoch; nil if it has none.
  init?(_ fix: Fix) {
    guard fix.time != nil || fix.timeOfDay != nil else { return nil }
    utc = fix.time
    ofDay = fix.timeOfDay
  }

  /// Seconds since another epoch; without dates between -12 and 12 hours, and nil if they cannot be compared.
  func seconds(since other: EpochTime) -> Double? {
    if let utc, let before = other.utc { return utc.seconds(since: before) }
    guard let ofDay, let before = other.ofDay else { return nil }
    let step = Double(ofDay.nanosecondsOfDay - before.nanosecondsOfDay) / 1e9
    return step > 43_200 ? step - 86_400 : step < -43_200 ? step + 86_400 : step
  }
}

extension ArraySlice<DecodedOutput> {
  /// The time of the last epoch, where there are several.
  var newestTime: EpochTime? {
    var newest: EpochTime?
    var count = 0
    for case .fix(let fix) in self {
      newest = EpochTime(fix) ?? newest
      count += 1
    }
    return count > 1 ? newest : nil
  }
}
