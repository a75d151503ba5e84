internal import Delivery
internal import EventRuntime
import Locking
internal import SerialPorts

/// Watches ports on behalf of one receiver and tells where its device is, each time that this changes.
///
/// Ports that the system does not announce, such as a pseudo-terminal that a person named, are looked for now and then.
final class SerialDeviceWatch: DeviceWatch {
  private struct State {
    var observation: SerialPortObservation?
    var timer: (any TimerHandle)?
    var told: DevicePresence?
    var isCancelled = false
    /// Whether the ports that were there at first have been told of.
    var hasBegun = false
  }

  private static let pace = Duration.milliseconds(500)

  private let loop: EventLoop
  private let time: any TimeSource
  private let look: @Sendable () -> DevicePresence
  private let change: @Sendable (DevicePresence) -> Void
  private let state = Guarded(State())

  init(
    _ loop: EventLoop, _ time: any TimeSource, look: @escaping @Sendable () -> DevicePresence,
    _ change: @escaping @Sendable (DevicePresence) -> Void
  ) {
    self.loop = loop
    self.time = time
    self.look = look
    self.change = change
  }

  /// Begins to watch; the first look comes after the events of the present ports.
  func begin(_ monitor: SerialPortMonitor, _ take: @escaping @Sendable (SerialPortEvent) -> Void) {
    let observation = monitor.observe(on: loop) { [weak self] event in
      take(event)
      // Wait until the initial listing is complete, or we would choose from half of it.
      if self?.state.withLock({ $0.hasBegun }) == true { self?.lookAgain() }
    }
    state.withLock { $0.observation = observation }
    // After the events of the present ports.
    loop.async { [weak self] in
      self?.state.withLock { $0.hasBegun = true }
      self?.lookNowAndThen()
    }
  }

  func cancel() {
    let (observation, timer) = state.withLock { state in
      state.isCancelled = true
      defer {
        state.observation = nil
        state.timer = nil
      }
      return (state.observation, state.timer)
    }
    observation?.cancel()
    timer?.cancel()
  }

  private func lookNowAndThen() {
    guard !state.withLock({ $0.isCancelled }) else { return }
    lookAgain()
    let timer = time.after(Self.pace, on: loop) { [weak self] in self?.lookNowAndThen() }
    let isCancelled = state.withLock { state in
      if !state.isCancelled { state.timer = timer }
      return state.isCancelled
    }
    if isCancelled { timer.cancel() }
  }

  private func lookAgain() {
    let presence = look()
    let isNews = state.withLock { state in
      guard !state.isCancelled, state.told != presence else { return false }
      state.told = presence
      return true
    }
    if isNews { change(presence) }
  }
}
