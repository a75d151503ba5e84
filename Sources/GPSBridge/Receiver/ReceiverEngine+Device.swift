internal import Dispatch
internal import GNSS
import Locking
internal import SerialPorts

extension ReceiverEngine {
  /// Tells the core something, on the queue, and does what follows from it.
  func step(_ input: (inout ReceiverCore) -> Void) {
    core.withLock { input(&$0) }
    settle()
  }

  /// Does all that the machine wants done, and tells what there is to tell.
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
    // Behind the telling: nobody waits for timers to be set.
    watchTime()
    watchVerdict()
    watchErrand()
    // Who hears that it is done finds it told.
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
    case .finish(let error): core.withLock { $0.outputs.append(.failed(error)) }
    }
  }

  /// The speed at which the device was understood last, in this run or in an earlier one.
  private func lastGood(at key: String) -> Int? { options.speedMemory[key] ?? options.ports.speeds[key] }

  private func follow() {
    let watch = device.follow(on: queue) { [weak self] presence in self?.take(presence) }
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
    // The kernel refuses a port that this very receiver has not closed yet.
    let mustWait = core.withLock { core in
      if core.closing > 0 { core.nextOpening = NextOpening(place: place, speed: speed) }
      return core.closing > 0
    }
    if mustWait { return }
    let source: any ByteSource
    do throws(LocationError) {
      source = try device.open(place, speed: speed, on: queue)
    } catch {
      core.withLock { $0.machine.openFailed(error) }
      return
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

  /// Opens what was to be opened while an earlier source was being closed, if that is still wanted.
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

  /// Closes the device; what is complete of the open epoch is told first.
  private func close() {
    let now = time.now
    let utcSeconds = time.utcSeconds
    let source = core.withLock { core in
      core.finishEpoch(at: now, utcSeconds: utcSeconds)
      return core.replace(\.source, with: nil)
    }
    guard let source else { return note(nil) }
    core.withLock { $0.closing += 1 }
    source.close { [weak self, queue] in
      let isAwaited = self?.core.withLock { core in
        core.closing -= 1
        return core.nextOpening != nil
      }
      if isAwaited == true { queue.async { self?.openWaiting() } }
    }
    note(nil)
  }

  private func setSpeed(_ speed: Int) {
    let source = core.withLock { core in
      core.decoder.forgetSpeed()
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
    let handle = time.after(pause, on: queue) { [weak self] in self?.fired(timer) }
    core.withLock { $0.timers.updateValue(handle, forKey: timer) }?.cancel()
  }

  private func fired(_ timer: ReceiverMachine.Timer) {
    let key = core.withLock { core in
      core.timers[timer] = nil
      return core.place?.key
    }
    // The pause after which silence is asked about is a good one for damage, too.
    if timer == .silence {
      let now = time.now
      core.withLock { $0.waitedForEpoch(at: now) }
      findReadersBehindDamage()
    }
    let lastGood = key.flatMap { self.lastGood(at: $0) }
    step { $0.machine.timerFired(timer, lastGood: lastGood) }
  }

  /// The receiver itself is gone: everything is let go.
  func shutDown() {
    queue.async { [self] in
      let (source, watch, timers) = core.withLock { $0.dismantle() }
      for timer in timers { timer.cancel() }
      watch?.cancel()
      source?.close()
      answerErrands()
      stopTelling()
    }
  }
}
