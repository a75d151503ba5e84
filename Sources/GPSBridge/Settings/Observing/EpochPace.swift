internal import GNSS

/// How often a receiver says where it is, found by watching: three equal gaps in a row make a rate.
///
/// The receiver's own time is asked where there is one, since what comes over a line comes early or late.
struct EpochPace: Sendable, Hashable {
  private enum Mark: Sendable, Hashable {
    /// Nanoseconds of the day, by the receiver.
    case clock(Int64)
    /// When it came.
    case arrival(ContinuousClock.Instant)
  }

  private static let needed = 3
  private static let day: Int64 = 86_400_000_000_000

  private var last: Mark?
  private var gaps: [Duration] = []

  /// The rate, while the gaps are equal.
  var rate: UpdateRate? {
    guard gaps.count == Self.needed, let shortest = gaps.min(), let longest = gaps.max() else { return nil }
    guard longest - shortest <= max(longest * 0.1, .milliseconds(11)) else { return nil }
    let sum = gaps.reduce(Duration.zero, +)
    return Self.usual(sum / Self.needed)
  }

  /// Nothing that came before counts any more.
  mutating func forget() { self = EpochPace() }

  mutating func take(_ fix: Fix, at instant: ContinuousClock.Instant) {
    let mark =
      (fix.time?.timeOfDay ?? fix.timeOfDay).map { Mark.clock($0.nanosecondOfDay) } ?? .arrival(instant)
    defer { last = mark }
    switch (last, mark) {
    case (.clock(let before), .clock(let now)):
      add(.nanoseconds((now - before + Self.day) % Self.day))
    case (.arrival(let before), .arrival(let now)): add(before.duration(to: now))
    case (nil, _), (.clock, .arrival), (.arrival, .clock): gaps = []
    }
  }

  private mutating func add(_ gap: Duration) {
    gaps.append(gap)
    if gaps.count > Self.needed { gaps.removeFirst() }
  }

  /// A whole number of epochs a second, or of seconds an epoch, if there is one close by.
  private static func usual(_ interval: Duration) -> UpdateRate? {
    let milliseconds = interval / .milliseconds(1)
    guard 10...60_000 ~= milliseconds else { return nil }
    let nearest =
      milliseconds < 1000 ? 1000 / (1000 / milliseconds).rounded() : (milliseconds / 1000).rounded() * 1000
    let isClose = abs(nearest - milliseconds) <= milliseconds * 0.04
    return UpdateRate(milliseconds: Int((isClose ? nearest : milliseconds).rounded()))
  }
}

extension TimeOfDay {
  /// Nanoseconds since midnight.
  var nanosecondOfDay: Int64 {
    (Int64(hour) * 3600 + Int64(minute) * 60 + Int64(second)) * 1_000_000_000 + Int64(nanosecond)
  }
}
