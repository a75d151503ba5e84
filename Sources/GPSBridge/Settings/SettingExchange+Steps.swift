internal import UBX

/// The steps of a request, from the queue to its confirmation.
extension SettingExchange {
  /// How long a device may take to appear and be decoded: a search through all speeds takes 20 s.
  static let patience = Duration.seconds(30)
  /// How long a receiver may take to answer a query.
  static let answerTime = Duration.seconds(2)
  /// How long a source may take to write bytes.
  static let writingTime = Duration.seconds(5)

  /// The longest time to wait until a change shows, however slow the receiver is.
  static let longestLook = Duration.seconds(120)

  /// The next deadline of any kind.
  var nextDeadline: ContinuousClock.Instant? {
    [current?.deadline, trials.nextDeadline, pollingDeadline, memoryDeadline].compactMap(\.self).min()
  }

  /// Advances the time.
  mutating func advance(to now: ContinuousClock.Instant) {
    tellOutcomes(trials.advance(to: now, known.values, known.sends))
    if let current, current.deadline <= now { timeIsOver(current, at: now) }
    proceed(at: now)
  }

  /// Continues as far as possible.
  mutating func proceed(at now: ContinuousClock.Instant) {
    while true {
      planWarmStart(at: now)
      queue.addLostSettings(known, over: condition, besides: current?.request.kind, at: now)
      if current == nil, canAsk { queue.addPoll(at: now) }
      if current == nil {
        guard let request = queue.next() else { return }
        current = RequestUnderWay(request, for: Self.patience, at: now)
      }
      // A request that ends immediately makes room for the next one.
      step(at: now)
      if current != nil { return }
    }
  }

  private mutating func step(at now: ContinuousClock.Instant) {
    guard let current else { return }
    if case .unusable(let error) = condition { return fail(error, at: now) }
    switch current.stage {
    case .preparing:
      guard case .ready = condition else { return }
      begin(current.request, at: now)
    case .asking: if isAsked { begin(current.request, at: now) }
    case .waiting(let command) where command.proof == .behavior:
      guard case .set(let value) = current.request.work else { return }
      if known.shows(value) { succeed(at: now) }
    case .writing, .leaving, .waiting, .talking, .listening: break
    }
  }

  /// Whether the dialect is final: we also ask a u-blox whether it supports UBX.
  private var isAsked: Bool { known.dialect.map { $0 != .uBlox || known.isAskedForUBX } ?? false }

  mutating func begin(_ request: ReceiverRequest, at now: ContinuousClock.Instant) {
    if let kind = request.kind { trials.drop(kind) }
    if case .send(let bytes) = request.work { return write(SettingCommand(bytes, proof: .nothing), at: now) }
    guard let dialect = known.dialect, isAsked else { return askForDialect(request, at: now) }
    if dialect == .ubx { return beginTalk(request, at: now) }
    do throws(LocationError) {
      switch request.work {
      case .identify, .send, .ask, .poll, .give, .dump: succeed(at: now)
      case .plan(let value):
        // A line without a speed has no command for it.
        if case .baudRate = value { _ = try condition.speedToLeave() }
        _ = try command(for: value, dialect)
        succeed(at: now)
      case .apply, .save, .export: throw .noCommand(dialect, for: request.inWords)
      case .restart(let kind):
        try checkLanguage()
        let command = try dialect.command(for: kind)
        // A factory reset drops our settings as well, even if it is never confirmed.
        if kind == .factory { forgetSettings() }
        write(command, at: now)
      case .set(.baudRate(let speed)):
        if try condition.speedToLeave() == speed { return succeed(at: now) }
        write(try command(for: .baudRate(speed), dialect), at: now)
      case .set(let value) where value.kind == .language && known.shows(value): succeed(at: now)
      case .set(let value):
        let command = try command(for: value, dialect)
        known.doubt(value.kind)
        write(command, at: now)
      }
    } catch {
      fail(error, at: now)
    }
  }

  /// The command that sets a value, in the language that the receiver currently uses.
  private func command(
    for value: SettingValue, _ dialect: ReceiverDialect
  ) throws(LocationError) -> SettingCommand {
    if case .language(let language) = value {
      return try WayBack.command(to: language, dialect, from: known.tongue, over: condition)
    }
    try checkLanguage()
    return try dialect.command(for: value)
  }

  /// Throws if the receiver accepts no sentences in its current protocol; CASIC receivers do.
  private func checkLanguage() throws(LocationError) {
    if known.tongue == .sirf { throw .speaks(.sirf) }
  }

  private mutating func askForDialect(_ request: ReceiverRequest, at now: ContinuousClock.Instant) {
    let questions = known.dialect == nil ? ReceiverDialect.questions : IdentityTalk.question
    actions.append(.write(questions, request: request.number))
    current?.enter(.asking, for: request.timeout ?? Self.answerTime, at: now)
  }

  mutating func write(_ command: SettingCommand, at now: ContinuousClock.Instant) {
    guard let number = current?.request.number else { return }
    actions.append(.write(command.bytes, request: number))
    current?.enter(.writing(command), for: Self.writingTime, at: now)
  }

  /// Handles the completion or failure of a write.
  mutating func written(_ request: Int, _ error: LocationError?, at now: ContinuousClock.Instant) {
    guard let current, current.request.number == request else { return }
    if let error {
      fail(error, at: now)
    } else if case .writing(let command) = current.stage {
      isOut(command, at: now)
    }
    proceed(at: now)
  }

  private mutating func isOut(_ command: SettingCommand, at now: ContinuousClock.Instant) {
    guard let request = current?.request else { return }
    switch command.proof {
    case .nothing: succeed(at: now)
    case .speed:
      guard case .ready(.found(let old)) = condition else { return }
      // The kernel has accepted the bytes; the line needs ten bits for each.
      let wire = Duration.seconds(Double(command.bytes.count * 10) / Double(max(old, 1)))
      current?.enter(.leaving(command, old: old), for: wire * 2 + .milliseconds(50), at: now)
    case .answer: current?.enter(.waiting(command), for: request.timeout ?? Self.answerTime, at: now)
    case .talk: current?.enter(.talking, for: request.timeout ?? Self.answerTime, at: now)
    case .greeting:
      // After a factory reset, the line speed may have to be detected first.
      let usual = request.work == .restart(.factory) ? Self.patience : Self.answerTime * 3
      current?.enter(.waiting(command), for: request.timeout ?? usual, at: now)
    case .behavior:
      current?.enter(.waiting(command), for: request.timeout ?? known.timeToSee(request.work), at: now)
    }
  }

  private mutating func timeIsOver(_ ended: RequestUnderWay, at now: ContinuousClock.Instant) {
    let request = ended.request
    let found: String
    switch ended.stage {
    case .leaving(let command, let old):
      guard case .speed(let speed) = command.proof else { return }
      actions.append(.trySpeed(speed))
      // A trial spans two epochs at usual rates; a slower receiver gets two of its own.
      let two = (known.rate?.interval ?? .seconds(1)) * 2 + .milliseconds(200)
      let patience = request.timeout ?? max(SpeedDetection.trial, two)
      current?.enter(.listening(at: speed, old: old), for: patience, at: now)
      // The receiver may send nothing unprompted. No request waits for this write (number 0).
      if ended.talk != nil { actions.append(.write(IdentityTalk.question, request: 0)) }
      return
    case .asking:
      // A u-blox may have been busy; other receivers have not answered in sentences either.
      if known.dialect == .uBlox, !ended.isAskedAgain {
        current?.isAskedAgain = true
        return askForDialect(request, at: now)
      }
      known.isAskedForUBX = true
      if let recalled = known.recallDialect() { actions.append(.tell(.dialect(recalled))) }
      // If the dialect is known, `proceed` starts the request.
      if known.dialect == nil { fail(.unknownDialect, at: now) }
      return
    case .talking: return goOn(at: now) { $0.silence() }
    case .listening(_, let old):
      actions.append(.returnToSpeed(old))
      // Set before the next request reads it: we changed the speed ourselves.
      lineSpeed = .found(old)
      condition = .ready(.found(old))
      found = "no complete sentence arrived, and the line is back at \(old)"
    case .preparing: found = "the device was not ready"
    case .writing: found = "it could not be sent"
    case .waiting(let command):
      let seen = command.proof == .behavior ? request.kind.map(known.found) : nil
      found = seen ?? "the receiver sent nothing"
    }
    fail(.notConfirmed(request.inWords, within: ended.patience, but: found), at: now)
  }
}
