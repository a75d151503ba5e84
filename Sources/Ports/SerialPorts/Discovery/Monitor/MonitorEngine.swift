import Delivery
package import Dispatch
import Locking

/// The working part of a monitor: everything happens on its queue, in the order in which it was seen.
package final class MonitorEngine: Sendable {
  /// How long things may take before the engine looks for itself.
  package struct Patience: Sendable {
    /// From a hang-up to the removal of the device from the kernel's tree; measured: up to 140 ms.
    package var afterHangUp = DispatchTimeInterval.seconds(1)
    /// From a node in the folder to what udev has to say of it.
    package var forUdev = DispatchTimeInterval.seconds(1)
    /// Between two looks without udev: the nodes of a container may stay the same while devices come and go.
    package var betweenLooks = DispatchTimeInterval.seconds(2)

    package init() {}
  }

  private struct State {
    var roster = SerialPortRoster()
    var number = 0
    var observers: [ObjectIdentifier: PortObserver] = [:]
    var isLookingSoon = false
    var hasEnded = false
  }

  let source: SerialPortSource
  let events = Broadcast<NumberedEvent, Never>()
  private let queue = DispatchQueue(label: "gpsbridge.serial-port-monitor")
  private let patience: Patience
  private let state = Guarded(State())
  private let watcher: Guarded<PortWatcher>
  private let alarms = Guarded<[Alarm]>([])

  init(_ roots: SystemRoots, _ patience: Patience, beforeFirstLook: () -> Void) {
    self.patience = patience
    let watcher = PortWatcher(roots)
    source = watcher.source
    self.watcher = Guarded(watcher)
    beforeFirstLook()
    // The watcher is open already: a change during this first look is seen twice rather than missed.
    look(settlesDoubts: true)
    start()
  }

  var snapshot: PortSnapshot {
    state.withLock { PortSnapshot(number: $0.number, ports: $0.roster.ports) }
  }

  func add(_ observer: PortObserver) {
    let isLate = state.withLock { state in
      if !state.hasEnded { state.observers[ObjectIdentifier(observer)] = observer }
      return state.hasEnded
    }
    if !isLate { observer.offer([]) }
  }

  func remove(_ observer: PortObserver) {
    observer.cancel()
    // Release it outside the lock: its handler may hold the user's objects.
    _ = state.withLock { $0.observers.removeValue(forKey: ObjectIdentifier(observer)) }
  }

  func hungUp(node: String) {
    // The queue may be busy listing ports until the device is back: a port that appeared meanwhile was not hung up.
    let appearances = state.withLock { $0.roster.appearances }
    queue.async { [self] in
      guard take([.hungUp(node: node, after: appearances)]) else { return }
      queue.asyncAfter(deadline: .now() + patience.afterHangUp) { [weak self] in
        self?.look(settlesDoubts: true)
      }
    }
  }

  func stop() {
    let alarms = alarms.withLock { alarms in
      defer { alarms = [] }
      return alarms
    }
    for alarm in alarms { alarm.cancel() }
    let observers = state.withLock { state in
      defer { state.observers = [:] }
      state.hasEnded = true
      state.roster = SerialPortRoster()
      return Array(state.observers.values)
    }
    for observer in observers { observer.cancel() }
    events.finish()
  }

  private func start() {
    let (stream, folder) = watcher.withLock { ($0.streamDescriptor, $0.folderDescriptor) }
    if let stream {
      set(
        Alarm(readable: stream, on: queue, owner: watcher) { [weak self] in
          self?.listen()
        })
    }
    if let folder {
      set(
        Alarm(readable: folder, on: queue, owner: watcher) { [weak self] in
          self?.glance()
        })
    }
    if source != .udev {
      set(
        Alarm(every: patience.betweenLooks, on: queue) { [weak self] in
          self?.look(settlesDoubts: false)
        })
    }
  }

  private func set(_ alarm: Alarm) { alarms.withLock { $0.append(alarm) } }

  /// Udev has something to tell.
  private func listen() { take(watcher.withLock { $0.reports() }) }

  /// Something has happened in the folder of nodes.
  private func glance() {
    guard watcher.withLock({ $0.folderHasNews() }) else { return }
    if source == .udev { lookSoon() } else { look(settlesDoubts: false) }
  }

  /// In a container with udev's socket but another network, udev is there and silent: the folder is the second ear.
  private func lookSoon() {
    let isFirst = state.withLock { state in
      defer { state.isLookingSoon = true }
      return !state.isLookingSoon
    }
    guard isFirst else { return }
    queue.asyncAfter(deadline: .now() + patience.forUdev) { [weak self] in
      self?.state.withLock { $0.isLookingSoon = false }
      self?.look(settlesDoubts: false)
    }
  }

  private func look(settlesDoubts: Bool) {
    take([.listing(watcher.withLock { $0.listing() }, settlesDoubts: settlesDoubts)])
  }

  /// Takes reports in and tells everybody; whether there was anything to tell.
  @discardableResult private func take(_ reports: [SerialPortRoster.Report]) -> Bool {
    let (numbered, observers) = state.withLock { state -> ([NumberedEvent], [PortObserver]) in
      guard !state.hasEnded else { return ([], []) }
      let events = reports.flatMap { state.roster.take($0) }
      let numbered = zip((state.number + 1)..., events).map { NumberedEvent(number: $0, event: $1) }
      state.number += numbered.count
      return (numbered, Array(state.observers.values))
    }
    guard !numbered.isEmpty else { return false }
    for event in numbered { events.send(event) }
    for observer in observers { observer.offer(numbered) }
    return true
  }
}
