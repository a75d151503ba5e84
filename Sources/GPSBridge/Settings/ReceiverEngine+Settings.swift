internal import GPSDelivery
internal import GPSEventRuntime
internal import UBX
import GPSSystemCalls

extension ReceiverEngine {
  nonisolated var dialect: ReceiverDialect? { means.dialect }
  nonisolated var identity: ReceiverIdentity? { means.identity }
  nonisolated func refusal(of kind: SettingKind) -> LocationError? { means.refusal(of: kind) }
  nonisolated func isWritable(_ kind: SettingKind) -> Bool { means.isWritable(kind) }

  /// Runs an errand, and keeps the device open until it is done.
  nonisolated func run(
    _ wish: SettingErrand.Wish, timeout: Duration?
  ) async throws(LocationError) -> SettingErrand.Report {
    let answer = OneShot<SettingErrand.Report, LocationError>()
    let number = Guarded<Int?>(nil)
    demand(.began)
    defer { demand(.ended) }
    // After the demand, on the same loop: by then the device is being opened.
    loop.async { [self] in
      let added = assumeIsolated { $0.add(wish, timeout: timeout, answer) }
      number.withLock { $0 = added }
    }
    if let attendance = time.attendance { await Self.wait(for: answer, attendance) }
    do throws(LocationError) {
      return try await answer.value
    } catch {
      // It comes behind the errand, so its number is known by then.
      if error == .cancelled { later { engine in engine.withdraw(number.withLock { $0 }) } }
      throw error
    }
  }

  /// Waits for an answer as a consumer of a stream does, so that a time that a test moves waits for the task behind it.
  private nonisolated static func wait(
    for answer: OneShot<SettingErrand.Report, LocationError>, _ attendance: Attendance
  ) async {
    let outcome = Broadcast<Void, Never>(attendance: attendance)
    let subscription = outcome.subscribe(.latest)
    answer.then { _ in outcome.finish() }.catch { _ in outcome.finish() }
    _ = await subscription.next()
  }

  /// Begins an errand; its number, or nil if the receiver is gone.
  private func add(
    _ wish: SettingErrand.Wish, timeout: Duration?, _ answer: OneShot<SettingErrand.Report, LocationError>
  ) -> Int? {
    guard let number = core.settings.add(wish, timeout: timeout, at: time.now) else {
      answer.reject(.abandoned)
      return nil
    }
    core.waiting[number] = answer
    settle()
    return number
  }

  /// Withdraws an errand that nobody waits for.
  private func withdraw(_ number: Int?) {
    guard let number else { return }
    core.settings.withdraw(number)
    core.waiting.removeValue(forKey: number)
  }

  /// Tells the exchange the condition of the line, and performs its actions; returns false if there were none.
  func settleSettings() -> Bool {
    // Decisions may change the line: perform them before looking at it.
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
    case .write(let bytes, let errand):
      core.source?.write(bytes, timeout: SettingExchange.answerTime) { [weak self] error in
        // Some sources answer at once, inside this call.
        self?.later { $0.written(errand, error) }
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

  private func written(_ errand: Int, _ error: LocationError?) {
    let now = time.now
    step { $0.settings.written(errand, error, at: now) }
  }

  /// Makes sure that an errand is given up when it takes too long.
  func watchErrand() {
    let deadline = core.errandDue
    guard core.errandDeadline != deadline else { return }
    core.errandTimer.take()?.cancel()
    core.errandDeadline = deadline
    if let deadline { core.errandTimer = after(time.now.duration(to: deadline)) { $0.lookAtErrand() } }
  }

  private func lookAtErrand() {
    core.errandTimer = nil
    core.errandDeadline = nil
    core.settings.advance(to: time.now)
    settle()
  }

  /// Tells the callers the outcomes of their errands.
  func answerErrands() {
    for answer in core.settings.takeAnswers() {
      core.waiting.removeValue(forKey: answer.errand)?.resolve(answer.result)
    }
  }
}
