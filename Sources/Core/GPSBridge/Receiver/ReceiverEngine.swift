internal import GNSS
internal import GPSBase
internal import GPSDelivery
internal import GPSEventRuntime
import GPSSystemCalls
internal import SerialPorts
internal import UBX

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

  // MARK: - From any thread

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

  // MARK: - Steps

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

  // MARK: - Bytes

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

  // Work caused by time alone: a quiet line completes the open epoch, and a location ages.
  //
  // Both share one alarm. It is set again whenever its time changes, because an alarm that fires too early
  // would wake the loop for nothing, once more in each epoch.

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

  // Watching, opening, closing and reopening the receiver's device.
  //
  // A port that is slow to open is opened on a helper thread. An opening waits until an earlier source is
  // closed, because the kernel refuses a port that this process still holds.

  /// The speed at which the device was last read, in this run or an earlier one.
  func lastGood(at key: String) -> Int? { options.speedMemory[key] ?? options.ports.speeds[key] }

  func follow() { core.watch = device.follow(on: loop, handler { $0.take($1) }) }

  private func take(_ presence: DevicePresence) {
    switch presence {
    case .present(let place):
      let lastGood = self.lastGood(at: place.key)
      step { $0.machine.present(place, lastGood: lastGood) }
    case .absent(let error): step { $0.machine.absent(error) }
    }
  }

  func open(_ place: DevicePlace, _ speed: Int?) {
    // The kernel refuses a port that this receiver has not closed yet. This also drops an earlier opening
    // that still waits, which would be mistaken for this one.
    core.nextOpening = core.closing > 0 ? NextOpening(place: place, speed: speed) : nil
    guard core.closing == 0 else { return }
    guard device.opensSlowly else { return opened(Self.opening(device, place, speed, loop), place) }
    // Until the result is known, the port counts as being closed.
    core.closing += 1
    loop.offload({ [device, loop] in Self.opening(device, place, speed, loop) }) { [weak self] outcome in
      guard let self else { return Self.discard(outcome) }
      here { $0.openedLater(outcome, place) }
    }
  }

  private static func opening(
    _ device: any ReceiverDevice, _ place: DevicePlace, _ speed: Int?, _ loop: EventLoop
  ) -> Result<any ByteSource, LocationError> {
    do throws(LocationError) { return .success(try device.open(place, speed: speed, on: loop)) } catch {
      return .failure(error)
    }
  }

  private static func discard(_ outcome: Result<any ByteSource, LocationError>) {
    if case .success(let source) = outcome { source.close() }
  }

  /// An opening on a helper thread has finished; it may no longer be wanted.
  private func openedLater(_ outcome: Result<any ByteSource, LocationError>, _ place: DevicePlace) {
    core.closing -= 1
    guard isToBeOpened(at: place), core.nextOpening == nil else {
      guard case .success(let source) = outcome else { return openWaiting() }
      return close(source)
    }
    opened(outcome, place)
    performActions()
  }

  private func isToBeOpened(at place: DevicePlace?) -> Bool {
    guard !core.settings.isClosed, case .opening(let awaited) = core.machine.phase else { return false }
    return awaited == place
  }

  private func opened(_ outcome: Result<any ByteSource, LocationError>, _ place: DevicePlace) {
    let source: any ByteSource
    switch outcome {
    case .success(let opened): source = opened
    case .failure(let error): return core.machine.openFailed(error)
    }
    let lastGood = self.lastGood(at: place.key)
    let opening = core.opened(
      source, at: time.now, place, Self.reference(time), lastGood: lastGood,
      profile: options.settings(of: device, at: place))
    source.start(
      bytes: handler(ofBytes: { $0.take($1, at: $2, from: opening) }),
      end: handler { $0.end($1, of: opening) })
    findOtherReaders()
  }

  /// Opens the device that waited for an earlier source to be closed, if it is still wanted.
  private func openWaiting() {
    guard core.closing == 0, !core.settings.isClosed else { return }
    guard let next = core.nextOpening.take(), isToBeOpened(at: next.place) else { return }
    open(next.place, next.speed)
    performActions()
  }

  /// Closes the device, after reporting the complete part of the open epoch.
  func close() {
    core.finishEpoch(at: time.now, utcSeconds: time.utcSeconds)
    if let source = core.source.take() { close(source) }
  }

  /// Closes a source, then performs the opening that waits for it.
  private func close(_ source: any ByteSource) {
    core.closing += 1
    source.close(handler { $0.closed() })
  }

  private func closed() {
    core.closing -= 1
    // Some sources close at once, in the middle of a step.
    if core.nextOpening != nil { later { $0.openWaiting() } }
  }

  func setSpeed(_ speed: Int) {
    core.forgetSpeed()
    do throws(LocationError) {
      try core.source?.setSpeed(speed)
    } catch  where error.underlying?.code == .speedRefused {
      // The trial of that speed ends without data, and the next speed follows.
    } catch { core.machine.ended(error) }
  }

  private func end(_ error: LocationError?, of opening: Int) {
    guard isOpen(opening) else { return }
    step { $0.machine.ended(error) }
  }

  /// Whether this opening of the device is the current one.
  func isOpen(_ opening: Int) -> Bool { core.opening == opening && core.source != nil }

  /// Runs a request, and keeps the device open until the request is done.
  nonisolated func run(
    _ work: ReceiverRequest.Work, timeout: Duration?
  ) async throws(LocationError) -> ReceiverRequest.Report {
    let answer = OneShot<ReceiverRequest.Report, LocationError>()
    let number = Guarded<Int?>(nil)
    demand(.began)
    defer { demand(.ended) }
    // Scheduled after the demand on the same loop, so the device is already being opened.
    loop.async { [self] in
      let added = here { $0.add(work, timeout: timeout, answer) }
      number.withLock { $0 = added }
    }
    if let attendance = time.attendance { await Self.wait(for: answer, attendance) }
    do throws(LocationError) {
      return try await answer.value
    } catch {
      // This runs on the loop after `add`, so the number is known by then.
      if error == .cancelled { later { engine in engine.withdraw(number.withLock { $0 }) } }
      throw error
    }
  }

  /// Waits for an answer like the consumer of a stream, so that a manual time in a test waits for this task.
  private nonisolated static func wait(
    for answer: OneShot<ReceiverRequest.Report, LocationError>, _ attendance: Attendance
  ) async {
    let outcome = Broadcast<Void, Never>(attendance: attendance)
    let subscription = outcome.subscribe(.latest)
    answer.then { _ in outcome.finish() }.catch { _ in outcome.finish() }
    _ = await subscription.next()
  }

  /// Adds a request; returns its number, or nil if the receiver has ended.
  private func add(
    _ work: ReceiverRequest.Work, timeout: Duration?, _ answer: OneShot<ReceiverRequest.Report, LocationError>
  ) -> Int? {
    guard let number = core.settings.add(work, timeout: timeout, at: time.now) else {
      answer.reject(.abandoned)
      return nil
    }
    core.waiting[number] = answer
    performActions()
    return number
  }

  /// Withdraws a request whose caller no longer waits.
  private func withdraw(_ number: Int?) {
    guard let number else { return }
    core.settings.withdraw(number)
    core.waiting.removeValue(forKey: number)
  }

  /// Passes the line condition to the exchange and performs its actions; returns true if it performed any.
  func performSettingActions() -> Bool {
    // Actions may change the line, so perform pending ones before reading its condition.
    var actions = core.settings.takeActions()
    if actions.isEmpty {
      core.followLine(at: time.now)
      actions = core.settings.takeActions()
    }
    for action in actions { perform(action) }
    return !actions.isEmpty
  }

  private func perform(_ action: SettingExchange.Action) {
    switch action {
    case .write(let bytes, let request):
      core.source?.write(bytes, timeout: RequestRun.answerTime) { [weak self] error in
        // Some sources complete synchronously, inside this call.
        self?.later { $0.written(request, error) }
      }
    case .trySpeed(let speed): core.machine.trySpeed(speed)
    case .keepSpeed(let speed): core.machine.keepSpeed(speed)
    case .returnToSpeed(let speed): core.machine.returnToSpeed(speed)
    case .tell(let event): core.note(event, at: time.now)
    case .recall(let owner): recall(owner)
    case .keep(let memory): keep(memory)
    case .report(let change): core.tell(.setting(change), at: time.now)
    }
  }

  private func written(_ request: Int, _ error: LocationError?) {
    let now = time.now
    step { $0.settings.written(request, error, at: now) }
  }

  /// Schedules the timer for the deadline of the current request.
  func watchRequest() {
    let deadline = core.requestDue
    guard core.requestDeadline != deadline else { return }
    core.requestTimer.take()?.cancel()
    core.requestDeadline = deadline
    guard let deadline else { return }
    core.requestTimer = after(Moment(time.now).duration(to: deadline)) { $0.lookAtRequest() }
  }

  private func lookAtRequest() {
    core.requestTimer = nil
    core.requestDeadline = nil
    core.settings.advance(to: time.now)
    performActions()
  }

  func answerRequests() {
    for answer in core.settings.takeAnswers() {
      core.waiting.removeValue(forKey: answer.request)?.resolve(answer.result)
    }
  }

  // Reading and writing memory files, off the event loop.

  private enum Recalled: Sendable {
    case memory(ReceiverMemory?)
    case failed(MemoryFileError)
  }

  /// Looks up the stored memory of a receiver.
  func recall(_ owner: ReceiverMemory.Owner) {
    guard let folder = options.keepsMemory else { return }
    let recall = { @Sendable () -> Recalled in
      do throws(MemoryFileError) { return .memory(try folder.memory(of: owner)) } catch {
        return .failed(error)
      }
    }
    loop.offload(recall, then: handler { $0.take($1, of: owner) })
  }

  private func take(_ recalled: Recalled, of owner: ReceiverMemory.Owner) {
    let now = time.now
    let clock = WarmStart.HostTime(
      moment: now, utcSeconds: time.utcSeconds, accuracy: options.keepsMemory?.clockAccuracy())
    var found: ReceiverMemory?
    switch recalled {
    case .memory(let memory): found = memory
    case .failed(let error): core.note(.memory(.failed(error)), at: now)
    }
    step { [found] in $0.settings.recalled(found, of: owner, clock, at: now) }
  }

  func keep(_ memory: ReceiverMemory) {
    guard let folder = options.keepsMemory else { return }
    memoriesKept += 1
    let keep = { @Sendable [memoryKeeper, memoriesKept] () -> MemoryFileError? in
      do throws(MemoryFileError) {
        try memoryKeeper.keep(memory, memoriesKept, in: folder)
        return nil
      } catch { return error }
    }
    loop.offload(
      keep,
      then: handler { engine, error in
        guard let error else { return }
        engine.core.note(.memory(.failed(error)), at: engine.time.now)
        engine.performActions()
      })
  }
}

/// Stores memories on helper threads, which run in any order: an older one never replaces a newer one.
final class MemoryKeeper: Sendable {
  private let newest = Guarded<[ReceiverMemory.Owner: Int]>([:])

  /// Stores a memory, unless one with a higher number of the same receiver is stored.
  func keep(_ memory: ReceiverMemory, _ number: Int, in folder: MemoryFolder) throws(MemoryFileError) {
    try newest.withLock { newest throws(MemoryFileError) in
      guard number > newest[memory.owner] ?? 0 else { return }
      try folder.keep(memory)
      newest[memory.owner] = number
    }
  }
}
