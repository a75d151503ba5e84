internal import GPSEventRuntime
internal import GPSBridge
import GPSSystemCalls

/// A virtual port with a simulated receiver; the library treats it like any other device.
///
/// It has no thread of its own. Each follower and the opened port set timers on their loops, and each timer
/// advances the receiver to the present; so a single loop sees everything in order and on time.
final class SimulatedDevice: ReceiverDevice {
  private struct State {
    /// When its time began; nil until it is first opened, if its source waits for that.
    var origin: ContinuousClock.Instant?
    var source: SimulatedSource?
    var watches: [ObjectIdentifier: SimulatedWatch] = [:]
  }

  let time: any TimeSource
  let player: Player
  /// Its description while plugged in, except for the name.
  private let described: DevicePlace
  private let state = Guarded(State())

  /// Plugs in a receiver now.
  init(_ source: some EmissionSource, _ place: DevicePlace, _ time: any TimeSource) {
    self.time = time
    player = Player(source)
    described = place
    if !source.startsWhenOpened { state.withLock { [time] in $0.origin = time.now - source.age } }
    catchUp()
  }

  /// The time since its beginning.
  var elapsed: Duration { state.withLock { $0.origin }?.duration(to: time.now) ?? .zero }

  /// Converts a time since the beginning to an instant of the clock.
  func instant(_ since: Duration) -> ContinuousClock.Instant {
    (state.withLock { $0.origin } ?? time.now) + since
  }

  var place: DevicePlace { place(named: player.standing.deviceName) ?? described }

  var isPresent: Bool {
    catchUp()
    return player.standing.deviceName != nil
  }

  private func place(named name: String?) -> DevicePlace? {
    guard let name else { return nil }
    var place = described
    place.node = "sim/\(name)"
    return place
  }

  var presence: DevicePresence {
    place(named: player.standing.deviceName).map { .present($0) } ?? .absent(.notPluggedIn(described))
  }

  // MARK: - Time

  /// Advances the receiver to the present, and delivers its output.
  ///
  /// - Parameter caller: A source that reads its inbox itself, and need not be woken.
  func catchUp(for caller: SimulatedSource? = nil) {
    let origin = state.withLock { $0.origin }
    player.advance(to: origin?.duration(to: time.now)) { emissions, _ in hand(on: emissions, caller) }
  }

  func add(_ events: [Scenario.Event]) {
    catchUp()
    player.work { source in source.add(events) }
    let (source, watches) = state.withLock { ($0.source, Array($0.watches.values)) }
    source?.look()
    for watch in watches { watch.look() }
  }

  private func hand(on emissions: [Emission], _ caller: SimulatedSource?) {
    let (source, watches) = state.withLock { ($0.source, Array($0.watches.values)) }
    if let source {
      source.put(emissions)
      if source !== caller { source.look() }
    }
    for emission in emissions {
      switch emission {
      case .plugged(let name, _):
        guard let place = place(named: name) else { continue }
        for watch in watches { watch.tell(.present(place)) }
      case .unplugged: for watch in watches { watch.tell(.absent(.notPluggedIn(described))) }
      case .bytes, .speedChanged, .refusesOpening, .allowsOpening: break
      }
    }
  }

  // MARK: - Opening

  func follow(
    on loop: EventLoop, _ change: @escaping @Sendable (DevicePresence) -> Void
  ) -> any DeviceWatch {
    catchUp()
    let watch = SimulatedWatch(self, loop, change)
    // In the player's lock, so that the connection cannot change between registering and the first report.
    player.work { [presence] _ in
      state.withLock { $0.watches[ObjectIdentifier(watch)] = watch }
      watch.tell(presence)
    }
    watch.look()
    return watch
  }

  func open(
    _ place: DevicePlace, speed: Int?, on loop: EventLoop
  ) throws(LocationError) -> any ByteSource {
    catchUp()
    let standing = player.standing
    guard let now = self.place(named: standing.deviceName), now.node == place.node else {
      throw .notThere(place)
    }
    if let refusal = standing.openRefusal { throw .refused(refusal, now) }
    let source = SimulatedSource(self, now, loop)
    let moment = time.now
    let isFree = state.withLock { state in
      guard state.source == nil else { return false }
      state.source = source
      if state.origin == nil { state.origin = moment }
      return true
    }
    guard isFree else { throw .refused(.busy, now) }
    player.work { player in player.setHostSpeed(speed) }
    return source
  }

  func forget(_ watch: SimulatedWatch) {
    // Release the closure's contents outside the lock.
    _ = state.withLock { $0.watches.removeValue(forKey: ObjectIdentifier(watch)) }
  }

  func forget(_ source: SimulatedSource) { state.withLock { if $0.source === source { $0.source = nil } } }
}

/// Notifies one follower when a simulated receiver is plugged in or unplugged.
final class SimulatedWatch: DeviceWatch {
  private struct State {
    var change: (@Sendable (DevicePresence) -> Void)?
    var timer: (any TimerHandle)?
  }

  private let device: SimulatedDevice
  private let loop: EventLoop
  private let state: Guarded<State>

  init(
    _ device: SimulatedDevice, _ loop: EventLoop, _ change: @escaping @Sendable (DevicePresence) -> Void
  ) {
    (self.device, self.loop) = (device, loop)
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
    loop.async { [self] in
      let change = state.withLock { $0.change }
      change?(presence)
    }
  }

  /// Schedules, on its loop, a check at the next possible change.
  func look() { loop.async { [weak self] in self?.wait() } }

  private func wait() {
    device.catchUp()
    let next = device.player.standing.nextTurn
    let handle = next.map { next in
      device.time.after(next - device.elapsed, on: loop) { [weak self] in self?.wait() }
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

/// The errors of a real port, for a simulated one.
extension LocationError {
  static func notPluggedIn(_ place: DevicePlace) -> LocationError {
    LocationError(
      .deviceNotFound, "\(place.name) is not plugged in", remedy: "Wait until its scenario plugs it in.")
  }

  static func notThere(_ place: DevicePlace) -> LocationError {
    .failedPort(
      .deviceNotFound, place.node, "nothing is plugged in under that name",
      remedy: "follow it to its new name")
  }

  static func pulledOut(_ place: DevicePlace) -> LocationError {
    .failedPort(
      .disconnected, place.node, "has been unplugged", remedy: "wait until its scenario plugs it in again")
  }

  static func refused(_ refusal: Scenario.OpenRefusal, _ place: DevicePlace) -> LocationError {
    switch refusal {
    case .permissionDenied:
      .failedPort(
        .permissionDenied, place.node, "permission denied", remedy: "wait until its scenario permits it")
    case .busy:
      .failedPort(
        .deviceBusy, place.node, "it is in use by another program",
        remedy: "close it there, or wait until its scenario frees it")
    }
  }
}
