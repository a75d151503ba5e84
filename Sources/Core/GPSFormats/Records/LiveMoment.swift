package import GNSS
public import GPSBridge
internal import GPSBase

/// A moment on both the monotonic clock and the wall clock.
public struct LiveMoment: Hashable, Sendable {
  /// The moment on the monotonic clock.
  public var instant: ContinuousClock.Instant { moment.instant }
  private var moment: Moment
  /// The same moment on the wall clock, in seconds since 1970.
  public var utcSeconds: Double

  /// Creates a moment from both clocks.
  public init(_ instant: ContinuousClock.Instant, utcSeconds: Double) {
    moment = Moment(instant)
    self.utcSeconds = utcSeconds
  }

  /// The current moment.
  public init(_ time: some TimeSource) { self.init(time.now, utcSeconds: time.utcSeconds) }

  /// The moment in UTC.
  package var time: UTC { utc(instant) }

  /// Converts a nearby moment to UTC.
  package func utc(_ other: ContinuousClock.Instant) -> UTC {
    let seconds = utcSeconds + instant.duration(to: other).inSeconds
    let whole = seconds.rounded(.down)
    // A clock set far into the future must not crash the program.
    guard whole.magnitude < 4e11 else { return UTC(secondsSince1970: 0) }
    return UTC(
      secondsSince1970: Int64(whole), nanosecond: Int32(min(max((seconds - whole) * 1e9, 0), 999_999_999)))
  }
}

extension UTC {
  /// Seconds since 1970, including the fraction.
  package var unixSeconds: Double {
    Double(secondsSince1970) + Double(nanosecond) / 1e9 + (isLeapSecond ? 1 : 0)
  }
}
