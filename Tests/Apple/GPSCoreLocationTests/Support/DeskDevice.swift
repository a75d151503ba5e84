import GPSDelivery
import GPSEventRuntime
import GPSBridge
import GPSSystemCalls

/// A device that a test plugs in, talks through, and pulls out.
final class DeskDevice: ReceiverDevice {
  private struct State {
    var isPlugged = true
    var refusal: LocationError?
    var watch: (loop: EventLoop, change: @Sendable (DevicePresence) -> Void)?
    var source: DeskSource?
    var openings = 0
  }

  private let state = Guarded(State())
  private let time: any TimeSource
  let place = DevicePlace(key: "desk", node: "/dev/desk0", name: "desk receiver")

  init(_ time: any TimeSource, plugged: Bool) {
    self.time = time
    state.withLock { $0.isPlugged = plugged }
  }

  var isPresent: Bool { state.withLock { $0.isPlugged } }
  var isOpen: Bool { state.withLock { $0.source }?.isOpen ?? false }
  var openings: Int { state.withLock { $0.openings } }

  /// Refuses each opening with an error, or none with nil.
  func refuse(_ error: LocationError?) { state.withLock { $0.refusal = error } }

  func plug() { tell(true) }

  /// Pulls it out: first the hang-up, then the news.
  func unplug() {
    state.withLock { $0.source }?.hangUp(LocationError(.disconnected, "/dev/desk0 has gone"))
    tell(false)
  }

  /// Says something, which has been heard when this returns.
  func say(_ bytes: [UInt8]) { state.withLock { $0.source }?.say(bytes) }

  /// Waits until the receiver's loop has nothing left to do now.
  func settle() {
    guard let loop = state.withLock({ $0.watch?.loop }) else { return }
    for _ in 0..<6 { loop.sync {} }
  }

  func follow(on loop: EventLoop, _ change: @escaping @Sendable (DevicePresence) -> Void) -> any DeviceWatch {
    state.withLock { $0.watch = (loop, change) }
    tell(isPresent)
    return DeskWatch()
  }

  func open(_ place: DevicePlace, speed: Int?, on loop: EventLoop) throws(LocationError) -> any ByteSource {
    let source = DeskSource(time, loop)
    let refusal = state.withLock { state in
      state.openings += 1
      if state.refusal == nil { state.source = source }
      return state.refusal
    }
    if let refusal { throw refusal }
    return source
  }

  private func tell(_ isPlugged: Bool) {
    let place = place
    let watch = state.withLock { state in
      state.isPlugged = isPlugged
      return state.watch
    }
    watch?.loop.async {
      watch?.change(
        isPlugged ? .present(place) : .absent(LocationError(.deviceNotFound, "nothing is plugged in")))
    }
  }
}

private final class DeskWatch: DeviceWatch {
  func cancel() {}
}

/// The open end of the device.
final class DeskSource: ByteSource {
  private struct State {
    var bytes: (@Sendable (Span<UInt8>, ContinuousClock.Instant) -> Void)?
    var end: (@Sendable (LocationError?) -> Void)?
    var isOpen = true
  }

  private let state = Guarded(State())
  private let time: any TimeSource
  private let loop: EventLoop

  init(_ time: any TimeSource, _ loop: EventLoop) {
    self.time = time
    self.loop = loop
  }

  var isOpen: Bool { state.withLock { $0.isOpen && $0.bytes != nil } }

  func say(_ bytes: [UInt8]) {
    loop.sync { [state, time] in state.withLock { $0.bytes }?(bytes.span, time.now) }
  }

  func hangUp(_ error: LocationError?) { loop.async { [self] in state.withLock { $0.end }?(error) } }

  func start(
    bytes: @escaping @Sendable (Span<UInt8>, ContinuousClock.Instant) -> Void,
    end: @escaping @Sendable (LocationError?) -> Void
  ) {
    state.withLock { ($0.bytes, $0.end) = (bytes, end) }
  }

  func close() {
    state.withLock { ($0.isOpen, $0.bytes, $0.end) = (false, nil, nil) }
  }
}
