internal import Delivery
internal import EventRuntime
internal import GNSS
import Locking
internal import SerialPorts

/// Does what the machine decides: opens, closes, sets timers, decodes, and tells.
///
/// Everything runs on one event loop. The lock protects readers on other threads; no code of others runs while it is
/// held.
final class ReceiverEngine: Sendable {
  let loop: EventLoop
  let device: any ReceiverDevice
  let time: any TimeSource
  let options: ReceiverOptions
  let core: Guarded<ReceiverCore>
  /// Listeners to the raw bytes.
  let chunks = Guarded(ChunkTable())
  private let shared = Guarded(ReceiverSnapshot())
  private let observers = Guarded(ObserverTable())
  private let demands = Guarded(0)

  init(
    _ device: any ReceiverDevice, _ time: any TimeSource, _ options: ReceiverOptions, on loop: EventLoop
  ) {
    self.loop = loop
    self.device = device
    self.time = time
    self.options = options
    core = Guarded(ReceiverCore(options, now: time.now, reference: Self.reference(time)))
    time.willServe(loop)
  }

  var snapshot: ReceiverSnapshot { shared.withLock { $0 } }
  var counts: StreamTotals { core.withLock { $0.counts } }

  /// The day that the host believes in.
  private static func reference(_ time: any TimeSource) -> DateReference {
    .live(hostClock: UTC(secondsSince1970: Int64(time.utcSeconds)))
  }

  // MARK: - Observers

  /// Registers an observer that is called on the loop; the token removes it.
  @discardableResult func observe(_ body: @escaping @Sendable (Report) -> Void) -> Int {
    observers.withLock { $0.add(body) }
  }

  /// Removes an observer; a call under way is not waited for.
  func stopObserving(_ token: Int) {
    // The closure must be released outside the lock.
    _ = observers.withLock { $0.remove(token) }
  }

  /// Removes all observers.
  private func stopTelling() { _ = observers.withLock { $0.removeAll() } }

  /// A consumer that needs the device comes or goes.
  func demand(_ demand: Demand) {
    demands.withLock { $0 += demand == .began ? 1 : -1 }
    loop.async { [weak self] in self?.followDemand() }
  }

  private func followDemand() {
    // A receiver that was shut down opens nothing, even if somebody still holds a part of it.
    guard !core.withLock({ $0.settings.isClosed }) else { return }
    // Several may have come and gone: only their present number counts.
    let isWanted = demands.withLock { $0 > 0 }
    step { $0.machine.demand(isWanted: isWanted) }
  }

  /// A listener for reports that are made only on demand comes or goes.
  func want(_ extras: Report.Extras, _ demand: Demand) {
    guard !extras.isEmpty else { return }
    loop.async { [weak self] in self?.core.withLock { $0.want(extras, demand) } }
  }

  /// The present condition.
  var condition: ReceiverCondition { core.withLock { $0.presentCondition } }

  /// Tells all observers, on the loop, after updating the snapshot.
  private func tell(_ outputs: [Report]) {
    guard !outputs.isEmpty else { return }
    for output in outputs {
      shared.withLock { $0.note(output) }
      for body in observers.withLock({ $0.all }) { body(output) }
    }
  }

  private func note(_ place: DevicePlace?) { shared.withLock { $0.place = place } }
}

extension ReceiverEngine {
  /// Tells the core something, on the loop, and does what follows from it.
  func step(_ input: (inout ReceiverCore) -> Void) {
    core.withLock { input(&$0) }
    settle()
  }

  /// Performs the machine's actions, and tells the waiting reports.
  func settle() {
    var isDone = false
    while !isDone {
      let actions = core.withLock { $0.machine.takeActions() }
      for action in actions { perform(action) }
      // One follows from the other: an errand may change the speed, an opening lets an errand begin.
      isDone = !settleSettings() && actions.isEmpty
    }
    let now = time.now
    tell(
      core.withLock { core in
        core.judge(at: now)
        return core.takeOutputs()
      })
    // After telling: nobody waits for these timers.
    watchTime()
    watchVerdict()
    watchErrand()
    // Last of all: a caller who hears that it is done must find it told.
    answerErrands()
  }

  private func perform(_ action: ReceiverMachine.Action) {
    switch action {
    case .follow: follow()
    case .unfollow: core.withLock { $0.replace(\.watch, with: nil) }?.cancel()
    case .open(let place, let speed): open(place, speed)
    case .close: close()
    case .setSpeed(let speed): setSpeed(speed)
    case .remember(let speed, let device): options.speedMemory[device] = speed
    case .start(let timer, let pause): start(timer, pause)
    case .stop(let timer): core.withLock { $0.timers.removeValue(forKey: timer) }?.cancel()
    case .tell(let event):
      let now = time.now
      core.withLock { $0.note(event, at: now) }
      if case .silent = event { findOtherReaders() }
    case .finish(let error): core.withLock { $0.giveUp(error) }
    }
  }

  /// The speed at which the device was understood last, in this run or in an earlier one.
  private func lastGood(at key: String) -> Int? { options.speedMemory[key] ?? options.ports.speeds[key] }

  private func follow() {
    let watch = device.follow(on: loop) { [weak self] presence in self?.take(presence) }
    core.withLock { $0.watch = watch }
  }

  private func take(_ presence: DevicePresence) {
    switch presence {
    case .present(let place):
      let lastGood = self.lastGood(at: place.key)
      step { $0.machine.present(place, lastGood: lastGood) }
    case .absent(let error): step { $0.machine.absent(error) }
    }
  }

  private func open(_ place: DevicePlace, _ speed: Int?) {
    // The kernel refuses a port that this receiver has not closed yet.
    let mustWait = core.withLock { core in
      // One that waited before is not wanted any more, or it would be taken for this one.
      core.nextOpening = core.closing > 0 ? NextOpening(place: place, speed: speed) : nil
      return core.closing > 0
    }
    if mustWait { return }
    guard device.opensSlowly else { return opened(Self.opening(device, place, speed, loop), place) }
    // Until it is known how it ended, the port counts as one that is being closed.
    core.withLock { $0.closing += 1 }
    loop.offload({ [device, loop] in Self.opening(device, place, speed, loop) }) { [weak self] outcome in
      guard let self else { return Self.discard(outcome) }
      openedLater(outcome, place)
    }
  }

  private static func opening(
    _ device: any ReceiverDevice, _ place: DevicePlace, _ speed: Int?, _ loop: EventLoop
  ) -> Result<any ByteSource, LocationError> {
    do throws(LocationError) {
      return .success(try device.open(place, speed: speed, on: loop))
    } catch {
      return .failure(error)
    }
  }

  private static func discard(_ outcome: Result<any ByteSource, LocationError>) {
    if case .success(let source) = outcome { source.close() }
  }

  /// An opening on another thread has ended; it may not be wanted any more.
  private func openedLater(_ outcome: Result<any ByteSource, LocationError>, _ place: DevicePlace) {
    let isWanted = core.withLock { core in
      core.closing -= 1
      guard !core.settings.isClosed, core.nextOpening == nil else { return false }
      if case .opening(place) = core.machine.phase { return true }
      return false
    }
    guard isWanted else {
      guard case .success(let source) = outcome else { return openWaiting() }
      return close(source)
    }
    opened(outcome, place)
    settle()
  }

  private func opened(_ outcome: Result<any ByteSource, LocationError>, _ place: DevicePlace) {
    let source: any ByteSource
    switch outcome {
    case .success(let opened): source = opened
    case .failure(let error): return core.withLock { $0.machine.openFailed(error) }
    }
    let reference = Self.reference(time)
    let now = time.now
    let lastGood = self.lastGood(at: place.key)
    let opening = core.withLock { $0.opened(source, at: now, place, reference, lastGood: lastGood) }
    note(place)
    source.start(
      bytes: { [weak self] bytes, instant in self?.take(bytes, at: instant, from: opening) },
      end: { [weak self] error in self?.end(error, of: opening) })
    findOtherReaders()
  }

  /// Opens the device that waited for an earlier source to close, if it is still wanted.
  private func openWaiting() {
    let next: NextOpening? = core.withLock { core in
      guard core.closing == 0, !core.settings.isClosed else { return nil }
      let next = core.nextOpening
      core.nextOpening = nil
      guard case .opening(let place) = core.machine.phase, place == next?.place else { return nil }
      return next
    }
    guard let next else { return }
    open(next.place, next.speed)
    settle()
  }

  /// Closes the device; first tells what is complete of the open epoch.
  private func close() {
    let now = time.now
    let utcSeconds = time.utcSeconds
    let source = core.withLock { core in
      core.finishEpoch(at: now, utcSeconds: utcSeconds)
      return core.replace(\.source, with: nil)
    }
    guard let source else { return note(nil) }
    close(source)
    note(nil)
  }

  /// Closes a source; an opening that waits for it follows.
  private func close(_ source: any ByteSource) {
    core.withLock { $0.closing += 1 }
    source.close { [weak self, loop] in
      let isAwaited = self?.core.withLock { core in
        core.closing -= 1
        return core.nextOpening != nil
      }
      if isAwaited == true { loop.async { self?.openWaiting() } }
    }
  }

  private func setSpeed(_ speed: Int) {
    let source = core.withLock { core in
      core.forgetSpeed()
      return core.source
    }
    do throws(LocationError) {
      try source?.setSpeed(speed)
    } catch  where error.underlying?.code == .speedRefused {
      // The trial of that speed ends by itself, with nothing heard, and the next one comes.
    } catch {
      core.withLock { $0.machine.ended(error) }
    }
  }

  private func end(_ error: LocationError?, of opening: Int) {
    guard core.withLock({ $0.opening == opening && $0.source != nil }) else { return }
    step { $0.machine.ended(error) }
  }

  private func start(_ timer: ReceiverMachine.Timer, _ pause: Duration) {
    let handle = time.after(pause, on: loop) { [weak self] in self?.fired(timer) }
    core.withLock { $0.timers.updateValue(handle, forKey: timer) }?.cancel()
  }

  private func fired(_ timer: ReceiverMachine.Timer) {
    let key = core.withLock { core in
      core.timers[timer] = nil
      return core.place?.key
    }
    // The pause for checking silence also suits checking for damage.
    if timer == .silence {
      let now = time.now
      core.withLock { $0.waitedForEpoch(at: now) }
      findReadersBehindDamage()
    }
    let lastGood = key.flatMap { self.lastGood(at: $0) }
    step { $0.machine.timerFired(timer, lastGood: lastGood) }
  }

  /// Ends everything: the receiver itself is gone.
  func shutDown() {
    loop.async { [self] in
      let (source, watch, timers) = core.withLock { $0.dismantle() }
      for timer in timers { timer.cancel() }
      watch?.cancel()
      source?.close()
      answerErrands()
      stopTelling()
    }
  }
}

extension ReceiverEngine {
  /// Bytes came from the device, on the loop.
  private func take(_ bytes: Span<UInt8>, at instant: ContinuousClock.Instant, from opening: Int) {
    let utcSeconds = time.utcSeconds
    let isCurrent = core.withLock { core -> Bool in
      guard core.opening == opening, core.source != nil else { return false }
      core.take(bytes, at: instant, utcSeconds: utcSeconds)
      return true
    }
    guard isCurrent else { return }
    tellChunk(bytes, at: instant)
    settle()
  }

  private func tellChunk(_ bytes: Span<UInt8>, at instant: ContinuousClock.Instant) {
    let bodies = chunks.withLock { $0.all }
    // Copy only if somebody listens.
    guard !bodies.isEmpty else { return }
    let copy = bytes.array
    for body in bodies { body(copy, instant) }
  }
}

/// Work that time alone brings: a quiet line completes the open epoch, and a location grows old.
///
/// Both share one alarm, and incoming bytes do not postpone it: it rings at the time that was right when it was set,
/// looks, and is set again.
extension ReceiverEngine {
  /// Makes sure that the alarm rings when something is due.
  private func watchTime() {
    let (due, alarm) = core.withLock { ($0.due, $0.alarmDue) }
    if let due, let alarm, alarm <= due { return }
    guard due != alarm else { return }
    core.withLock { $0.replace(\.alarm, with: nil) }?.cancel()
    core.withLock { $0.alarmDue = due }
    guard let due else { return }
    let handle = time.after(time.now.duration(to: due), on: loop) { [weak self] in self?.look() }
    core.withLock { $0.alarm = handle }
  }

  /// Looks at the verdict again in a second while somebody wants verdicts: silence can change it, too.
  private func watchVerdict() {
    guard core.withLock({ $0.watchesVerdict && $0.verdictTimer == nil }) else { return }
    let handle = time.after(.seconds(1), on: loop) { [weak self] in
      self?.core.withLock { $0.verdictTimer = nil }
      self?.settle()
    }
    core.withLock { $0.verdictTimer = handle }
  }

  private func look() {
    let now = time.now
    let utcSeconds = time.utcSeconds
    let isDue = core.withLock { core in
      core.alarm = nil
      core.alarmDue = nil
      guard let due = core.due, due <= now else { return false }
      core.timePassed(to: now, utcSeconds: utcSeconds)
      return true
    }
    if isDue { settle() } else { watchTime() }
  }
}
