import GPSDelivery
import GPSEventRuntime
import GPSSystemCalls

/// The implementation of a monitor: all work happens on its loop, in the order of observation.
///
/// Listing all ports takes milliseconds, so it runs on a helper thread. Reports are not received meanwhile,
/// because the listing's older result would undo them.
package actor MonitorEngine: LoopActor {
  /// The delays before the engine lists the ports itself.
  package struct Patience: Sendable {
    /// From a hang-up to the removal of the device from the kernel's tree; measured: up to 140 ms.
    package var afterHangUp = Duration.seconds(1)
    /// From the creation of a node to udev's report about it.
    package var forUdev = Duration.seconds(1)
    /// Between two listings without udev; in a container, nodes may stay the same while devices come and go.
    package var betweenLooks = Duration.seconds(2)

    package init() {}
  }

  /// The state shared with other threads.
  private struct Shared: Sendable {
    var roster = SerialPortRoster()
    var number = 0
    var observers: [ObjectIdentifier: PortObserver] = [:]
    var hasEnded = false
  }

  nonisolated let source: SerialPortSource
  nonisolated let events = Broadcast<NumberedEvent, Never>()
  package nonisolated let loop: EventLoop
  private nonisolated let patience: Patience
  private nonisolated let shared: Guarded<Shared>

  private var watcher: PortWatcher?
  private var watches: [Watch] = []
  private var isLookingSoon = false
  /// The terminal numbers at the last periodic check.
  private var seenTerminals: [UInt64]?
  /// Whether a listing is in progress, and the work that must wait for it.
  private var isLooking = false
  private var waiting: [@Sendable (isolated MonitorEngine) -> Void] = []

  init(_ watcher: sending PortWatcher, _ patience: Patience, on loop: EventLoop = .shared) {
    (self.loop, self.patience) = (loop, patience)
    source = watcher.source
    // A change during this first listing is seen twice rather than missed.
    var first = Shared()
    first.number = first.roster.take(.listing(watcher.listing(), settlesDoubts: true)).count
    shared = Guarded(first)
    self.watcher = watcher
    later { engine in
      engine.listen()
      if engine.source != .udev { engine.lookNowAndThen() }
    }
  }

  private nonisolated func later(
    after pause: Duration, _ body: @escaping @Sendable (isolated MonitorEngine) -> Void
  ) { loop.after(pause, handler(body)) }

  // MARK: - From any thread

  nonisolated var snapshot: PortSnapshot {
    shared.withLock { PortSnapshot(number: $0.number, ports: $0.roster.ports) }
  }

  nonisolated func add(_ observer: PortObserver) {
    let isLate = shared.withLock { shared in
      if !shared.hasEnded { shared.observers[ObjectIdentifier(observer)] = observer }
      return shared.hasEnded
    }
    if !isLate { observer.offer([]) }
  }

  nonisolated func remove(_ observer: PortObserver) {
    observer.cancel()
    // Release it outside the lock, as its handler may hold the user's objects.
    _ = shared.withLock { $0.observers.removeValue(forKey: ObjectIdentifier(observer)) }
  }

  nonisolated func hungUp(node: String) {
    // A listing may last until the device is back; a port that appeared in the meantime was not hung up.
    let appearances = shared.withLock { $0.roster.appearances }
    later { $0.hungUp(node, after: appearances) }
  }

  nonisolated func stop() {
    let observers = shared.withLock { shared in
      defer { shared.observers = [:] }
      shared.hasEnded = true
      shared.roster = SerialPortRoster()
      return Array(shared.observers.values)
    }
    for observer in observers { observer.cancel() }
    events.finish()
    // Keep the engine alive until the loop no longer watches the descriptors.
    later(keepsAlive: true) { $0.close() }
  }

  // MARK: - On the loop

  private func close() {
    stopListening()
    watcher = nil
    waiting = []
  }

  private var hasEnded: Bool { shared.withLock { $0.hasEnded } }

  private func listen() {
    guard let watcher, !hasEnded else { return }
    listen(to: watcher.streamDescriptor) { $0.hear() }
    listen(to: watcher.folderDescriptor) { $0.glance() }
  }

  private func listen(
    to descriptor: CInt?, _ body: @escaping @Sendable (isolated MonitorEngine) -> Void
  ) {
    guard let descriptor else { return }
    // Both descriptors are kernel objects that can always be watched.
    let watch = try? loop.watch(descriptor, for: .readable, handler { engine, _ in body(engine) })
    if let watch { watches.append(watch) }
  }

  private func stopListening() {
    for watch in watches { loop.end(watch) }
    watches = []
  }

  private func hungUp(_ node: String, after appearances: Int) {
    // A listing that began earlier would bring the port back.
    guard !isLooking else { return waiting.append { $0.hungUp(node, after: appearances) } }
    guard take([.hungUp(node: node, after: appearances)]) else { return }
    later(after: patience.afterHangUp) { $0.look(settlesDoubts: true) }
  }

  private func hear() { if let watcher { take(watcher.reports()) } }

  /// Handles a notification about the folder of nodes.
  private func glance() {
    guard let watcher, watcher.folderHasNews() else { return }
    if source == .udev { lookSoon() } else { look(settlesDoubts: false) }
  }

  /// Schedules a listing: in a container with udev's socket but a different network, udev sends no reports.
  private func lookSoon() {
    guard !isLookingSoon else { return }
    isLookingSoon = true
    later(after: patience.forUdev) { engine in
      engine.isLookingSoon = false
      engine.look(settlesDoubts: false)
    }
  }

  private func lookNowAndThen() {
    guard !hasEnded else { return }
    later(after: patience.betweenLooks) { engine in
      engine.lookIfChanged()
      engine.lookNowAndThen()
    }
  }

  /// Lists the ports if terminals have changed, because a listing is expensive and seldom finds a change.
  private func lookIfChanged() {
    let terminals = watcher?.glimpse()
    guard terminals == nil || terminals != seenTerminals else { return }
    // A change during the listing is found by the next one.
    seenTerminals = terminals
    look(settlesDoubts: false)
  }

  private func look(settlesDoubts: Bool) {
    guard let watcher, !hasEnded else { return }
    guard !isLooking else { return waiting.append { $0.look(settlesDoubts: settlesDoubts) } }
    isLooking = true
    stopListening()
    loop.offload(watcher.lookElsewhere, then: handler { $0.looked($1, settlesDoubts) })
  }

  private func looked(_ ports: [SerialPortDescription], _ settlesDoubts: Bool) {
    isLooking = false
    take([.listing(ports, settlesDoubts: settlesDoubts)])
    let waiting = waiting
    self.waiting = []
    for body in waiting { body(self) }
    if !isLooking { listen() }
  }

  /// Applies reports and notifies observers; returns whether there was any event.
  @discardableResult private func take(_ reports: [SerialPortRoster.Report]) -> Bool {
    let (numbered, observers) = shared.withLock { shared -> ([NumberedEvent], [PortObserver]) in
      guard !shared.hasEnded else { return ([], []) }
      let events = reports.flatMap { shared.roster.take($0) }
      let numbered = zip((shared.number + 1)..., events).map { NumberedEvent(number: $0, event: $1) }
      shared.number += numbered.count
      return (numbered, Array(shared.observers.values))
    }
    guard !numbered.isEmpty else { return false }
    for event in numbered { events.send(event) }
    for observer in observers { observer.offer(numbered) }
    return true
  }
}
