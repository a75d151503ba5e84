/// How often a receiver reports its position, stored as whole milliseconds from one epoch to the next.
///
/// ```swift
/// UpdateRate.hertz(5) == .every(.milliseconds(200))   // true
/// UpdateRate.hertz(3)                                 // every 333 ms: 3 Hz as far as receivers can say it
/// ```
public struct UpdateRate: Sendable, Hashable, CustomStringConvertible {
  /// Milliseconds from one epoch to the next, from 10 to 60,000.
  public let milliseconds: Int

  /// Creates a rate from milliseconds between epochs, clamped to the limits.
  public init(milliseconds: Int) { self.milliseconds = min(max(milliseconds, 10), 60_000) }

  /// Creates a rate from epochs per second; zero and negative numbers become the slowest rate.
  public static func hertz(_ rate: Double) -> UpdateRate {
    guard rate > 0 else { return UpdateRate(milliseconds: .max) }
    return UpdateRate(milliseconds: Int(min((1000 / rate).rounded(), 1e9)))
  }

  /// Creates a rate from the time between epochs.
  public static func every(_ interval: Duration) -> UpdateRate {
    UpdateRate(milliseconds: Int(min(max((interval / .milliseconds(1)).rounded(), 0), 1e9)))
  }

  /// The time from one epoch to the next.
  public var interval: Duration { .milliseconds(milliseconds) }
  /// Epochs per second.
  public var hertz: Double { 1000 / Double(milliseconds) }

  /// Whether two rates are equal, within the jitter of epochs.
  func resembles(_ other: UpdateRate) -> Bool {
    abs(milliseconds - other.milliseconds) * 20 <= max(milliseconds, other.milliseconds)
  }

  /// The rate as text: `5 Hz`, or `one epoch in 333 ms` if it is not a whole number of hertz.
  public var description: String {
    1000 % milliseconds == 0 ? "\(1000 / milliseconds) Hz" : "one epoch in \(milliseconds) ms"
  }
}
