extension SettingExchange {
  /// The receiver said something about commands and settings.
  mutating func take(_ report: DeviceReport, at now: ContinuousClock.Instant) {
    switch report {
    case .value(let value): learn(value)
    case .greeting:
      if case .greeting = current?.command?.proof {
        succeed(at: now)
      } else {
        restoring.ask(for: wanted.keys, isCertain: false, at: now)
      }
    case .answer(let number, let result):
      guard let current, let command = awaited(number) else {
        // Somebody else has told it something: what it does now will show what.
        if result == .succeeded { observation.doubt(number) }
        return
      }
      if result != .succeeded {
        fail(.refused(current.errand.inWords, why: result.inWords), at: now)
      } else if command.proof == .answer {
        succeed(at: now)
      }
    }
  }

  /// The command under way, if it has this number.
  private func awaited(_ number: Int) -> SettingCommand? {
    guard let command = current?.command, command.number == number else { return nil }
    return command
  }

  mutating func succeed(at now: ContinuousClock.Instant) {
    guard let errand = current?.errand else { return }
    let isAnswered = current?.command?.proof == .answer
    // A receiver that does not keep a new rate goes on at the old one.
    let interval = rate?.interval ?? .seconds(1)
    current = nil
    switch errand.wish {
    case .set(let value):
      observation.doubt(value.kind)
      learn(value)
      if errand.isRestoring {
        actions.append(.tell(.settingRestored(value)))
      } else {
        wanted[value.kind] = value
        restoring.drop(value.kind)
        noteConfirmed(value, isAnswered: isAnswered, before: interval, at: now)
      }
    case .restart: restoring.ask(for: wanted.keys, isCertain: true, at: now)
    case .send, .identify: break
    }
    answers.append(Answer(errand: errand.number, result: .success(dialect)))
  }

  /// Tells how one knows of a value, and watches it where the receiver's word is all there is.
  private mutating func noteConfirmed(
    _ value: SettingValue, isAnswered: Bool, before: Duration, at now: ContinuousClock.Instant
  ) {
    let proof: SettingProof = value.kind == .baudRate ? .speed : isAnswered ? .answer : .behavior
    report([SettingChange(value, .confirmed(by: proof))])
    trials.restart(at: now)
    if proof == .answer { trials.begin(value, at: max(before, rate?.interval ?? before), now) }
  }

  mutating func fail(_ error: LocationError, at now: ContinuousClock.Instant) {
    guard let errand = current?.errand else { return }
    current = nil
    if errand.isRestoring, case .set(let value) = errand.wish {
      actions.append(.tell(.settingNotRestored(value, error)))
    }
    answers.append(Answer(errand: errand.number, result: .failure(error)))
  }

  /// The receiver has confirmed a value, by its word or by what it does.
  private mutating func learn(_ value: SettingValue) {
    guard values[value.kind] != value else { return }
    values[value.kind] = value
    actions.append(.tell(.setting(value)))
  }

  /// The speed at which a whole sentence came is the speed.
  mutating func learnSpeed() {
    switch (condition, current?.stage) {
    case (_, .leaving), (_, .listening): break
    case (.ready(.found(let speed)), _), (.ready(.fixed(let speed)), _): learn(.baudRate(speed))
    case (.ready(.meaningless), _), (.preparing, _), (.unusable, _): break
    }
  }

  /// What the receiver does shows what its settings are, whoever has changed them.
  ///
  /// Not the setting that we are changing right now: that one has its own proof.
  mutating func learnByWatching() {
    if let rate = observation.pace.rate { learnSeen(.updateRate(rate)) }
    if let sentences = observation.sentences.settled { learnSeen(.enabledSentences(sentences)) }
    // Only CASIC's receivers tell of systems of which there is no satellite.
    if dialect == .casic, let systems = observation.systems.settled { learnSeen(.constellations(systems)) }
  }

  private mutating func learnSeen(_ value: SettingValue) {
    guard current?.errand.kind != value.kind else { return }
    if let known = values[value.kind], known.resembles(value) { return }
    learn(value)
  }

  /// Puts back what was set, when the receiver may have forgotten it and can be told.
  mutating func planRestoring(at now: ContinuousClock.Instant) {
    guard !restoring.due.isEmpty, restores, canRestore, case .ready(let speed) = condition else { return }
    let due = restoring.take(at: now)
    for kind in SettingKind.allCases where due.contains(kind) {
      guard let value = wanted[kind] else { continue }
      // Whoever wants something else now is served; the speed that is there need not be set.
      guard current?.errand.kind != kind, !queue.contains(where: { $0.kind == kind }) else { continue }
      if case .baudRate(let wanted) = value, speed == .found(wanted) { continue }
      addRestoring(value)
    }
  }
}

extension DeviceObservation {
  /// A command of MediaTek's with this number was carried out.
  fileprivate mutating func doubt(_ command: Int) {
    switch command {
    case 220, 300: doubt(.updateRate)
    case 314: doubt(.enabledSentences)
    default: break
    }
  }
}
