internal import GPSEventRuntime
internal import GPSBridge
import GPSSystemCalls

/// The open port of a simulated receiver.
final class SimulatedSource: ByteSource {
  private struct State {
    var bytes: (@Sendable (Span<UInt8>, ContinuousClock.Instant) -> Void)?
    var end: (@Sendable (LocationError?) -> Void)?
    var timer: (any TimerHandle)?
    var inbox: [Emission] = []
    var filled = 0
    var isOpen = true
  }

  /// The inbox holds somewhat more than the kernel's buffer for a slow reader; further bytes are lost.
  private static let room = 1 << 20

  private let device: SimulatedDevice
  private let place: DevicePlace
  private let loop: EventLoop
  private let state = Guarded(State())

  init(_ device: SimulatedDevice, _ place: DevicePlace, _ loop: EventLoop) {
    (self.device, self.place, self.loop) = (device, place, loop)
  }

  func start(
    bytes: @escaping @Sendable (Span<UInt8>, ContinuousClock.Instant) -> Void,
    end: @escaping @Sendable (LocationError?) -> Void
  ) {
    state.withLock { state in
      guard state.isOpen, state.bytes == nil else { return }
      state.bytes = bytes
      state.end = end
    }
    look()
  }

  func write(_ bytes: [UInt8], timeout: Duration, _ done: @escaping @Sendable (LocationError?) -> Void) {
    device.catchUp(for: self)
    let isThere = device.player.standing.deviceName != nil && state.withLock { $0.isOpen }
    if isThere { device.player.work { player in player.receive(bytes.span) } }
    loop.async { [place] in done(isThere ? nil : .notThere(place)) }
    look()
  }

  func setSpeed(_ bitsPerSecond: Int) throws(LocationError) {
    device.catchUp(for: self)
    state.withLock { state in
      state.inbox.removeAll { if case .bytes = $0 { true } else { false } }
      state.filled = 0
    }
    device.player.work { player in player.setHostSpeed(bitsPerSecond) }
    look()
  }

  func close() {
    device.forget(self)
    let old = state.withLock { state in
      defer {
        state = State()
        state.isOpen = false
      }
      return state
    }
    old.timer?.cancel()
  }

  // MARK: - Input

  func put(_ emissions: [Emission]) {
    state.withLock { state in
      guard state.isOpen else { return }
      for emission in emissions {
        if case .bytes(let chunk) = emission {
          guard state.filled < Self.room else { continue }
          state.filled += chunk.bytes.count
        }
        state.inbox.append(emission)
      }
    }
  }

  /// Delivers, on its loop, what has arrived, and waits for the next output.
  func look() { loop.async { [weak self] in self?.wake() } }

  private func wake() {
    guard state.withLock({ $0.bytes != nil }) else { return }
    device.catchUp(for: self)
    while let emission = next() {
      let (bytes, end) = state.withLock { ($0.bytes, $0.end) }
      switch emission {
      case .bytes(let chunk): bytes?(chunk.bytes.span, device.instant(chunk.end))
      case .unplugged: end?(.pulledOut(place))
      case .plugged, .speedChanged, .refusesOpening, .allowsOpening: break
      }
    }
    wait()
  }

  private func next() -> Emission? {
    state.withLock { state in
      guard state.bytes != nil, !state.inbox.isEmpty else { return nil }
      if case .bytes(let chunk) = state.inbox[0] { state.filled -= chunk.bytes.count }
      return state.inbox.removeFirst()
    }
  }

  private func wait() {
    let standing = device.player.standing
    let handle = device.time.after(standing.nextDue - device.elapsed, on: loop) { [weak self] in self?.wake()
    }
    let (old, isOver) = state.withLock { state in
      guard state.isOpen else { return (nil as (any TimerHandle)?, true) }
      defer { state.timer = handle }
      return (state.timer, false)
    }
    old?.cancel()
    if isOver { handle.cancel() }
  }
}
