internal import Dispatch
internal import GPSBridge
import Locking

/// Somebody's wish to be told when a simulated receiver is plugged in or pulled out.
final class SimulatedWatch: DeviceWatch {
  private struct State {
    var change: (@Sendable (DevicePresence) -> Void)?
    var timer: (any TimerHandle)?
  }

  private let device: SimulatedDevice
  private let queue: DispatchQueue
  private let state: Guarded<State>

  init(
    _ device: SimulatedDevice, _ queue: DispatchQueue, _ change: @escaping @Sendable (DevicePresence) -> Void
  ) {
    self.device = device
    self.queue = queue
    state = Guarded(State(change: change))
  }

  func cancel() {
    device.forget(self)
    let (timer, change) = state.withLock { state in
      defer { state = State() }
      return (state.timer, state.change)
    }
    timer?.cancel()
    withExtendedLifetime(change) {}
  }

  func tell(_ presence: DevicePresence) {
    queue.async { [self] in
      let change = state.withLock { $0.change }
      change?(presence)
    }
  }

  /// Looks, on its queue, when the next thing may happen, and is there then.
  func look() { queue.async { [weak self] in self?.wait() } }

  private func wait() {
    device.catchUp()
    let next = device.player.standing.nextTurn
    let handle = next.map { next in
      device.time.after(next - device.elapsed, on: queue) { [weak self] in self?.wait() }
    }
    let (old, isOver) = state.withLock { state in
      guard state.change != nil else { return (handle, true) }
      defer { state.timer = handle }
      return (state.timer, false)
    }
    old?.cancel()
    if isOver { handle?.cancel() }
  }
}
