internal import UBX

/// Reports and behavior of the receiver, and their effect on the current request.
extension SettingExchange {
  /// Handles a report about commands and settings.
  mutating func take(_ report: DeviceReport, at now: ContinuousClock.Instant) {
    switch report {
    case .value(let value): learn(value)
    case .greeting:
      if case .greeting = current?.command?.proof {
        succeed(at: now)
      } else {
        queue.restoring.ask(isCertain: false, at: now)
        warmStart?.greeted(at: now)
      }
    case .answer(let number, let result):
      guard let current, let command = current.command, command.number == number else {
        // Another program sent that command; the receiver's behavior will show its effect.
        if result == .succeeded { known.doubt(command: number) }
        return
      }
      if result != .succeeded {
        fail(.refused(current.request.inWords, why: result.inWords), at: now)
      } else if command.proof == .answer {
        succeed(at: now)
      }
    }
  }

  mutating func succeed(at now: ContinuousClock.Instant, _ report: ReceiverRequest.Report? = nil) {
    guard let request = current?.request else { return }
    let isAnswered = current?.command?.proof == .answer
    let pace = known.rate?.interval ?? .seconds(1)
    current = nil
    switch request.work {
    case .set(let value):
      // A talk may have found that the value was already set.
      let isNews = report.map { !$0.outcome.commands.isEmpty } ?? true
      if isNews { known.doubt(value.kind) }
      learn(value)
      if request.isRestoring {
        // A setting reported as missing is reported as restored, even if that took no command.
        if queue.restoring.isBack(value.kind) || isNews { actions.append(.tell(.settingRestored(value))) }
      } else {
        queue.restoring.keep(value)
        // A receiver that ignores its own answer continues at the old rate.
        let slower = max(pace, known.rate?.interval ?? .zero)
        let proof: SettingProof =
          value.kind == .baudRate ? .speed : report != nil ? .readBack : isAnswered ? .answer : .behavior
        tellOutcomes([trials.confirm(value, proof, at: slower, now)])
      }
    case .restart: queue.restoring.ask(isCertain: true, at: now)
    case .send, .identify, .ask, .plan, .apply, .save, .export, .poll, .give, .dump: break
    }
    var told = report ?? ReceiverRequest.Report()
    told.dialect = known.dialect
    answers.append(ReceiverRequest.Answer(request: request.number, result: .success(told)))
  }

  mutating func fail(_ error: LocationError, at now: ContinuousClock.Instant) {
    guard let request = current?.request else { return }
    current = nil
    if request.isRestoring, case .set(let value) = request.work {
      queue.restoring.miss(value.kind)
      actions.append(.tell(.settingNotRestored(value, error)))
    }
    answers.append(ReceiverRequest.Answer(request: request.number, result: .failure(error)))
  }

  /// Stores a value that the receiver confirmed by an answer or by its behavior.
  mutating func learn(_ value: SettingValue) {
    if known.learn(value) { actions.append(.tell(.setting(value))) }
  }

  /// Stores the line speed after a complete sentence arrived at it.
  mutating func learnSpeed() {
    if let current {
      switch current.stage {
      case .leaving, .listening: return
      case .preparing, .asking, .writing, .talking, .waiting: break
      }
    }
    switch condition {
    case .ready(.found(let speed)), .ready(.fixed(let speed)): learn(.baudRate(speed))
    case .ready(.meaningless), .preparing, .unusable: break
    }
  }
}
