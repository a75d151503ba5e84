import Locking

/// The speed at which each device was last understood.
///
/// A receiver tries that speed first, so that a dongle that was used before is read at once. The memory lives as long
/// as the program; give ``entries`` back to ``init(_:)`` to let it live longer.
public final class SpeedMemory: Sendable {
  private let speeds: Guarded<[String: Int]>

  /// The memory that receivers share unless they are given another.
  public static let shared = SpeedMemory()

  /// Begins with what is known already: bits per second by the device's key.
  public init(_ entries: [String: Int] = [:]) { speeds = Guarded(entries) }

  /// All that is known, bits per second by the device's key.
  public var entries: [String: Int] { speeds.withLock { $0 } }

  /// The speed for a device, and the place to put a new one.
  public subscript(device: String) -> Int? {
    get { speeds.withLock { $0[device] } }
    set { speeds.withLock { $0[device] = newValue } }
  }
}
