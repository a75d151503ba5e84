internal import Delivery
internal import EventRuntime
import Locking

extension ReceiverEngine {
  var dialect: ReceiverDialect? { core.withLock { $0.settings.dialect } }

  func refusal(of kind: SettingKind) -> LocationError? { core.withLock { $0.settings.refusal(of: kind) } }

  func isWritable(_ kind: SettingKind) -> Bool { core.withLock { $0.settings.isWritable(kind) } }

  /// Runs an errand, and keeps the device open until it is done.
  func run(_ wish: SettingErrand.Wish, timeout: Duration?) async throws(LocationError) -> ReceiverDialect? {
    let answer = OneShot<ReceiverDialect?, LocationError>()
    let number = Guarded<Int?>(nil)
    demand(.began)
    defer { demand(.ended) }
    // After the demand, on the same loop: by then the device is being opened.
    loop.async { [self] in
      let now = time.now
      let added = core.withLock { core in
        let added = core.settings.add(wish, timeout: timeout, at: now)
        if let added { core.waiting[added] = answer }
        return added
      }
      guard let added else {
        answer.reject(.abandoned)
        return
      }
      number.withLock { $0 = added }
      settle()
    }
    do throws(LocationError) {
      return try await answer.value
    } catch {
      if error == .cancelled { withdraw(number) }
      throw error
    }
  }

  /// Withdraws an errand that nobody waits for; it comes behind the errand, so its number is known by then.
  private func withdraw(_ number: Guarded<Int?>) {
    loop.async { [self] in
      guard let number = number.withLock({ $0 }) else { return }
      core.withLock { core in
        core.settings.withdraw(number)
        _ = core.waiting.removeValue(forKey: number)
      }
    }
  }

  /// Tells the exchange the condition of the line, and performs its actions; returns false if there were none.
  func settleSettings() -> Bool {
    let now = time.now
    let actions = core.withLock { core in
      // Decisions may change the line: perform them before looking at it.
      let decided = core.settings.takeActions()
      guard decided.isEmpty else { return decided }
      core.settings.follow(core.machine.lineCondition, at: now)
      return core.settings.takeActions()
    }
    for action in actions { perform(action) }
    return !actions.isEmpty
  }

  private func perform(_ action: SettingExchange.Action) {
    switch action {
    case .write(let bytes, let errand):
      guard let source = core.withLock({ $0.source }) else { return }
      source.write(bytes, timeout: SettingExchange.answerTime) { [weak self] error in
        // Some sources answer at once, inside this call.
        self?.loop.async { self?.written(errand, error) }
      }
    case .trySpeed(let speed): core.withLock { $0.machine.trySpeed(speed) }
    case .keepSpeed(let speed): core.withLock { $0.machine.keepSpeed(speed) }
    case .returnToSpeed(let speed): core.withLock { $0.machine.returnToSpeed(speed) }
    case .tell(let event):
      let now = time.now
      core.withLock { $0.note(event, at: now) }
    case .report(let change):
      let now = time.now
      core.withLock { $0.tell(.setting(change), at: now) }
    }
  }

  private func written(_ errand: Int, _ error: LocationError?) {
    let now = time.now
    step { $0.settings.written(errand, error, at: now) }
  }

  /// Makes sure that an errand is given up when it takes too long.
  func watchErrand() {
    let deadline = core.withLock { $0.settings.nextDeadline }
    guard core.withLock({ $0.errandDeadline != deadline }) else { return }
    core.withLock { $0.replace(\.errandTimer, with: nil) }?.cancel()
    core.withLock { $0.errandDeadline = deadline }
    guard let deadline else { return }
    let handle = time.after(time.now.duration(to: deadline), on: loop) { [weak self] in self?.lookAtErrand()
    }
    core.withLock { $0.errandTimer = handle }
  }

  private func lookAtErrand() {
    let now = time.now
    core.withLock { core in
      core.errandTimer = nil
      core.errandDeadline = nil
      core.settings.advance(to: now)
    }
    settle()
  }

  /// Tells the callers the outcomes of their errands.
  func answerErrands() {
    let answers = core.withLock { core in
      core.settings.takeAnswers().map { (core.waiting.removeValue(forKey: $0.errand), $0.result) }
    }
    for (waiting, result) in answers { waiting?.resolve(result) }
  }
}
