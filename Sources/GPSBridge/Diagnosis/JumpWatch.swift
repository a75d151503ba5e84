public import GNSS
internal import GPSBase

/// Watches a receiver's time and place for jumps that no receiver makes by itself.
///
/// The time is compared with a clock that only goes forward, over the last minute: that clock need not be right, only even,
/// and a slow drift of either is no jump.
///
/// ```swift
/// var watch = JumpWatch()
/// watch.take(fix, at: .now)
/// if let speed = watch.impliedSpeed(at: .now), speed > 300 { print("no car is that fast") }
/// ```
public struct JumpWatch: Sendable {
  /// How far the time was ahead of the clock at a moment, in seconds since the first one.
  private struct Sample: Sendable {
    var ahead: Double
    @Kept var at: ContinuousClock.Instant
  }

  private struct Step: Sendable {
    var speed: Double
    @Kept var at: ContinuousClock.Instant
  }

  private struct Beginning: Sendable {
    var time: UTC
    @Kept var at: ContinuousClock.Instant
  }

  /// The first time since the clock was started.
  private var beginning: Beginning?
  /// The differences of the last minute, some seconds apart, the newest last.
  private var samples: [Sample] = []
  private var latest: Double?
  private var lastTime: UTC?
  private var lastPlace: Coordinate?
  @KeptIfAny private var lastFixAt: ContinuousClock.Instant?
  private var fastest: Step?
  /// When the time stepped last, by more than any receiver's does.
  @KeptIfAny private(set) var steppedAt: ContinuousClock.Instant?
  /// When the position jumped last.
  @KeptIfAny private(set) var jumpedAt: ContinuousClock.Instant?
  /// Seconds by which the receiver's time went on between the last two epochs.
  private(set) var lastStep: Double?

  /// A step is remembered for so long: it takes a moment, and a person takes longer to look.
  private static let memory = Duration.seconds(30)
  /// The time is compared with the clock over this span.
  static let span = Duration.seconds(60)
  private static let sampling = Duration.seconds(4)
  /// After a start the first epochs may be old ones: a step shows only that they were.
  private static let settling = Duration.seconds(10)

  /// Seconds that the time has gone ahead of the clock within the last minute; nil until there were two fixes with a time.
  public private(set) var secondsAhead: Double?

  /// No epoch was seen yet.
  public init() {}

  /// Takes one epoch.
  ///
  /// - Parameters:
  ///   - fix: The epoch; without a position it says nothing about jumps.
  ///   - now: Its arrival, from which the speed of a step follows.
  ///   - hasClock: Whether the arrival was measured. A recording without arrivals has no clock but the receiver's own.
  public mutating func take(_ fix: Fix, at now: ContinuousClock.Instant, hasClock: Bool = true) {
    // Before its first fix a receiver's time comes from a clock without a battery.
    guard fix.hasUsablePosition else { return }
    lastStep = nil
    if let time = fix.time {
      lastStep = lastTime.map { time.seconds(since: $0) }
      lastTime = time
      if hasClock { compare(time, at: now) }
    }
    guard let place = fix.coordinate else { return }
    if let lastPlace, let lastFixAt {
      // Two epochs out of one bunch are no jump, and neither is the way that was made in a gap.
      let step = lastStep.flatMap { (0..<Self.longestGap).contains($0) ? $0 : nil } ?? 0
      let seconds = max(lastFixAt.duration(to: now) / .seconds(1), step, 0.5)
      let speed = Self.isNear(lastPlace, place) ? 0 : lastPlace.distance(to: place) / seconds
      let isForgotten = fastest.map { $0.at.duration(to: now) > Self.memory } ?? true
      if isForgotten || speed > (fastest?.speed ?? 0) { fastest = Step(speed: speed, at: now) }
      if speed > SpoofingHints.fastest { jumpedAt = now }
    }
    lastPlace = place
    lastFixAt = now
  }

  /// Seconds by which a receiver's time may go on while it moves; more is a clock that was set.
  private static let longestGap = 86_400.0

  private mutating func compare(_ time: UTC, at now: ContinuousClock.Instant) {
    guard let beginning, let latest else { return start(time, at: now) }
    let ahead = time.seconds(since: beginning.time) - beginning.at.duration(to: now) / .seconds(1)
    let step = ahead - latest
    if abs(step) > SpoofingHints.mostSeconds {
      if beginning.at.duration(to: now) < Self.settling || ClockStep.isOrdinary(step) {
        return start(time, at: now)
      }
      steppedAt = now
    }
    self.latest = ahead
    // The oldest one stays, however old: a slow receiver has none within the minute.
    while samples.count > 1, samples[0].at.duration(to: now) > Self.span { samples.removeFirst() }
    secondsAhead = ahead - samples[0].ahead
    if samples[samples.count - 1].at.duration(to: now) >= Self.sampling || step.magnitude > 1 {
      if samples.count > Self.mostSamples { samples.removeFirst() }
      samples.append(Sample(ahead: ahead, at: now))
    }
  }

  private static let mostSamples = 60

  private mutating func start(_ time: UTC, at now: ContinuousClock.Instant) {
    secondsAhead = beginning == nil ? nil : 0
    beginning = Beginning(time: time, at: now)
    latest = 0
    samples = [Sample(ahead: 0, at: now)]
  }

  /// Whether a step is of some 150 m at most, which is no jump in any time: cheaper to see than to measure.
  private static func isNear(_ one: Coordinate, _ other: Coordinate) -> Bool {
    abs(one.latitude - other.latitude) < 0.001 && abs(one.longitude - other.longitude) < 0.001
  }

  /// The greatest speed in metres per second that a recent step would have taken.
  public func impliedSpeed(at now: ContinuousClock.Instant) -> Double? {
    fastest.flatMap { $0.at.duration(to: now) <= Self.memory ? $0.speed : nil }
  }
}

/// Steps of a receiver's clock that have an ordinary cause.
enum ClockStep {
  private static let quarterHour = 900.0
  private static let rollover = 1024.0 * 7 * 86_400
  /// Seconds that a step may differ: the epochs before and after it arrive when they arrive.
  private static let tolerance = 2.0

  enum Kind { case localTime, rollover }

  /// The ordinary cause: local time, or 1024 weeks; nil for other steps.
  static func ordinaryKind(_ seconds: Double) -> Kind? {
    let size = seconds.magnitude
    let weeks = (size / rollover).rounded()
    if weeks >= 1, abs(size - weeks * rollover) < tolerance { return .rollover }
    let quarters = (size / quarterHour).rounded()
    let isLocal = quarters >= 1 && quarters <= 56 && abs(size - quarters * quarterHour) < tolerance
    return isLocal ? .localTime : nil
  }

  static func isOrdinary(_ seconds: Double) -> Bool { ordinaryKind(seconds) != nil }
}
