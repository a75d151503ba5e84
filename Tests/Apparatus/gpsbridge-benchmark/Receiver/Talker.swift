import GPSEventRuntime
import GPSBridge
import GPSSystemCalls

/// A device in this process that says what it is told to.
final class Talker: ReceiverDevice, ByteSource {
  private struct State {
    var loop: EventLoop?
    var bytes: (@Sendable (Span<UInt8>, ContinuousClock.Instant) -> Void)?
  }

  let place: DevicePlace
  private let state = Guarded(State())

  init(_ name: String) { place = DevicePlace(key: name, isSimulated: true) }

  var isOpen: Bool { state.withLock { $0.bytes != nil } }

  func open(_ place: DevicePlace, speed: Int?, on loop: EventLoop) throws(LocationError) -> any ByteSource {
    state.withLock { $0.loop = loop }
    return self
  }

  func start(
    bytes: @escaping @Sendable (Span<UInt8>, ContinuousClock.Instant) -> Void,
    end: @escaping @Sendable (LocationError?) -> Void
  ) { state.withLock { $0.bytes = bytes } }

  func close() { state.withLock { $0.bytes = nil } }

  /// Says something on the receiver's loop.
  func say(_ bytes: [UInt8]) {
    let (loop, deliver) = state.withLock { ($0.loop, $0.bytes) }
    loop?.async { deliver?(bytes.span, .now) }
  }

  /// Waits until everything that was said has been heard.
  func settle() { state.withLock { $0.loop }?.sync {} }
}
