import GPSEventRuntime
import GPSSystemCalls
import SerialPorts

/// Follows the ports that come and go, opens those that were asked for, and says all that happens.
final class Follower: Sendable {
  private let options: Options
  private let loop = EventLoop.shared
  private let monitor = SerialPortMonitor()
  /// The cables that are open, by the keys of their ports.
  private let cables = Guarded<[String: Cable]>([:])
  private let observation = Guarded<SerialPortObservation?>(nil)

  init(_ options: Options) { self.options = options }

  /// Begins; the word "ready" comes after what was there already.
  func start() {
    let observation = monitor.observe(on: loop) { [weak self] in self?.handle($0) }
    self.observation.withLock { $0 = observation }
    loop.async { [monitor] in
      report("ready", ["source": monitor.source == .udev ? "udev" : "folder"])
    }
  }

  private func handle(_ event: SerialPortEvent) {
    // Ports that are soldered in are none of ours.
    guard event.port.usb != nil else { return }
    let port = event.port
    switch event {
    case .appeared:
      report("appeared", ["path": port.key, "node": port.node, "kind": port.classification.kind.rawValue])
      open(port)
    case .changed(let before, _):
      report(
        "changed",
        ["path": port.key, "node": port.node, "before": before.node, "accessible": "\(port.isAccessible)"])
      open(port)
    case .disappeared:
      report("disappeared", ["path": port.key, "node": port.node])
    }
  }

  private func open(_ port: SerialPortDescription) {
    // A node may be there before its permissions are, and go while its port is still known: a change tells.
    guard port.isAccessible, cables.withLock({ $0[port.key] == nil }) else { return }
    guard options.selectors.contains(where: { $0.matches(port) }) else {
      report(
        "left",
        ["path": port.key, "node": port.node, "kind": port.classification.kind.rawValue])
      return
    }
    do {
      let cable = try Cable(port, speeds: options.speeds, loop: loop)
      cables.withLock { $0[port.key] = cable }
      try cable.start { [weak self] in self?.ended($0) }
    } catch {
      report("failed", ["path": port.key, "node": port.node, "message": "\(error)"])
    }
  }

  private func ended(_ cable: Cable) {
    _ = cables.withLock { $0.removeValue(forKey: cable.port.key) }
    monitor.portHungUp(cable.port.node)
  }
}
