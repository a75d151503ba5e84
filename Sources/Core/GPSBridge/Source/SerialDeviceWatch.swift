internal import GPSEventRuntime
import GPSSystemCalls
internal import SerialPorts

/// Watches ports for one receiver, and reports each change of its device's presence.
///
/// A path given by the user may lead to an unlisted port, such as a pseudo-terminal. If it exists, the kernel
/// reports changes to it. If it doesn't, or can't be watched, we check it periodically.
actor SerialDeviceWatch: DeviceWatch, LoopActor {
  private static let pace = Duration.milliseconds(500)

  nonisolated let loop: EventLoop
  private nonisolated let time: any TimeSource
  /// The path given by the user; nil for other selectors, for which the monitor suffices.
  private nonisolated let path: String?
  private nonisolated let look: @Sendable () -> DevicePresence
  private nonisolated let change: @Sendable (DevicePresence) -> Void
  private nonisolated let observation = Guarded<SerialPortObservation?>(nil)
  private nonisolated let isCancelled = Guarded(false)

  private var told: DevicePresence?
  /// Whether the events of the initial ports have arrived.
  private var hasBegun = false
  private var timer: (any TimerHandle)?
  private var pathWatch: PathWatch?
  private var pathEvents: Watch?

  init(
    _ loop: EventLoop, _ time: any TimeSource, path: String?, look: @escaping @Sendable () -> DevicePresence,
    _ change: @escaping @Sendable (DevicePresence) -> Void
  ) { (self.loop, self.time, self.path, self.look, self.change) = (loop, time, path, look, change) }

  /// Starts watching; the first check follows the events of the initial ports.
  nonisolated func begin(_ monitor: SerialPortMonitor, _ take: @escaping @Sendable (SerialPortEvent) -> Void)
  {
    // Wait until the initial listing is complete, or we would choose from half of it.
    let look = handler { if $0.hasBegun { $0.lookAgain() } }
    let observation = monitor.observe(on: loop) { event in
      take(event)
      look()
    }
    self.observation.withLock { $0 = observation }
    // After the events of the initial ports.
    later { watch in
      watch.hasBegun = true
      watch.lookAgain()
    }
  }

  nonisolated func cancel() {
    isCancelled.withLock { $0 = true }
    observation.withLock { observation in
      defer { observation = nil }
      return observation
    }?.cancel()
    // This keeps the watch alive until the loop stops watching its descriptor.
    later(keepsAlive: true) { $0.end() }
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
    // Watch before checking, so that no later change is missed.
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
    timer = time.after(Self.pace, on: loop, handler { $0.lookAgain() })
  }

  /// Makes the kernel report changes to the path; returns false if it can't.
  private func watchPath() -> Bool {
    guard let path else { return false }
    if pathWatch == nil, let watch = PathWatch(path) {
      pathEvents = try? loop.watch(
        watch.descriptor, for: .readable,
        handler { watch, _ in if watch.pathWatch?.hasNews() == true { watch.lookAgain() } })
      if pathEvents != nil { pathWatch = watch }
    }
    return pathWatch?.follow() ?? false
  }
}

extension DevicePresence {
  fileprivate var isPresent: Bool { if case .present = self { true } else { false } }
}
