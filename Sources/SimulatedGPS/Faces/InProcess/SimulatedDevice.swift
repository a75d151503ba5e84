internal import GPSEventRuntime
internal import GPSBridge
import GPSSystemCalls

/// A port that is not there, and what is plugged into it: a device like any other to the library.
///
/// Nobody drives it. Whoever follows it or has it open sets timers on its loop, and each of them lets the
/// receiver live until now; so a single loop sees everything in order, and at its time.
final class SimulatedDevice: ReceiverDevice {
  private struct State {
    /// When its time began; nil before somebody has opened it, where that matters.
    var origin: ContinuousClock.Instant?
    var source: SimulatedSource?
    var watches: [ObjectIdentifier: SimulatedWatch] = [:]
  }

  let time: any TimeSource
  let player: Player
  /// How it is described while it is plugged in, but for its name.
  private let described: DevicePlace
  private let state = Guarded(State())

  /// Plugs a receiver in, now.
  init(_ source: some EmissionSource, _ place: DevicePlace, _ time: any TimeSource) {
    self.time = time
    player = Player(source)
    described = place
    if !source.startsWhenOpened { state.withLock { [time] in $0.origin = time.now } }
    catchUp()
  }

  /// How long its time has run.
  var elapsed: Duration { state.withLock { $0.origin }?.duration(to: time.now) ?? .zero }

  /// When something of it is, by the clock.
  func instant(_ since: Duration) -> ContinuousClock.Instant {
    (state.withLock { $0.origin } ?? time.now) + since
  }

  var place: DevicePlace {
    place(named: player.standing.deviceName) ?? described
  }

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

  /// Lets the receiver live until now, and passes on its output.
  ///
  /// - Parameter caller: A source that looks into its inbox itself, and need not be woken.
  func catchUp(for caller: SimulatedSource? = nil) {
    let origin = state.withLock { $0.origin }
    let target = origin?.duration(to: time.now) ?? .zero
    player.work { source in
      // Once it is plugged in, its time waits for the first program that opens it.
      guard origin != nil || source.deviceName == nil else { return }
      var before: Duration
      repeat {
        before = source.now
        // Many small steps: without a listener nothing has to be kept, however long that was.
        let emissions = source.advance(to: min(target, before + .seconds(60)))
        if !emissions.isEmpty { hand(on: emissions, caller) }
        // A source that gives a part at a time does not go on; it says when it is due.
      } while source.now < target && source.now > before
    }
  }

  /// Lets something happen that was not foreseen.
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
    // Nothing can happen to the plug between the two.
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

  func forget(_ source: SimulatedSource) {
    state.withLock { if $0.source === source { $0.source = nil } }
  }
}

/// Somebody's wish to be told when a simulated receiver is plugged in or pulled out.
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
    self.device = device
    self.loop = loop
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

  /// Looks, on its loop, when the next thing may happen, and is there then.
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
      .deviceNotFound, "\(place.name) is not plugged in", remedy: "Wait until its story plugs it in.")
  }

  static func notThere(_ place: DevicePlace) -> LocationError {
    .failedPort(
      .deviceNotFound, place.node, "nothing is plugged in under that name",
      remedy: "follow it to its new name")
  }

  static func pulledOut(_ place: DevicePlace) -> LocationError {
    .failedPort(
      .disconnected, place.node, "has been unplugged", remedy: "wait until its story plugs it in again")
  }

  static func refused(_ refusal: Scenario.OpenRefusal, _ place: DevicePlace) -> LocationError {
    switch refusal {
    case .permissionDenied:
      .failedPort(
        .permissionDenied, place.node, "permission denied", remedy: "wait until its story permits it")
    case .busy:
      .failedPort(
        .deviceBusy, place.node, "it is in use by another program",
        remedy: "close it there, or wait until its story frees it")
    }
  }
}
