import Dispatch
import GPSBridge
import Locking

/// A device in this process that says what it is told to.
final class Talker: ReceiverDevice, ByteSource {
  private struct State {
    var queue: DispatchQueue?
    var bytes: (@Sendable (Span<UInt8>, ContinuousClock.Instant) -> Void)?
  }

  let place: DevicePlace
  private let state = Guarded(State())

  init(_ name: String) { place = DevicePlace(key: name, isSimulated: true) }

  var isOpen: Bool { state.withLock { $0.bytes != nil } }

  func open(
    _ place: DevicePlace, speed: Int?, on queue: DispatchQueue
  ) throws(LocationError) -> any ByteSource {
    state.withLock { $0.queue = queue }
    return self
  }

  func start(
    bytes: @escaping @Sendable (Span<UInt8>, ContinuousClock.Instant) -> Void,
    end: @escaping @Sendable (LocationError?) -> Void
  ) {
    state.withLock { $0.bytes = bytes }
  }

  func close() { state.withLock { $0.bytes = nil } }

  /// Says something on the receiver's queue.
  func say(_ bytes: [UInt8]) {
    let (queue, deliver) = state.withLock { ($0.queue, $0.bytes) }
    queue?.async { deliver?(bytes.span, .now) }
  }

  /// Waits until everything that was said has been heard.
  func settle() { state.withLock { $0.queue }?.sync {} }
}
