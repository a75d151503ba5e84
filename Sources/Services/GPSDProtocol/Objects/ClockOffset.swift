package import GNSS
internal import GPSBase

/// A receiver's time, and the computer's time when the receiver started to send it: gpsd's TOFF.
package struct ClockOffset: Sendable, Hashable {
  private let told: UTC
  private let clock: UTC

  /// Creates an offset from both times.
  ///
  /// - Parameters:
  ///   - told: The time of the epoch.
  ///   - clock: The computer's time at the arrival of its first byte.
  package init(told: UTC, clock: UTC) { (self.told, self.clock) = (told, clock) }

  /// Returns the line for clients that requested offsets.
  package func line(_ device: String) -> [UInt8] {
    JSONWriter.line("\r\n") { json in
      json.member("class", "TOFF")
      json.member("device", device)
      json.member("real_sec", Int(told.secondsSince1970))
      json.member("real_nsec", Int(told.nanosecond))
      json.member("clock_sec", Int(clock.secondsSince1970))
      json.member("clock_nsec", Int(clock.nanosecond))
    }
  }
}
