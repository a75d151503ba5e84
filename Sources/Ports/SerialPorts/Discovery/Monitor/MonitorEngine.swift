import GPSDelivery
import GPSEventRuntime
import GPSSystemCalls

/// The working part of a monitor: everything happens on its loop, in the order in which it was seen.
///
/// A look at all ports takes milliseconds, so it happens on another thread. Nothing is heard meanwhile: a report that came
/// in the middle of a look would be undone by its outcome.
package actor MonitorEngine {
  /// How long things may take before the engine looks for itself.
  package struct Patience: Sendable {
    /// From a hang-up to the removal of the device from the kernel's tree; measured: up to 140 ms.
    package var afterHangUp = Duration.seconds(1)
    /// From a node in the folder to what udev has to say of it.
    package var forUdev = Duration.seconds(1)
    /// Between two looks without udev: the nodes of a container may stay the same while devices come and go.
    package var betweenLooks = Duration.seconds(2)

    package init() {}
  }

  /// What other threads may ask.
  private struct Shared: Sendable {
    var roster = SerialPortRoster()
    var number = 0
    var observers: [ObjectIdentifier: PortObserver] = [:]
    var hasEnded = false
  }

  nonisolated let source: SerialPortSource
  nonisolated let events = Broadcast<NumberedEvent, Never>()
  private nonisolated let loop: EventLoop
  private nonisolated let patience: Patience
  private nonisolated let shared: Guarded<Shared>

  private var watcher: PortWatcher?
  private var watches: [Watch] = []
  private var isLookingSoon = false
  /// The numbers of the terminals that there were at the last look of which time was the only reason.
  private var seenTerminals: [UInt64]?
  /// The looks that are under way, and what has to wait for them.
  private var isLooking = false
  private var waiting: [@Sendable (isolated MonitorEngine) -> Void] = []

  /// Takes over a watcher that is open already.
  init(_ watcher: sending PortWatcher, _ patience: Patience, on loop: EventLoop = .shared) {
    self.loop = loop
    self.patience = patience
    source = watcher.source
    // A change during this first look is seen twice rather than missed.
    var first = Shared()
    first.number = first.roster.take(.listing(watcher.listing(), settlesDoubts: true)).count
    shared = Guarded(first)
    self.watcher = watcher
    later { engine in
      engine.listen()
      if engine.source != .udev { engine.lookNowAndThen() }
    }
  }

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  private nonisolated func later(_ body: @escaping @Sendable (isolated MonitorEngine) -> Void) {
    loop.async { [weak self] in self?.assumeIsolated(body) }
  }

  private nonisolated func later(
    after pause: Duration, _ body: @escaping @Sendable (isolated MonitorEngine) -> Void
  ) {
    loop.after(pause) { [weak self] in self?.assumeIsolated(body) }
  }

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
    // Release it outside the lock: its handler may hold the user's objects.
    _ = shared.withLock { $0.observers.removeValue(forKey: ObjectIdentifier(observer)) }
  }

  nonisolated func hungUp(node: String) {
    // A look may be under way until the device is back: a port that appeared meanwhile was not hung up.
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
    // It lives until the loop does not look at the descriptors any more.
    loop.async { [self] in assumeIsolated { $0.close() } }
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
    // Both descriptors are sockets of the kernel, which can always be watched.
    let watch = try? loop.watch(descriptor, for: .readable) { [weak self] _ in self?.assumeIsolated(body) }
    if let watch { watches.append(watch) }
  }

  private func stopListening() {
    for watch in watches { loop.end(watch) }
    watches = []
  }

  private func hungUp(_ node: String, after appearances: Int) {
    // A look that began before would bring the port back.
    guard !isLooking else { return waiting.append { $0.hungUp(node, after: appearances) } }
    guard take([.hungUp(node: node, after: appearances)]) else { return }
    later(after: patience.afterHangUp) { $0.look(settlesDoubts: true) }
  }

  /// Udev has something to tell.
  private func hear() { if let watcher { take(watcher.reports()) } }

  /// Something has happened in the folder of nodes.
  private func glance() {
    guard let watcher, watcher.folderHasNews() else { return }
    if source == .udev { lookSoon() } else { look(settlesDoubts: false) }
  }

  /// In a container with udev's socket but another network, udev is there and silent: the folder is the second ear.
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

  /// A walk through all ports is dear, and seldom finds anything.
  private func lookIfChanged() {
    let terminals = watcher?.glimpse()
    guard terminals == nil || terminals != seenTerminals else { return }
    // What changes during the look is seen at the next one.
    seenTerminals = terminals
    look(settlesDoubts: false)
  }

  private func look(settlesDoubts: Bool) {
    guard let watcher, !hasEnded else { return }
    guard !isLooking else { return waiting.append { $0.look(settlesDoubts: settlesDoubts) } }
    isLooking = true
    stopListening()
    loop.offload(watcher.lookElsewhere) { [weak self] ports in
      self?.assumeIsolated { $0.looked(ports, settlesDoubts) }
    }
  }

  private func looked(_ ports: [SerialPortDescription], _ settlesDoubts: Bool) {
    isLooking = false
    take([.listing(ports, settlesDoubts: settlesDoubts)])
    let waiting = waiting
    self.waiting = []
    for body in waiting { body(self) }
    if !isLooking { listen() }
  }

  /// Takes reports in and tells everybody; whether there was anything to tell.
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
