public import GNSS
internal import Moments

/// Watches a receiver's time and place for jumps that no receiver makes by itself.
///
/// Time and place are held against a clock that only goes forward. It need not be right, only even.
///
/// ```swift
/// var watch = JumpWatch()
/// watch.take(fix, at: .now)
/// if let speed = watch.impliedSpeed(at: .now), speed > 300 { print("no car is that fast") }
/// ```
public struct JumpWatch: Sendable {
  /// A time that was told beside a fix, and when it came.
  private struct Anchor: Sendable {
    var time: UTC
    @Kept var instant: ContinuousClock.Instant
  }

  private struct Step: Sendable {
    var speed: Double
    @Kept var at: ContinuousClock.Instant
  }

  /// The first time of all: later ones should be as far from it as the clock is.
  private var anchor: Anchor?
  private var lastPlace: Coordinate?
  @KeptIfAny private var lastFixAt: ContinuousClock.Instant?
  private var fastest: Step?
  /// A step is remembered for so long: it takes a moment, and a person takes longer to look.
  private static let memory = Duration.seconds(30)

  /// Seconds that the time is ahead of where it should be; nil until there were two fixes with a time.
  public private(set) var secondsAhead: Double?

  /// No epoch was seen yet.
  public init() {}

  /// Holds the time against the clock anew from now on, as after the clock was set.
  public mutating func restartClock() {
    anchor = nil
    secondsAhead = nil
  }

  /// Takes one epoch.
  ///
  /// - Parameters:
  ///   - fix: The epoch; without a position it says nothing about jumps.
  ///   - now: Its arrival, from which the speed of a step follows.
  ///   - counted: The clock to compare its time with, if that is another one: a recording without times of arrival has
  ///     only the number of its epochs.
  public mutating func take(
    _ fix: Fix, at now: ContinuousClock.Instant, counted: ContinuousClock.Instant? = nil
  ) {
    let hand = counted ?? now
    // Before its first fix a receiver's time comes from a clock without a battery.
    guard fix.hasUsablePosition else { return }
    if let time = fix.time {
      if let anchor {
        secondsAhead = time.seconds(since: anchor.time) - anchor.instant.duration(to: hand) / .seconds(1)
      } else {
        anchor = Anchor(time: time, instant: hand)
      }
    }
    guard let place = fix.coordinate else { return }
    if let lastPlace, let lastFixAt {
      // Two epochs out of one bunch are no jump.
      let seconds = max(lastFixAt.duration(to: now) / .seconds(1), 0.5)
      let speed = Self.isNear(lastPlace, place) ? 0 : lastPlace.distance(to: place) / seconds
      let isForgotten = fastest.map { $0.at.duration(to: now) > Self.memory } ?? true
      if isForgotten || speed > (fastest?.speed ?? 0) { fastest = Step(speed: speed, at: now) }
    }
    lastPlace = place
    lastFixAt = now
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
