internal import GPSDelivery
internal import GPSBase
internal import GPSEventRuntime
internal import UBX
import GPSSystemCalls

extension ReceiverEngine {
  nonisolated var dialect: ReceiverDialect? { means.dialect }
  nonisolated var identity: ReceiverIdentity? { means.identity }
  nonisolated func refusal(of kind: SettingKind) -> LocationError? { means.refusal(of: kind) }
  nonisolated func isWritable(_ kind: SettingKind) -> Bool { means.isWritable(kind) }

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

  /// Resolves the answers of finished requests.
  func answerRequests() {
    for answer in core.settings.takeAnswers() {
      core.waiting.removeValue(forKey: answer.request)?.resolve(answer.result)
    }
  }
}
