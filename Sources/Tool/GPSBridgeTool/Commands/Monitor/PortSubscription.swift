internal import Delivery
internal import Dispatch
import Locking
internal import SerialPorts

/// The list of serial ports, told at the beginning and whenever it changes, from a queue of its own.
final class PortSubscription: Sendable {
  private struct Watch: Sendable {
    var monitor: SerialPortMonitor
    var observation: SerialPortObservation
  }

  private let queue = DispatchQueue(label: "gpsbridge.ports")
  private let watch = Guarded<Watch?>(nil)

  /// Begins to watch, and returns at once.
  func begin(_ tell: @escaping @Sendable ([SerialPortDescription]) -> Void) {
    queue.async { [queue, watch] in
      let monitor = SerialPortMonitor()
      // No event comes if there is no port.
      tell(monitor.ports)
      let observation = monitor.observe(on: queue) { [weak monitor] _ in
        if let monitor { tell(monitor.ports) }
      }
      watch.withLock { $0 = Watch(monitor: monitor, observation: observation) }
    }
  }

  /// Tells no more.
  func end() {
    let last = watch.withLock { watch in
      defer { watch = nil }
      return watch
    }
    last?.observation.cancel()
  }
}
