internal import GPSEventRuntime
internal import GPSBridge
import GPSSystemCalls

/// Connects a source of emissions to a pseudo-terminal, in both directions, on a shared event loop.
final class TerminalFace: Sendable {
  private struct State: Sendable {
    /// When its time began; nil until a program first opens the port, if its source waits for that.
    var origin: ContinuousClock.Instant?
    var master: TerminalMaster?
    var link: NameLink?
    /// The last path of the port; a new path must differ from it.
    var lastPath: String?
    var lastName: String?
    /// Bytes that do not fit into the port yet, from a source that waits for its reader.
    var backlog: [UInt8] = []
    /// Our own descriptor of the port while other programs must find it busy.
    var occupied: CInt?
    var timer: (any TimerHandle)?
    var status = PseudoTerminalReceiver.Status()
  }

  /// The interval at which we check whether a program has opened or closed the port, or has written.
  ///
  /// We cannot wait for the descriptor instead: a pseudo-terminal that no program has open continuously
  /// reports that it has hung up.
  private static let glance = Duration.milliseconds(20)
  /// How long to wait before retrying a full port.
  private static let patience = Duration.milliseconds(2)

  /// A loop of its own: on the receivers' loop, a receiver that drains its port would block its own reader.
  private static let shared = EventLoop(startsOnDemand: true)

  private let loop = TerminalFace.shared
  private let state: Guarded<State>
  private let player: Player
  private let time: any TimeSource

  init(_ source: some EmissionSource, _ link: String?, _ time: any TimeSource) {
    player = Player(source)
    self.time = time
    state = Guarded(
      State(origin: source.startsWhenOpened ? nil : time.now - source.age, link: link.map { NameLink($0) }))
    time.willServe(loop)
  }

  /// The time since its beginning.
  private var elapsed: Duration { state.withLock { $0.origin }?.duration(to: time.now) ?? .zero }

  var status: PseudoTerminalReceiver.Status { state.withLock { $0.status } }

  /// Plugs it in; on failure, throws and cleans up.
  func begin() throws(SimulationError) {
    let problem: SimulationError? = loop.sync { [self] in
      live()
      let problem = status.problem
      if problem != nil { finish() }
      return problem
    }
    if let problem { throw problem }
  }

  func tell(_ events: [Scenario.Event]) {
    loop.async { [self] in
      live()
      let now = elapsed
      player.work { source in source.add(events.map { $0.later(by: now) }) }
      live()
    }
  }

  /// Ends everything before it returns.
  func end() { loop.sync { [self] in finish() } }

  // MARK: - Time

  /// Performs the work that is due, and schedules the next.
  private func live() {
    guard !status.isOver else { return }
    beginIfOpened()
    let isStuck = player.standing.waitsForReader && (!emptyBacklog() || isEndUnread())
    if !isStuck { advance() }
    // An answer may be due immediately.
    if listen(), !isStuck { advance() }
    wait(atLeast: isStuck ? Self.patience : .zero)
  }

  private func beginIfOpened() {
    let now = time.now
    state.withLock { state in if state.origin == nil, state.master?.isOpen == true { state.origin = now } }
  }

  /// Whether the backlog is empty and a program can receive more.
  private func emptyBacklog() -> Bool {
    state.withLock { state in
      // Before it is first plugged in, there is no reader to wait for.
      guard let master = state.master else { return state.lastPath == nil }
      guard master.isOpen, state.occupied == nil else { return false }
      let sent = master.write(state.backlog.span)
      state.backlog.removeFirst(sent)
      state.status.sent += sent
      return state.backlog.isEmpty
    }
  }

  /// Whether the cable is pulled next, which would take bytes from a program that has not read them.
  private func isEndUnread() -> Bool {
    guard player.standing.nextTurn != nil, let master = state.withLock({ $0.master }) else { return false }
    return Kernel.hasUnread(inTerminal: master.path) == true
  }

  private func advance() {
    let (origin, master) = state.withLock { ($0.origin, $0.master) }
    let target = origin?.duration(to: time.now)
    // Read just before advancing, so that the output is garbled or not according to the current setting.
    let speed = master?.speed
    player.work { source in source.setHostSpeed(speed) }
    player.advance(to: target) { emissions, source in
      for emission in emissions { play(emission, source) }
    }
    state.withLock { $0.status.hostSpeed = speed }
  }

  private func play(_ emission: Emission, _ source: any EmissionSource) {
    switch emission {
    case .bytes(let chunk): send(chunk.bytes, mayBeLost: !source.waitsForReader)
    case .plugged(let name, _): plug(name, source)
    case .unplugged: unplug()
    case .refusesOpening(let refusal, _): refuse(refusal)
    case .allowsOpening: refuse(nil)
    case .speedChanged: break
    }
  }

  private func send(_ bytes: [UInt8], mayBeLost: Bool) {
    state.withLock { state in
      let isHeard = state.master.map { $0.isOpen && state.occupied == nil } ?? false
      let sent = isHeard ? state.master?.write(bytes.span) ?? 0 : 0
      state.status.sent += sent
      if mayBeLost { state.status.lost += bytes.count - sent } else { state.backlog += bytes[sent...] }
    }
  }

  private func wait(atLeast pause: Duration) {
    let standing = player.standing
    if standing.isOver { return finish() }
    var due = max(standing.nextDue - elapsed, pause)
    if state.withLock({ $0.master != nil }) { due = min(due, Self.glance) }
    let handle = time.after(due, on: loop) { [weak self] in self?.live() }
    let old = state.withLock { state in
      defer { state.timer = handle }
      return state.timer
    }
    old?.cancel()
  }

  // The connection, and the program that uses the port.

  /// Creates the port, under a new path if the device name has changed.
  private func plug(_ name: String, _ source: any EmissionSource) {
    let (lastPath, lastName) = state.withLock { ($0.lastPath, $0.lastName) }
    let speed = source.speed ?? 9600
    let made: Result<TerminalMaster, SimulationError>
    do throws(SimulationError) {
      made = .success(try Self.port(speed, not: name == lastName ? nil : lastPath))
    } catch { made = .failure(error) }
    state.withLock { state in
      state.status.problem = nil
      state.status.name = name
      state.lastName = name
      switch made {
      case .failure(let error): state.status.problem = error
      case .success(let master):
        state.master = master
        state.lastPath = master.path
        state.status.path = master.path
        do throws(SimulationError) { try state.link?.lead(to: master.path) } catch {
          state.status.problem = error
        }
      }
    }
    if let refusal = source.openRefusal { refuse(refusal) }
  }

  private static func port(_ speed: Int, not taken: String?) throws(SimulationError) -> TerminalMaster {
    let first = try TerminalMaster(speed: speed)
    guard first.path == taken else { return first }
    // The old number is free again; by holding it, we make the kernel assign a different one.
    let second = try TerminalMaster(speed: speed)
    return withExtendedLifetime(first) { second }
  }

  /// Pulls the cable: the program's side hangs up, and the link is removed.
  private func unplug() {
    let master = state.withLock { state in
      defer {
        state.master = nil
        state.status.path = nil
        state.status.name = nil
        state.status.isOpen = false
      }
      if let far = state.occupied { state.master?.release(far) }
      state.occupied = nil
      state.link?.remove()
      return state.master
    }
    // This is the last reference, so the descriptor is closed here.
    withExtendedLifetime(master) {}
  }

  private func refuse(_ refusal: Scenario.OpenRefusal?) {
    state.withLock { state in
      guard let master = state.master else { return }
      if let far = state.occupied { master.release(far) }
      state.occupied = refusal == .busy ? master.occupy() : nil
      master.permit(refusal != .permissionDenied)
    }
  }

  /// Stops for good.
  private func finish() {
    unplug()
    let timer = state.withLock { state in
      defer { state.timer = nil }
      state.status.isOver = true
      return state.timer
    }
    timer?.cancel()
  }

  // MARK: - Input

  /// Reads what the program has written, and checks whether a program has opened or closed the port.
  ///
  /// - Returns: Whether the program has written anything.
  private func listen() -> Bool {
    guard let master = state.withLock({ $0.occupied == nil ? $0.master : nil }) else { return false }
    guard master.isOpen, let bytes = master.read() else {
      programHasGone(master)
      return false
    }
    state.withLock { state in
      state.status.isOpen = true
      state.status.received += bytes.count
    }
    guard !bytes.isEmpty else { return false }
    let speed = master.speed
    player.work { source in
      source.setHostSpeed(speed)
      source.receive(bytes.span)
    }
    return true
  }

  private func programHasGone(_ master: TerminalMaster) {
    let wasOpen = state.withLock { state in
      defer { state.status.isOpen = false }
      return state.status.isOpen
    }
    if wasOpen { master.forgetUnread() }
  }
}
