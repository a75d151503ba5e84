internal import GNSS
internal import GPSBase

/// Recognizes delayed epochs by comparing the receiver's times with their arrivals.
///
/// A buffer that is emptied late delivers epochs faster than they were measured. The delay follows from
/// earlier epochs; right after opening, an epoch is at least as old as the later ones that arrived with it. A
/// single step of the receiver's time between epochs at their usual pace means that the receiver's clock was
/// set, not that there is a backlog.
struct BacklogWatch: Sendable {
  private struct Last: Sendable {
    var time: EpochTime
    var arrival: Moment
  }

  private var last: Last?
  /// The delay of the last epoch in seconds, relative to the earliest arrivals of the last minutes.
  private var lag = 0.0
  /// The seconds by which consecutive epochs arrived too fast.
  private var gain = 0.0
  /// Steps of the receiver's time between epochs at normal pace, in seconds, the newest last.
  private var steps: [Double] = []
  /// The usual step of the receiver's time in seconds: the median of the steps, once there are three.
  private var usual: Double?
  private var backlogSince: Moment?
  /// The number of consecutive epochs at normal pace.
  private var paced = 0
  /// Whether epochs have arrived too fast for so long that this is their pace, as in a fast replay.
  private var isReplay = false
  /// Whether the delay is relative to epochs at normal pace, and not only a lower bound.
  private var isKnown = false
  /// Whether earlier epochs turned out to be old as well, so that no clock may be derived from them.
  private(set) var disprovesEarlier = false

  /// Whether the last epoch was delayed.
  var isBacklog: Bool { backlogSince != nil }

  private static let mostSteps = 5
  /// The least seconds by which an epoch of a backlog is late; a busy computer reads several at once.
  private static let leastLag = 1.0
  /// The most seconds that the first epochs of an opening may gain.
  private static let mostGainAtFirst = 0.75
  /// The seconds after which a sequence of epochs that arrive too fast counts as a replay.
  private static let longest = 60.0
  /// The fraction of the lag that decays per second, since neither clock is perfect.
  private static let decay = 0.02

  /// Examines one epoch.
  ///
  /// - Parameters:
  ///   - fix: The epoch.
  ///   - now: The arrival of its last byte.
  ///   - newest: The time of the newest epoch in the same read, if there are several.
  /// - Returns: The minimum delay of the epoch; nil if it arrived at normal pace.
  mutating func take(_ fix: Fix, at now: Moment, newest: EpochTime? = nil) -> Duration? {
    disprovesEarlier = false
    guard let time = EpochTime(fix) else {
      // Without a time, only the pause since the last arrival can be checked.
      if let last, last.arrival.duration(to: now) >= .seconds(usual ?? 1) { backlogSince = nil }
      return isBacklog ? .seconds(lag) : nil
    }
    defer { last = Last(time: time, arrival: now) }
    if let last, let step = time.seconds(since: last.time) {
      take(step, in: max(0, last.arrival.duration(to: now).inSeconds), at: now)
    } else {
      (lag, gain) = (0, 0)
      backlogSince = nil
    }
    let behind = newest?.seconds(since: time) ?? 0
    // A newly opened port is empty, so epochs that arrive together were buffered before.
    if !isReplay, behind > (steps.isEmpty ? 0 : latest), behind < Self.mostBehind {
      lag = max(lag, behind)
      begin(at: now)
    }
    return isBacklog ? .seconds(lag) : nil
  }

  /// The largest span of epochs in one read, in seconds; no buffer holds more.
  private static let mostBehind = 86_400.0

  /// Seconds after which an epoch is late: one may be missing, and a line may stall for a moment.
  private var latest: Double { max(Self.leastLag, 1.5 * (usual ?? 1)) }

  private mutating func take(_ step: Double, in gap: Double, at now: Moment) {
    let isFast = gap < step / 2
    if !isFast { isReplay = false }
    guard step > 0 else {
      // The clock was set back, or a week rolled over. A backlog continues until the pace is normal.
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
    let allowed = steps.isEmpty ? min(Self.mostGainAtFirst, step) : Self.leastLag
    if let backlogSince {
      leave(since: backlogSince, isFast: isFast, wasLate: next, at: now)
    } else if !isReplay, gain > allowed || lag > latest {
      begin(at: now)
    }
    if !isFast, !isBacklog { learn(step) }
  }

  private mutating func begin(at now: Moment) {
    guard !isBacklog else { return }
    isKnown = lag > latest && !steps.isEmpty
    disprovesEarlier = !isKnown
    backlogSince = now
    paced = 0
  }

  /// Ends a backlog after an epoch as punctual as before the backlog, or after epochs at normal pace.
  private mutating func leave(
    since start: Moment, isFast: Bool, wasLate next: Double, at now: Moment
  ) {
    let isPresent = isKnown && next <= latest && next >= -latest
    // A link may deliver its backlog in pieces, with pauses in between.
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
    // The same steps have the same median.
    if steps.count > Self.mostSteps, steps.removeFirst() == steps.last { return }
    if steps.count >= 3 { usual = steps.sorted()[steps.count / 2] }
  }
}

/// The receiver's time of an epoch, with or without a date.
struct EpochTime: Sendable, Hashable {
  private var utc: UTC?
  private var ofDay: TimeOfDay?
  /// Seconds since the first epoch with this time of day.
  private var since: Double

  /// The time of an epoch; nil if it has none.
  init?(_ fix: Fix) {
    guard fix.hasSteadyTime, fix.time != nil || fix.timeOfDay != nil else { return nil }
    utc = fix.steadyTime
    ofDay = fix.timeOfDay
    since = Double(fix.sinceTime) / 100
  }

  /// Seconds since another epoch, within ±12 hours without dates; nil if the two cannot be compared.
  func seconds(since other: EpochTime) -> Double? {
    if let utc, let before = other.utc { return utc.seconds(since: before) }
    guard let ofDay, let before = other.ofDay else { return nil }
    let step = Double(ofDay.nanosecondsOfDay - before.nanosecondsOfDay) / 1e9 + since - other.since
    return step > 43_200 ? step - 86_400 : step < -43_200 ? step + 86_400 : step
  }
}

extension ArraySlice<DecodedOutput> {
  /// The time of the last epoch, if there are several.
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
