extension SettingExchange {
  /// How long a device may take to be there and understood: a search through all speeds takes 20 s.
  static let patience = Duration.seconds(30)
  /// How long a receiver may take to answer what it is asked.
  static let answerTime = Duration.seconds(2)
  /// How long a source may take to send what it is given.
  static let writingTime = Duration.seconds(5)

  /// How long a change may take to be seen, however slow the receiver is.
  static let longestLook = Duration.seconds(120)

  /// When something must have happened, or is given up.
  var nextDeadline: ContinuousClock.Instant? {
    [current?.deadline, trials.nextDeadline].compactMap(\.self).min()
  }

  /// Time has passed.
  mutating func advance(to now: ContinuousClock.Instant) {
    report(trials.advance(to: now, values))
    guard let current, current.deadline <= now else { return }
    timeIsOver(current, at: now)
    proceed(at: now)
  }

  /// Goes on as far as it goes now.
  mutating func proceed(at now: ContinuousClock.Instant) {
    while true {
      planRestoring(at: now)
      if current == nil {
        guard !queue.isEmpty else { return }
        let errand = queue.removeFirst()
        current = ErrandUnderWay(
          errand: errand, stage: .preparing, deadline: now + Self.patience, patience: Self.patience)
      }
      // An errand that is done makes room for the next one.
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
      begin(current.errand, at: now)
    case .asking: if dialect != nil { begin(current.errand, at: now) }
    case .waiting(let command) where command.proof == .behaviour:
      guard case .set(let value) = current.errand.wish, let dialect else { return }
      if observation.shows(value, in: dialect) { succeed(at: now) }
    case .writing, .leaving, .waiting, .listening: break
    }
  }

  private mutating func begin(_ errand: SettingErrand, at now: ContinuousClock.Instant) {
    if let kind = errand.kind { trials.drop(kind) }
    if case .send(let bytes) = errand.wish { return write(SettingCommand(bytes, proof: .nothing), at: now) }
    guard let dialect else {
      actions.append(.write(ReceiverDialect.questions, errand: errand.number))
      return enter(.asking, for: errand.timeout ?? Self.answerTime, at: now)
    }
    do throws(LocationError) {
      switch errand.wish {
      case .identify, .send: succeed(at: now)
      case .restart(let kind):
        let command = try dialect.command(for: kind)
        // As built is what is asked for, whether or not one hears that it was done.
        if kind == .factory { wanted = [:] }
        write(command, at: now)
      case .set(.baudRate(let speed)):
        if try speedToLeave() == speed { return succeed(at: now) }
        write(try dialect.command(for: .baudRate(speed)), at: now)
      case .set(let value):
        let command = try dialect.command(for: value)
        observation.doubt(value.kind)
        write(command, at: now)
      }
    } catch {
      fail(error, at: now)
    }
  }

  /// The speed of the line, where it is ours to change.
  private func speedToLeave() throws(LocationError) -> Int? {
    switch condition {
    case .ready(.found(let speed)): return speed
    case .ready(.fixed(let speed)):
      throw LocationError(
        .unsupported, "the speed of this line was fixed at \(speed) when the receiver was chosen",
        remedy: "Choose it without a speed, so that it is found out.")
    case .ready(.meaningless), .preparing, .unusable:
      throw .noLineSpeed
    }
  }

  /// The reason why a setting could not be changed now; nil where nothing is known that speaks against it.
  func refusal(of kind: SettingKind) -> LocationError? {
    guard let dialect else { return nil }
    guard dialect.settings.contains(kind) else { return .noCommand(dialect, for: kind.inWords) }
    guard kind == .baudRate, case .ready = condition else { return nil }
    do throws(LocationError) {
      _ = try speedToLeave()
      return nil
    } catch {
      return error
    }
  }

  private mutating func write(_ command: SettingCommand, at now: ContinuousClock.Instant) {
    guard let number = current?.errand.number else { return }
    actions.append(.write(command.bytes, errand: number))
    enter(.writing(command), for: Self.writingTime, at: now)
  }

  /// What was to be written is out, or is not.
  mutating func written(_ errand: Int, _ error: LocationError?, at now: ContinuousClock.Instant) {
    guard let current, current.errand.number == errand else { return }
    if let error {
      fail(error, at: now)
    } else if case .writing(let command) = current.stage {
      isOut(command, at: now)
    }
    proceed(at: now)
  }

  private mutating func isOut(_ command: SettingCommand, at now: ContinuousClock.Instant) {
    guard let errand = current?.errand else { return }
    switch command.proof {
    case .nothing: succeed(at: now)
    case .speed:
      guard case .ready(.found(let old)) = condition else { return }
      // The source has given it to the kernel; over the wire it goes at ten bits a byte.
      let wire = Duration.seconds(Double(command.bytes.count * 10) / Double(max(old, 1)))
      enter(.leaving(command, old: old), for: wire * 2 + .milliseconds(50), at: now)
    case .answer: enter(.waiting(command), for: errand.timeout ?? Self.answerTime, at: now)
    case .greeting:
      // As built, it may speak at a speed that has to be found first.
      let usual = errand.wish == .restart(.factory) ? Self.patience : Self.answerTime * 3
      enter(.waiting(command), for: errand.timeout ?? usual, at: now)
    case .behaviour:
      enter(.waiting(command), for: errand.timeout ?? timeToSee(errand), at: now)
    }
  }

  /// How long it takes until a change is seen, epochs being as far apart as they are or will be.
  private func timeToSee(_ errand: SettingErrand) -> Duration {
    guard case .set(let value) = errand.wish else { return Self.answerTime }
    var interval = rate?.interval ?? .seconds(1)
    if case .updateRate(let rate) = value { interval = max(interval, rate.interval) }
    return min(Self.answerTime + interval * observation.epochsToSee(value.kind), Self.longestLook)
  }

  /// The rate that was last confirmed.
  var rate: UpdateRate? {
    if case .updateRate(let rate) = values[.updateRate] { rate } else { nil }
  }

  mutating func enter(
    _ stage: ErrandUnderWay.Stage, for patience: Duration, at now: ContinuousClock.Instant
  ) {
    current?.stage = stage
    current?.patience = patience
    current?.deadline = now + patience
  }

  private mutating func timeIsOver(_ current: ErrandUnderWay, at now: ContinuousClock.Instant) {
    let errand = current.errand
    switch current.stage {
    case .leaving(let command, let old):
      guard case .speed(let speed) = command.proof else { return }
      actions.append(.trySpeed(speed))
      // A trial is longer than two epochs; a slower receiver gets two of its own.
      let two = (rate?.interval ?? .seconds(1)) * 2 + .milliseconds(200)
      enter(.listening(at: speed, old: old), for: errand.timeout ?? max(SpeedDetection.trial, two), at: now)
    case .listening(_, let old):
      actions.append(.returnToSpeed(old))
      // It is so before the next errand looks, and that it changes is our doing.
      lineSpeed = .found(old)
      condition = .ready(.found(old))
      let found = "no whole sentence came, and the line is back at \(old)"
      fail(.notConfirmed(errand.inWords, within: current.patience, but: found), at: now)
    case .asking:
      recallDialect()
      // With a dialect, the errand begins in `proceed`.
      if dialect == nil { fail(.unknownDialect, at: now) }
    case .preparing:
      fail(.notConfirmed(errand.inWords, within: current.patience, but: "the device was not ready"), at: now)
    case .writing:
      fail(.notConfirmed(errand.inWords, within: current.patience, but: "it could not be sent"), at: now)
    case .waiting(let command):
      fail(.notConfirmed(errand.inWords, within: current.patience, but: found(errand, command)), at: now)
    }
  }

  private func found(_ errand: SettingErrand, _ command: SettingCommand) -> String {
    guard command.proof == .behaviour, let kind = errand.kind else { return "the receiver said nothing" }
    return observation.found(kind)
  }
}
