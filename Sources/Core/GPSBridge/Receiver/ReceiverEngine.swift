internal import GPSDelivery
internal import GPSEventRuntime
internal import GNSS
internal import GPSBase
import GPSSystemCalls
internal import SerialPorts

/// Performs what the machine decides: opens, closes, sets timers, decodes, and delivers reports.
///
/// It runs on one event loop, whose thread alone accesses the core. Other threads read the published state
/// under the only lock, which is never held while user code runs. Nothing blocks: each call is one step.
actor ReceiverEngine: LoopActor {
  nonisolated let loop: EventLoop
  nonisolated let device: any ReceiverDevice
  nonisolated let time: any TimeSource
  nonisolated let options: ReceiverOptions
  private nonisolated let published: Guarded<PublishedState>
  nonisolated let memoryKeeper = MemoryKeeper()
  var memoriesKept = 0

  var core: ReceiverCore
  /// The reports being delivered; empty between steps, but keeps its capacity.
  private var telling: [ReceiverNews] = []
  private var isTelling = false
  /// Whether an observer caused more work.
  private var mustPerformAgain = false

  init(
    _ device: any ReceiverDevice, _ time: any TimeSource, _ options: ReceiverOptions, on loop: EventLoop
  ) {
    (self.loop, self.device, self.time, self.options) = (loop, device, time, options)
    let core = ReceiverCore(options, now: time.now, reference: Self.reference(time))
    published = Guarded(PublishedState(core.means))
    self.core = core
    time.willServe(loop)
  }

  /// Runs a closure on the loop after a delay.
  func after(
    _ delay: Duration, _ body: @escaping @Sendable (isolated ReceiverEngine) -> Void
  ) -> any TimerHandle { time.after(delay, on: loop, handler(body)) }

  /// The day by the host's clock, if that clock is synchronized.
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

  /// Removes an observer; does not wait for a call in progress.
  nonisolated func stopObserving(_ token: Int) {
    // The closure must be released outside the lock.
    _ = published.withLock { $0.observers.remove(token) }
  }

  /// Registers a listener to the raw bytes; the token removes it.
  nonisolated func listen(_ body: @escaping @Sendable ([UInt8], ContinuousClock.Instant) -> Void) -> Int {
    published.withLock { $0.listeners.add(body) }
  }

  /// Removes a listener to the raw bytes; does not wait for a call in progress.
  nonisolated func stopListening(_ token: Int) {
    // The closure must be released outside the lock.
    _ = published.withLock { $0.listeners.remove(token) }
  }

  /// Adds or removes a consumer that needs the device.
  nonisolated func demand(_ demand: Demand) {
    published.withLock { $0.demands += demand == .began ? 1 : -1 }
    later { $0.followDemand() }
  }

  /// Adds or removes a listener for reports that are made only on demand.
  nonisolated func want(_ extras: Report.Extras, _ demand: Demand) {
    guard !extras.isEmpty else { return }
    later { engine in
      engine.core.want(extras, demand)
      // Report the current verdict to the first listener.
      if !engine.core.tellsVerdicts { engine.published.withLock { $0.forgetVerdict() } }
    }
  }

  /// Shuts the engine down when its receiver is released.
  nonisolated func shutDown() { later(keepsAlive: true) { $0.end() } }
}

// MARK: - Steps

extension ReceiverEngine {
  /// Passes an input to the core, and performs the consequences.
  func step(_ input: (inout ReceiverCore) -> Void) {
    input(&core)
    performActions()
  }

  /// Performs the machine's actions, and delivers the pending reports.
  func performActions() {
    // All observers must receive the current report before reports caused by one of them.
    guard !isTelling else {
      mustPerformAgain = true
      return
    }
    repeat {
      mustPerformAgain = false
      act()
      tell(publish())
    } while mustPerformAgain
    // These timers can wait until the reports are delivered.
    watchTime()
    watchVerdict()
    watchRequest()
    // Last, so that a caller whose request completes finds its reports already delivered.
    answerRequests()
  }

  private func act() {
    var isDone = false
    while !isDone {
      let actions = core.machine.takeActions()
      for action in actions { perform(action) }
      // Each may cause the other: a request may change the speed, and an opening may start a request.
      isDone = !performSettingActions() && actions.isEmpty
    }
  }

  /// Updates the published state; returns the observers for the first report.
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

  /// Delivers the reports of the step.
  private func tell(_ first: ObserverTable) {
    isTelling = true
    var first: ObserverTable? = first
    for index in telling.indices where telling[index].isTold {
      let report = telling[index].report
      // A handler may have added or removed observers.
      let observers = first.take() ?? published.withLock { $0.noteNext(report) }
      for observer in observers.entries { observer.body(report) }
    }
    isTelling = false
    telling.removeAll(keepingCapacity: telling.capacity <= ReceiverCore.usualRoom)
  }

  private func followDemand() {
    // After a shutdown, open nothing, even if a caller still holds a stream.
    guard !core.settings.isClosed else { return }
    // Several consumers may have come and gone; only their current number counts.
    let isWanted = published.withLock { $0.demands > 0 }
    step { $0.machine.demand(isWanted: isWanted) }
  }

  private func end() {
    let (source, watch, timers) = core.dismantle()
    for timer in timers { timer.cancel() }
    watch?.cancel()
    source?.close()
    answerRequests()
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
    // The interval for checking silence also suits checking for damage.
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
  /// Receives bytes from the device.
  func take(_ bytes: Span<UInt8>, at instant: ContinuousClock.Instant, from opening: Int) {
    guard isOpen(opening) else { return }
    core.follow(time, at: instant)
    core.take(bytes, at: instant, utcSeconds: time.utcSeconds)
    tellListeners(bytes, at: instant)
    performActions()
  }

  private func tellListeners(_ bytes: Span<UInt8>, at instant: ContinuousClock.Instant) {
    let listeners = published.withLock { published in
      if !published.listeners.isEmpty { published.take(core.counts) }
      return published.listeners
    }
    // Copy only if there is a listener.
    guard !listeners.isEmpty else { return }
    let copy = bytes.array
    for listener in listeners.entries { listener.body(copy, instant) }
  }
}

/// Work caused by time alone: a quiet line completes the open epoch, and a location ages.
///
/// Both share one alarm. It is set again whenever its time changes, because an alarm that fires too early
/// would wake the loop for nothing, once more in each epoch.
extension ReceiverEngine {
  /// Sets the alarm to the time of the next work.
  private func watchTime() {
    let due = core.due
    guard due != core.alarmDue else { return }
    core.alarmDue = due
    guard let due else {
      core.alarm.take()?.cancel()
      return
    }
    let delay = Moment(time.now).duration(to: due)
    if let alarm = core.alarm, alarm.move(after: delay) { return }
    core.alarm.take()?.cancel()
    core.alarm = after(delay) { $0.look() }
  }

  private func look() {
    let now = time.now
    core.follow(time, at: now)
    core.alarm = nil
    core.alarmDue = nil
    guard let due = core.due, due <= Moment(now) else { return watchTime() }
    core.timePassed(to: now, utcSeconds: time.utcSeconds)
    performActions()
  }

  /// Checks the verdict every second while a listener wants verdicts: silence can change it, too.
  private func watchVerdict() {
    guard core.watchesVerdict, core.verdictTimer == nil else { return }
    core.verdictTimer = after(.seconds(1)) { engine in
      engine.core.verdictTimer = nil
      engine.performActions()
    }
  }
}
