internal import UBX

/// Requests to a receiver that we address in messages; each is run by a talk.
///
/// ```
///  begin ─▶ identity talk, once an opening ─▶ the request's own talk ─▶ confirmed · refused · timed out
///             │  say        ▲ a message · silence                 │
///             └▶ writing ─▶ talking                               └▶ change of speed: leaving ─▶ listening ─▶ talk
/// ```
extension SettingExchange {
  /// Starts a request to a receiver whose dialect is UBX.
  mutating func beginTalk(_ request: ReceiverRequest, at now: ContinuousClock.Instant) {
    if case .restart(let kind) = request.work {
      // A factory reset drops our settings as well, even if it is never confirmed.
      if kind == .factory { forgetSettings() }
      return write(UBXCommands.command(for: kind), at: now)
    }
    guard let identity = known.identity else { return lead(IdentityTalk(), at: now) }
    // The answers are handled like unprompted messages, so we do not wait for them.
    if request.work == .poll {
      return write(SettingCommand(ConditionPolling.questions(identity.generation), proof: .nothing), at: now)
    }
    do throws(LocationError) {
      guard let talk = try talk(for: request, identity, at: now) else { return succeed(at: now) }
      lead(talk, at: now)
    } catch {
      fail(error, at: now)
    }
  }

  /// The talk for a request; nil if there is nothing to send.
  private mutating func talk(
    for request: ReceiverRequest, _ identity: ReceiverIdentity, at now: ContinuousClock.Instant
  ) throws(LocationError) -> (any ReceiverTalk)? {
    switch request.work {
    case .identify, .send, .restart, .poll: return nil
    case .give, .dump: return memoryTalk(request.work, identity, at: now)
    case .set(.baudRate(let speed)):
      guard 300...4_000_000 ~= speed else {
        throw .unsupported("\(speed) bits a second is not a line speed")
      }
      if try condition.speedToLeave() == speed { return nil }
      return SettingTalk([MessageSetting.lineSpeed.request(speed)], identity.table)
    case .set(let value):
      return SettingTalk(try value.kind.setting.requests(for: value, identity), identity.table)
    case .plan(let value):
      if case .baudRate = value { _ = try condition.speedToLeave() }
      let requests = try value.kind.setting.requests(for: value, identity)
      return SettingTalk(requests, identity.table, purpose: .plan)
    case .ask(let kind):
      let queries = kind.setting.queries(identity)
      return queries.isEmpty ? nil : SettingTalk(queries, identity.table)
    case .apply(let messages, let isPlan):
      let requests = messages.flatMap { identity.table.requests(of: $0) }
      if requests.contains(where: { $0.lineSpeed != nil }) { _ = try condition.speedToLeave() }
      // Change the line speed last, so that nothing before it is lost.
      let ordered = requests.filter { $0.lineSpeed == nil } + requests.filter { $0.lineSpeed != nil }
      return SettingTalk(ordered, identity.table, purpose: isPlan ? .plan : .set)
    case .export:
      let outputs = OutputSentence.allCases.map(\.message) + MessageKind.selectable(for: identity.generation)
      return ExportTalk(identity.table, outputs: outputs)
    case .save(let kinds):
      return SaveTalk(kinds.flatMap { $0.setting.queries(identity) }, identity.table)
    }
  }

  private mutating func lead(_ talk: any ReceiverTalk, at now: ContinuousClock.Instant) {
    current?.talk = talk
    goOn(at: now) { $0.begin() }
  }

  /// Advances the talk, and performs the turn that it returns.
  mutating func goOn(at now: ContinuousClock.Instant, _ step: (inout any ReceiverTalk) -> TalkTurn) {
    guard var talk = current?.talk else { return }
    if var memory = talk as? MemoryTalk {
      memory.now = timeToTell(at: now)
      talk = memory
    }
    let turn = step(&talk)
    current?.talk = talk
    switch turn {
    case .wait: break
    case .waitAgain: if let patience = current?.patience { current?.enter(.talking, for: patience, at: now) }
    case .say(let bytes): write(SettingCommand(bytes, proof: .talk), at: now)
    case .changeSpeed(let bytes, let speed): write(SettingCommand(bytes, proof: .speed(Int(speed))), at: now)
    case .done: end(talk, at: now)
    case .failed(let failure):
      guard let current else { return }
      fail(failure.error(current.request, known.identity, within: current.patience), at: now)
    }
  }

  private mutating func end(_ talk: any ReceiverTalk, at now: ContinuousClock.Instant) {
    guard let request = current?.request else { return }
    switch talk {
    case let talk as IdentityTalk:
      known.identity = talk.identity
      if let identity = talk.identity { warmStart?.identified(identity) }
      current?.talk = nil
      begin(request, at: now)
    case let talk as SettingTalk:
      if let identity = known.identity {
        for kind in request.work.kinds {
          if let value = kind.setting.value(in: talk.outcome.readings, of: identity) { learn(value) }
        }
      }
      succeed(at: now, ReceiverRequest.Report(outcome: talk.outcome))
    case let talk as ExportTalk:
      var report = ReceiverRequest.Report()
      report.outcome.commands = talk.messages
      succeed(at: now, report)
    case let talk as SaveTalk: succeed(at: now, ReceiverRequest.Report(kept: talk.kept))
    case let talk as MemoryTalk:
      if request.work == .give { warmStart?.gave(talk) } else { warmStart?.took(talk) }
      succeed(at: now)
    default: succeed(at: now)
    }
  }
}

extension ReceiverRequest.Work {
  /// The settings whose values the answers of this request show.
  var kinds: [SettingKind] {
    switch self {
    case .set(let value), .plan(let value): [value.kind]
    case .ask(let kind): [kind]
    case .apply: [.language, .baudRate]
    case .restart, .send, .identify, .save, .export, .poll, .give, .dump: []
    }
  }
}
