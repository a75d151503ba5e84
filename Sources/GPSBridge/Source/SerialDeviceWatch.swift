internal import GPSEventRuntime
import GPSSystemCalls
internal import SerialPorts

/// Watches ports on behalf of one receiver and tells where its device is, each time that this changes.
///
/// A path that a person has named may lead to a port that no listing has, such as a pseudo-terminal. While it is there,
/// the kernel tells what happens to it. While it is not, or where it cannot be watched, it is looked for now and then.
actor SerialDeviceWatch: DeviceWatch {
  private static let pace = Duration.milliseconds(500)

  private nonisolated let loop: EventLoop
  private nonisolated let time: any TimeSource
  /// The path that a person has named; nil if the device is named otherwise, and the monitor tells all.
  private nonisolated let path: String?
  private nonisolated let look: @Sendable () -> DevicePresence
  private nonisolated let change: @Sendable (DevicePresence) -> Void
  private nonisolated let observation = Guarded<SerialPortObservation?>(nil)
  private nonisolated let isCancelled = Guarded(false)

  private var told: DevicePresence?
  /// Whether the ports that were there at first have been told of.
  private var hasBegun = false
  private var timer: (any TimerHandle)?
  private var pathWatch: PathWatch?
  private var pathEvents: Watch?

  init(
    _ loop: EventLoop, _ time: any TimeSource, path: String?, look: @escaping @Sendable () -> DevicePresence,
    _ change: @escaping @Sendable (DevicePresence) -> Void
  ) {
    self.loop = loop
    self.time = time
    self.path = path
    self.look = look
    self.change = change
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  /// Begins to watch; the first look comes after the events of the present ports.
  nonisolated func begin(_ monitor: SerialPortMonitor, _ take: @escaping @Sendable (SerialPortEvent) -> Void)
  {
    let observation = monitor.observe(on: loop) { [weak self] event in
      take(event)
      // Wait until the initial listing is complete, or we would choose from half of it.
      self?.assumeIsolated { if $0.hasBegun { $0.lookAgain() } }
    }
    self.observation.withLock { $0 = observation }
    // After the events of the present ports.
    loop.async { [weak self] in
      self?.assumeIsolated { watch in
        watch.hasBegun = true
        watch.lookAgain()
      }
    }
  }

  nonisolated func cancel() {
    isCancelled.withLock { $0 = true }
    observation.withLock { observation in
      defer { observation = nil }
      return observation
    }?.cancel()
    // It lives until the loop does not look at the descriptor any more.
    loop.async { [self] in assumeIsolated { $0.end() } }
  }

  private func end() {
    timer?.cancel()
    timer = nil
    if let pathEvents { loop.end(pathEvents) }
    pathEvents = nil
    pathWatch = nil
  }

  private func lookAgain() {
    guard !isCancelled.withLock({ $0 }) else { return }
    // Watched first: what changes behind the look is heard of.
    let isWatched = watchPath()
    let presence = look()
    lookLater(unless: isWatched && presence.isPresent)
    guard told != presence else { return }
    told = presence
    change(presence)
  }

  private func lookLater(unless isTold: Bool) {
    timer?.cancel()
    timer = nil
    guard path != nil, !isTold else { return }
    timer = time.after(Self.pace, on: loop) { [weak self] in self?.assumeIsolated { $0.lookAgain() } }
  }

  /// Lets the kernel tell what happens to the path; whether it can.
  private func watchPath() -> Bool {
    guard let path else { return false }
    if pathWatch == nil, let watch = PathWatch(path) {
      pathEvents = try? loop.watch(watch.descriptor, for: .readable) { [weak self] _ in
        self?.assumeIsolated { if $0.pathWatch?.hasNews() == true { $0.lookAgain() } }
      }
      if pathEvents != nil { pathWatch = watch }
    }
    return pathWatch?.follow() ?? false
  }
}

extension DevicePresence {
  fileprivate var isPresent: Bool {
    if case .present = self { true } else { false }
  }
}
