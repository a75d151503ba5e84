package import GNSS
internal import GPSBase

/// What time a receiver told, and what time it was by the computer's clock when it began to speak: gpsd's TOFF.
package struct ClockOffset: Sendable, Hashable {
  private let told: UTC
  private let clock: UTC

  /// Notes both.
  ///
  /// - Parameters:
  ///   - told: The time of the epoch.
  ///   - clock: The computer's time at the arrival of its first byte.
  package init(told: UTC, clock: UTC) { (self.told, self.clock) = (told, clock) }

  /// A line for clients that asked for it.
  package func line(_ device: String) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("class", "TOFF")
      json.member("device", device)
      json.member("real_sec", Int(told.secondsSince1970))
      json.member("real_nsec", Int(told.nanosecond))
      json.member("clock_sec", Int(clock.secondsSince1970))
      json.member("clock_nsec", Int(clock.nanosecond))
    }
    return json.bytes + [0x0D, 0x0A]
  }
}
