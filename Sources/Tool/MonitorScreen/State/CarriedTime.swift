package import GNSS
internal import GPSBridge
internal import GPSFormats

/// The receiver's time of day between two of its epochs: what it told last, carried on by a steady clock.
package struct CarriedTime: Hashable, Sendable {
  private struct Reading: Hashable, Sendable {
    var nanosecond: Int64
    var at: ContinuousClock.Instant
  }

  private var reading: Reading?

  package init() {}

  private static let day: Int64 = 86_400_000_000_000

  /// Takes the time of an epoch that has just come.
  package mutating func take(_ fix: Fix, at now: ContinuousClock.Instant) {
    guard let time = fix.time?.timeOfDay ?? fix.timeOfDay else { return }
    let seconds = (Int64(time.hour) * 60 + Int64(time.minute)) * 60 + Int64(time.second)
    reading = Reading(nanosecond: seconds * 1_000_000_000 + Int64(time.nanosecond), at: now)
  }

  /// `07:08:22Z`, with a tenth where the epoch has one; dashes where the receiver has told no time.
  package func text(at now: ContinuousClock.Instant) -> String {
    guard let reading else { return "--:--:--Z" }
    let passed = reading.at.duration(to: now) / .seconds(1)
    guard passed >= 0.05 else { return Self.text(reading.nanosecond, decimals: 1) }
    let carried = Int64(min(passed, 1e8) * 1e9)
    return Self.text((reading.nanosecond + carried) % Self.day, decimals: 0)
  }

  private static func text(_ nanosecond: Int64, decimals: Int) -> String {
    // Only an epoch in a leap second lies behind the end of its day.
    let isLeap = nanosecond >= day
    let second = Int(nanosecond / 1_000_000_000)
    let clock = isLeap ? "23:59:60" : TimeText.clock(Double(second), ahead: 0)
    let tenth = Int(nanosecond / 100_000_000 % 10)
    // Whole seconds need no decimals, and most receivers send those.
    return clock + (decimals > 0 && tenth > 0 ? ".\(tenth)" : "") + "Z"
  }
}
