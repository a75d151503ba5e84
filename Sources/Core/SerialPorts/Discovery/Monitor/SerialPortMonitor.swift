public import GPSDelivery
public import GPSEventRuntime
import GPSSystemCalls

/// Monitors serial ports as they come and go.
///
/// ```swift
/// let monitor = SerialPortMonitor()
/// for await event in monitor.events {
///   switch event {
///   case .appeared(let port): print("here:", port.node, port.displayName)
///   case .changed(_, let port): print("now:", port.node)
///   case .disappeared(let port): print("gone:", port.node)
///   }
/// }
/// ```
///
/// Each consumer first receives all present ports as `appeared`, then later changes, without losses or
/// duplicates in between. Identify a port by its ``SerialPortDescription/key``, not by its node:
///
/// ```swift
/// if event.port.key == mine.key { … }     // the same stick, whatever it is called today
/// if event.port.node == mine.node { … }   // WRONG: another device may get this node
/// ```
///
/// A monitor ends when it is stopped or dropped; its consumers' loops end with it.
public final class SerialPortMonitor: Sendable {
  /// The folders in which it finds ports.
  package let roots: SystemRoots
  private let engine: MonitorEngine

  /// Starts watching; when this returns, the present ports are known.
  public convenience init() { self.init(roots: .standard) }

  /// Creates a monitor for a test, with its own delays, and a closure that runs after the watcher is opened
  /// and before the first listing.
  package init(
    roots: SystemRoots, patience: MonitorEngine.Patience = MonitorEngine.Patience(),
    beforeFirstLook: () -> Void = {}
  ) {
    self.roots = roots
    let watcher = PortWatcher(roots)
    beforeFirstLook()
    engine = MonitorEngine(watcher, patience)
  }

  deinit { engine.stop() }

  /// The source of the reports: udev, or the folder of devices with the reason for using it.
  public var source: SerialPortSource { engine.source }

  /// The current ports, ordered by place.
  public var ports: [SerialPortDescription] { engine.snapshot.ports }

  /// All events, for any number of loops; each loop begins with the present ports.
  ///
  /// A loop that misses more than a few hundred events catches up from a snapshot instead.
  public var events: Deliveries<Subscription<SerialPortEvent, Never>> {
    Deliveries(.newest(PortObserver.limit)) { [engine] buffering in
      let follower = Guarded(SerialPortFollower())
      return engine.events.subscribe(buffering, keepingAlive: engine) {
        // Registered before the first listing, so that no event is missed in between.
        follower.withLock { $0.catchUp(with: engine.snapshot) }
      } translate: { numbered in
        follower.withLock { $0.take(numbered) ?? $0.catchUp(with: engine.snapshot) }
      }
    }
  }

  /// Calls a handler on a loop for each event, beginning with the present ports.
  ///
  /// Calls are made one at a time and in order, until the observation is canceled or dropped. After a call of
  /// ``SerialPortObservation/cancel()`` on that loop, the handler is not called again.
  public func observe(
    on loop: EventLoop, _ handler: @escaping @Sendable (SerialPortEvent) -> Void
  ) -> SerialPortObservation {
    let observer = PortObserver(on: loop, snapshot: { [engine] in engine.snapshot }, handler: handler)
    engine.add(observer)
    return SerialPortObservation(engine: engine, observer: observer)
  }

  /// Notifies the monitor that an open port was hung up.
  ///
  /// The kernel hangs up a port before udev reports its removal. With this call the port disappears at once,
  /// and only once; if it is still there a second later, it appears again.
  public func portHungUp(_ node: String) { engine.hungUp(node: node) }

  /// Ends the monitor for all consumers.
  public func stop() { engine.stop() }
}

/// The registration of a handler with a monitor; dropping it ends the calls.
public final class SerialPortObservation: Sendable {
  private let engine: MonitorEngine
  private let observer: PortObserver

  init(engine: MonitorEngine, observer: PortObserver) { (self.engine, self.observer) = (engine, observer) }

  deinit { cancel() }

  /// Ends the calls.
  public func cancel() { engine.remove(observer) }
}

/// A change of the available ports.
public enum SerialPortEvent: Sendable, Hashable, CustomStringConvertible {
  /// The port was plugged in, or was already there when the consumer started.
  case appeared(SerialPortDescription)
  /// The port has changed in place, such as in its name, permissions or links.
  case changed(from: SerialPortDescription, to: SerialPortDescription)
  /// The port was removed; this is its last description.
  case disappeared(SerialPortDescription)

  /// The current or last description of the port.
  public var port: SerialPortDescription {
    switch self {
    case .appeared(let port), .disappeared(let port): port
    case .changed(_, let port): port
    }
  }

  /// The change and the port: `appeared: /dev/ttyACM0 (u-blox 7)`.
  public var description: String {
    switch self {
    case .appeared(let port): "appeared: \(port)"
    case .changed(let old, let port) where old.node != port.node: "changed: \(port), was \(old.node)"
    case .changed(_, let port): "changed: \(port)"
    case .disappeared(let port): "disappeared: \(port)"
    }
  }
}
