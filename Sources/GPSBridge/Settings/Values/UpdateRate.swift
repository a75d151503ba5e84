/// How often a receiver says where it is, kept as whole milliseconds from one epoch to the next.
///
/// ```swift
/// UpdateRate.hertz(5) == .every(.milliseconds(200))   // true
/// UpdateRate.hertz(3)                                 // every 333 ms: 3 Hz as far as receivers can say it
/// ```
public struct UpdateRate: Sendable, Hashable {
  /// Milliseconds from one epoch to the next, from 10 to 60 000.
  public let milliseconds: Int

  /// Takes milliseconds from one epoch to the next; what is beyond the limits becomes the limit.
  public init(milliseconds: Int) { self.milliseconds = min(max(milliseconds, 10), 60_000) }

  /// So many epochs a second; what is no rate at all becomes the slowest one.
  public static func hertz(_ rate: Double) -> UpdateRate {
    guard rate > 0 else { return UpdateRate(milliseconds: .max) }
    return UpdateRate(milliseconds: Int(min((1000 / rate).rounded(), 1e9)))
  }

  /// One epoch in such a time.
  public static func every(_ interval: Duration) -> UpdateRate {
    UpdateRate(milliseconds: Int(min(max((interval / .milliseconds(1)).rounded(), 0), 1e9)))
  }

  /// The time from one epoch to the next.
  public var interval: Duration { .milliseconds(milliseconds) }
  /// Epochs a second.
  public var hertz: Double { 1000 / Double(milliseconds) }

  /// Whether two rates are the same, as far as epochs that come a little early or late can tell.
  func resembles(_ other: UpdateRate) -> Bool {
    abs(milliseconds - other.milliseconds) * 20 <= max(milliseconds, other.milliseconds)
  }
}

extension UpdateRate: CustomStringConvertible {
  /// The rate for a person: `5 Hz`, or `one epoch in 333 ms` where it is no whole number.
  public var description: String {
    1000 % milliseconds == 0 ? "\(1000 / milliseconds) Hz" : "one epoch in \(milliseconds) ms"
  }
}
