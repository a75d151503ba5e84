internal import GNSS
internal import GPSBase

/// Watches a receiver's time and position for jumps that no receiver makes by itself.
///
/// The time is compared with a monotonic clock over the last minute. That clock need not be right, only
/// steady, and a slow drift of either does not count as a jump.
///
/// ```swift
/// var watch = JumpWatch()
/// watch.take(fix, at: .now)
/// if let speed = watch.impliedSpeed(at: .now), speed > 300 { print("no car is that fast") }
/// ```
struct JumpWatch: Sendable {
  /// How far the receiver's time was ahead of the clock, in seconds relative to the first epoch.
  private struct Sample: Sendable {
    var ahead: Double
    var at: Moment
  }

  private struct Step: Sendable {
    var speed: Double
    var at: Moment
  }

  private struct Beginning: Sendable {
    var time: UTC
    var at: Moment
  }

  /// The first time since the comparison was started.
  private var beginning: Beginning?
  /// The differences of the last minute, some seconds apart, the newest last.
  private var samples: [Sample] = []
  private var latest: Double?
  private var lastTime: UTC?
  private var lastPlace: Coordinate?
  private var lastFixAt: Moment?
  private var fastest: Step?
  /// When the time last stepped by more than a receiver's time does by itself.
  private(set) var steppedAt: Moment?
  /// When the position last jumped.
  private(set) var jumpedAt: Moment?
  /// Seconds of receiver time between the last two epochs.
  private(set) var lastStep: Double?

  /// How long a step is remembered, so that a person has time to see it.
  private static let memory = Duration.seconds(30)
  /// The span over which the time is compared with the clock.
  static let span = Duration.seconds(60)
  private static let sampling = Duration.seconds(4)
  /// The first epochs after a start may be old, so a step within this time is ignored.
  private static let settling = Duration.seconds(10)

  /// Seconds that the time gained on the clock within the last minute; nil until two fixes had a time.
  private(set) var secondsAhead: Double?

  /// Examines one epoch.
  ///
  /// - Parameters:
  ///   - fix: The epoch; without a position it is ignored.
  ///   - now: Its arrival, from which the speed of a step is computed.
  ///   - hasClock: Whether the arrival was measured; a recording without arrivals has only the receiver's
  ///     clock.
  mutating func take(_ fix: Fix, at now: Moment, hasClock: Bool = true) {
    // Before the first fix, the time comes from a clock that may have no battery.
    guard fix.hasUsablePosition else { return }
    lastStep = nil
    if let time = fix.steadyTime {
      lastStep = lastTime.map { time.seconds(since: $0) }
      lastTime = time
      if hasClock { compare(time, at: now) }
    }
    guard let place = fix.coordinate else { return }
    if let lastPlace, let lastFixAt {
      // Epochs that arrive together are not a jump, nor is a way of 150 m, nor the distance covered in a gap.
      let step = lastStep.flatMap { (0..<Self.longestGap).contains($0) ? $0 : nil } ?? 0
      let seconds = max(lastFixAt.duration(to: now).inSeconds, step, 0.5)
      let speed = place.isWithin(degrees: 0.001, of: lastPlace) ? 0 : lastPlace.distance(to: place) / seconds
      let isForgotten = fastest.map { $0.at.duration(to: now) > Self.memory } ?? true
      if isForgotten || speed > (fastest?.speed ?? 0) { fastest = Step(speed: speed, at: now) }
      if speed > CivilianReceiver.fastest { jumpedAt = now }
    }
    lastPlace = place
    lastFixAt = now
  }

  /// The largest step of the time, in seconds, that counts as motion; more means that the clock was set.
  private static let longestGap = 86_400.0

  private mutating func compare(_ time: UTC, at now: Moment) {
    guard let beginning, let latest else { return start(time, at: now) }
    let ahead = time.seconds(since: beginning.time) - beginning.at.duration(to: now).inSeconds
    let step = ahead - latest
    if abs(step) > SpoofingHints.mostSeconds {
      if beginning.at.duration(to: now) < Self.settling || ClockStep.isOrdinary(step) {
        return start(time, at: now)
      }
      steppedAt = now
    }
    self.latest = ahead
    // Keep at least one sample: a slow receiver may have none within the last minute.
    while samples.count > 1, samples[0].at.duration(to: now) > Self.span { samples.removeFirst() }
    secondsAhead = ahead - samples[0].ahead
    if samples[samples.count - 1].at.duration(to: now) >= Self.sampling || step.magnitude > 1 {
      if samples.count > Self.mostSamples { samples.removeFirst() }
      samples.append(Sample(ahead: ahead, at: now))
    }
  }

  private static let mostSamples = 60

  private mutating func start(_ time: UTC, at now: Moment) {
    secondsAhead = beginning == nil ? nil : 0
    beginning = Beginning(time: time, at: now)
    latest = 0
    samples = [Sample(ahead: 0, at: now)]
  }

  /// The greatest speed in meters per second that a recent step implies.
  func impliedSpeed(at now: ContinuousClock.Instant) -> Double? {
    fastest.flatMap { $0.at.duration(to: Moment(now)) <= Self.memory ? $0.speed : nil }
  }
}

/// Steps of a receiver's clock with a harmless cause.
enum ClockStep {
  private static let quarterHour = 900.0
  private static let rollover = 1024.0 * 7 * 86_400
  /// The tolerance in seconds, since the arrivals of the two epochs vary.
  private static let tolerance = 2.0

  enum Kind { case localTime, rollover }

  /// The harmless cause, local time or 1024 weeks; nil for other steps.
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
