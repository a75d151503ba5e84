public import GPSDelivery
public import GPSEventRuntime
import GPSSystemCalls

/// Serial ports as they come and go.
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
/// Each consumer is first told of all the ports that are there, as appeared, and then of what happens: nothing is lost
/// between the two, and nothing is told twice. Remember a port by its ``SerialPortDescription/key``, not by its node:
///
/// ```swift
/// if event.port.key == mine.key { … }     // the same stick, whatever it is called today
/// if event.port.node == mine.node { … }   // WRONG: the next /dev/ttyACM0 may be another's
/// ```
///
/// A monitor ends when it is stopped or dropped; its consumers' loops end with it.
public final class SerialPortMonitor: Sendable {
  /// The folders in which it finds ports.
  package let roots: SystemRoots
  private let engine: MonitorEngine

  /// Begins to watch; the ports that are there are known when this returns.
  public convenience init(roots: SystemRoots = .standard) {
    self.init(roots: roots, patience: MonitorEngine.Patience(), beforeFirstLook: {})
  }

  /// As a test needs it: with a patience of its own, and a closure that runs when the watcher is open but has not
  /// looked yet.
  package init(roots: SystemRoots, patience: MonitorEngine.Patience, beforeFirstLook: () -> Void = {}) {
    self.roots = roots
    let watcher = PortWatcher(roots)
    beforeFirstLook()
    engine = MonitorEngine(watcher, patience)
  }

  deinit { engine.stop() }

  /// The source of the reports: udev, or the folder of devices with the reason why it is used.
  public var source: SerialPortSource { engine.source }

  /// The ports that are there now, in the order of their places.
  public var ports: [SerialPortDescription] { engine.snapshot.ports }

  /// All events, for any number of loops; each loop begins with the ports that are there.
  ///
  /// A loop that falls more than a few hundred events behind is brought up to date instead of being told of each.
  public var events: Deliveries<Subscription<SerialPortEvent, Never>> {
    Deliveries(.newest(PortObserver.limit)) { [engine] buffering in
      let follower = Guarded(SerialPortFollower())
      return engine.events.subscribe(buffering, keepingAlive: engine) {
        // Registered before the first look, so that nothing falls between the two.
        follower.withLock { $0.catchUp(with: engine.snapshot) }
      } translate: { numbered in
        follower.withLock { $0.take(numbered) ?? $0.catchUp(with: engine.snapshot) }
      }
    }
  }

  /// Calls a handler on a loop for each event, beginning with the ports that are there.
  ///
  /// One call at a time, in order. It ends when the observation is cancelled or dropped: after a
  /// ``SerialPortObservation/cancel()`` on that loop no call follows.
  public func observe(
    on loop: EventLoop, _ handler: @escaping @Sendable (SerialPortEvent) -> Void
  ) -> SerialPortObservation {
    let observer = PortObserver(on: loop, snapshot: { [engine] in engine.snapshot }, handler: handler)
    engine.add(observer)
    return SerialPortObservation(engine: engine, observer: observer)
  }

  /// Tells the monitor that an open port was hung up.
  ///
  /// The kernel hangs a port up before udev reports its removal. The port is then reported as gone at once, and only
  /// once; should it still be there a second later, it appears again.
  public func portHungUp(_ node: String) { engine.hungUp(node: node) }

  /// Ends it for all consumers.
  public func stop() { engine.stop() }
}

/// The handle of one handler on a monitor: dropping it ends the calls.
public final class SerialPortObservation: Sendable {
  private let engine: MonitorEngine
  private let observer: PortObserver

  init(engine: MonitorEngine, observer: PortObserver) {
    self.engine = engine
    self.observer = observer
  }

  deinit { cancel() }

  /// Ends the calls.
  public func cancel() { engine.remove(observer) }
}

/// A port that came, changed or went.
public enum SerialPortEvent: Sendable, Hashable {
  /// It is there: plugged in, or already there when one began to listen.
  case appeared(SerialPortDescription)
  /// It is still in its place, but not as it was: another name, other permissions, other links.
  case changed(from: SerialPortDescription, to: SerialPortDescription)
  /// It has gone. This is how it was.
  case disappeared(SerialPortDescription)

  /// The port as it is now, or as it was last.
  public var port: SerialPortDescription {
    switch self {
    case .appeared(let port), .disappeared(let port): port
    case .changed(_, let port): port
    }
  }
}

extension SerialPortEvent: CustomStringConvertible {
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
