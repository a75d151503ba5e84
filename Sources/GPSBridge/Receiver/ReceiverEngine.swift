internal import GPSDelivery
internal import GPSEventRuntime
internal import GNSS
import GPSSystemCalls
internal import SerialPorts

/// Does what the machine decides: opens, closes, sets timers, decodes, and tells.
///
/// It lives on one event loop, and its core belongs to that loop's thread alone. Other threads ask the published state,
/// behind the only lock; no code of others runs while it is held. Nothing in here waits: each call is one whole step.
actor ReceiverEngine {
  nonisolated let loop: EventLoop
  nonisolated let device: any ReceiverDevice
  nonisolated let time: any TimeSource
  nonisolated let options: ReceiverOptions
  private nonisolated let published: Guarded<PublishedState>

  var core: ReceiverCore
  /// The reports that are being told; empty between two steps, but for its room.
  private var telling: [ReceiverNews] = []
  private var isTelling = false
  /// Whether somebody who is told has brought more to do.
  private var mustSettleAgain = false

  init(
    _ device: any ReceiverDevice, _ time: any TimeSource, _ options: ReceiverOptions, on loop: EventLoop
  ) {
    self.loop = loop
    self.device = device
    self.time = time
    self.options = options
    let core = ReceiverCore(options, now: time.now, reference: Self.reference(time))
    published = Guarded(PublishedState(core.means))
    self.core = core
    time.willServe(loop)
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  /// Runs a closure on the loop, behind what is on its way there.
  nonisolated func later(_ body: @escaping @Sendable (isolated ReceiverEngine) -> Void) {
    loop.async { [weak self] in self?.assumeIsolated(body) }
  }

  /// Runs a closure on the loop when some time has passed.
  func after(
    _ delay: Duration, _ body: @escaping @Sendable (isolated ReceiverEngine) -> Void
  ) -> any TimerHandle {
    time.after(delay, on: loop) { [weak self] in self?.assumeIsolated(body) }
  }

  /// The day by the host's clock, where somebody vouches for it.
  static func reference(_ time: any TimeSource) -> DateReference {
    .live(hostClock: time.utcAccuracy == nil ? nil : UTC(secondsSince1970: Int64(time.utcSeconds)))
  }
}

// MARK: - From any thread

extension ReceiverEngine {
  nonisolated var snapshot: ReceiverSnapshot { published.withLock { $0.snapshot } }
  nonisolated var counts: StreamTotals { published.withLock { $0.counts } }
  nonisolated var condition: ReceiverCondition { published.withLock { $0.condition } }
  nonisolated var means: SettingMeans { published.withLock { $0.means } }

  /// Registers an observer that is called on the loop; the token removes it.
  @discardableResult nonisolated func observe(_ body: @escaping @Sendable (Report) -> Void) -> Int {
    published.withLock { $0.observers.add(body) }
  }

  /// Removes an observer; a call under way is not waited for.
  nonisolated func stopObserving(_ token: Int) {
    // The closure must be released outside the lock.
    _ = published.withLock { $0.observers.remove(token) }
  }

  /// Registers a listener to the raw bytes; the token removes it.
  nonisolated func listen(_ body: @escaping @Sendable ([UInt8], ContinuousClock.Instant) -> Void) -> Int {
    published.withLock { $0.listeners.add(body) }
  }

  /// Removes a listener to the raw bytes; a call under way is not waited for.
  nonisolated func stopListening(_ token: Int) {
    // The closure must be released outside the lock.
    _ = published.withLock { $0.listeners.remove(token) }
  }

  /// A consumer that needs the device comes or goes.
  nonisolated func demand(_ demand: Demand) {
    published.withLock { $0.demands += demand == .began ? 1 : -1 }
    later { $0.followDemand() }
  }

  /// A listener for reports that are made only on demand comes or goes.
  nonisolated func want(_ extras: Report.Extras, _ demand: Demand) {
    guard !extras.isEmpty else { return }
    later { engine in
      engine.core.want(extras, demand)
      // The first listener is told the present verdict.
      if !engine.core.tellsVerdicts { engine.published.withLock { $0.forgetVerdict() } }
    }
  }

  /// Ends everything: the receiver itself is gone.
  nonisolated func shutDown() {
    loop.async { [self] in assumeIsolated { $0.end() } }
  }
}

// MARK: - Steps

extension ReceiverEngine {
  /// Tells the core something, and does what follows from it.
  func step(_ input: (inout ReceiverCore) -> Void) {
    input(&core)
    settle()
  }

  /// Performs the machine's actions, and tells the waiting reports.
  func settle() {
    // Others must hear the present report before what somebody who was told has brought.
    guard !isTelling else {
      mustSettleAgain = true
      return
    }
    repeat {
      mustSettleAgain = false
      act()
      tell(publish())
    } while mustSettleAgain
    // After telling: nobody waits for these timers.
    watchTime()
    watchVerdict()
    watchErrand()
    // Last of all: a caller who hears that it is done must find it told.
    answerErrands()
  }

  private func act() {
    var isDone = false
    while !isDone {
      let actions = core.machine.takeActions()
      for action in actions { perform(action) }
      // One follows from the other: an errand may change the speed, an opening lets an errand begin.
      isDone = !settleSettings() && actions.isEmpty
    }
  }

  /// Renews what other threads may ask; the closures that are to be told first.
  private func publish() -> ObserverTable {
    swap(&telling, &core.news)
    let now = time.now
    let (counts, place, means) = (core.counts, core.openPlace, core.means)
    let tellsVerdicts = core.tellsVerdicts
    return published.withLock { published in
      published.take(&telling, counts, place, means)
      if tellsVerdicts, let verdict = published.takeVerdictChange(at: now) {
        telling.append(ReceiverNews(report: .verdict(verdict), instant: now, isTold: true))
      }
      if let first = telling.firstIndex(where: \.isTold) { published.note(telling[first].report) }
      return published.observers
    }
  }

  /// Tells what the step has brought.
  private func tell(_ first: ObserverTable) {
    isTelling = true
    var first: ObserverTable? = first
    for index in telling.indices where telling[index].isTold {
      let report = telling[index].report
      // A handler may have changed who is told next.
      let observers = first.take() ?? published.withLock { $0.noteNext(report) }
      for observer in observers.entries { observer.body(report) }
    }
    isTelling = false
    telling.removeAll(keepingCapacity: telling.capacity <= ReceiverCore.usualRoom)
  }

  private func followDemand() {
    // A receiver that was shut down opens nothing, even if somebody still holds a part of it.
    guard !core.settings.isClosed else { return }
    // Several may have come and gone: only their present number counts.
    let isWanted = published.withLock { $0.demands > 0 }
    step { $0.machine.demand(isWanted: isWanted) }
  }

  private func end() {
    let (source, watch, timers) = core.dismantle()
    for timer in timers { timer.cancel() }
    watch?.cancel()
    source?.close()
    answerErrands()
    // The closures must be released outside the lock.
    _ = published.withLock { ($0.observers.removeAll(), $0.listeners.removeAll()) }
  }

  private func perform(_ action: ReceiverMachine.Action) {
    switch action {
    case .follow: follow()
    case .unfollow: core.watch.take()?.cancel()
    case .open(let place, let speed): open(place, speed)
    case .close: close()
    case .setSpeed(let speed): setSpeed(speed)
    case .remember(let speed, let device): options.speedMemory[device] = speed
    case .start(let timer, let pause): start(timer, pause)
    case .stop(let timer): core.timers.removeValue(forKey: timer)?.cancel()
    case .tell(let event):
      core.note(event, at: time.now)
      if case .silent = event { findOtherReaders() }
    case .finish(let error): core.tell(.failed(error), at: time.now)
    }
  }

  private func start(_ timer: ReceiverMachine.Timer, _ pause: Duration) {
    let handle = after(pause) { $0.fired(timer) }
    core.timers.updateValue(handle, forKey: timer)?.cancel()
  }

  private func fired(_ timer: ReceiverMachine.Timer) {
    core.timers[timer] = nil
    let key = core.place?.key
    // The pause for checking silence also suits checking for damage.
    if timer == .silence {
      core.waitedForEpoch(at: time.now)
      findReadersBehindDamage()
    }
    let lastGood = key.flatMap { self.lastGood(at: $0) }
    step { $0.machine.timerFired(timer, lastGood: lastGood) }
  }
}

// MARK: - Bytes

extension ReceiverEngine {
  /// Bytes came from the device.
  func take(_ bytes: Span<UInt8>, at instant: ContinuousClock.Instant, from opening: Int) {
    guard isOpen(opening) else { return }
    core.follow(time, at: instant)
    core.take(bytes, at: instant, utcSeconds: time.utcSeconds)
    tellListeners(bytes, at: instant)
    settle()
  }

  private func tellListeners(_ bytes: Span<UInt8>, at instant: ContinuousClock.Instant) {
    let listeners = published.withLock { published in
      if !published.listeners.isEmpty { published.take(core.counts) }
      return published.listeners
    }
    // Copy only if somebody listens.
    guard !listeners.isEmpty else { return }
    let copy = bytes.array
    for listener in listeners.entries { listener.body(copy, instant) }
  }
}

/// Work that time alone brings: a quiet line completes the open epoch, and a location grows old.
///
/// Both share one alarm. It is set anew whenever that time moves: an alarm that rang early would wake the loop for
/// nothing, once more in each epoch.
extension ReceiverEngine {
  /// Sets the alarm to the time at which something is due.
  private func watchTime() {
    let due = core.due
    guard due != core.alarmDue else { return }
    core.alarm.take()?.cancel()
    core.alarmDue = due
    if let due { core.alarm = after(time.now.duration(to: due)) { $0.look() } }
  }

  private func look() {
    core.alarm = nil
    core.alarmDue = nil
    let now = time.now
    guard let due = core.due, due <= now else { return watchTime() }
    core.timePassed(to: now, utcSeconds: time.utcSeconds)
    settle()
  }

  /// Looks at the verdict again in a second while somebody wants verdicts: silence can change it, too.
  private func watchVerdict() {
    guard core.watchesVerdict, core.verdictTimer == nil else { return }
    core.verdictTimer = after(.seconds(1)) { engine in
      engine.core.verdictTimer = nil
      engine.settle()
    }
  }
}
