internal import GPSSystemCalls

/// The speed at which each device was last read.
///
/// A receiver tries that speed first, so that a device that was used before is read at once. The memory lasts
/// as long as the program; to keep it longer, save ``entries`` and pass them to ``init(_:)``.
package final class SpeedMemory: Sendable {
  private let speeds: Guarded<[String: Int]>

  /// The memory that receivers share by default.
  package static let shared = SpeedMemory()

  /// Creates a memory with known speeds: bits per second by the device's key.
  package init(_ entries: [String: Int] = [:]) { speeds = Guarded(entries) }

  /// All known speeds, bits per second by the device's key.
  package var entries: [String: Int] { speeds.withLock { $0 } }

  /// The speed of a device, in bits per second; nil if unknown.
  package subscript(device: String) -> Int? {
    get { speeds.withLock { $0[device] } }
    set { speeds.withLock { $0[device] = newValue } }
  }
}
