internal import UBX

/// How a request to a receiver starts, in the receiver's dialect.
enum RequestStart {
  /// Nothing has to be sent.
  case done
  /// Query the receiver's dialect first.
  case query
  case write(SettingCommand)
  case talk(any ReceiverTalk)

  init(
    _ request: ReceiverRequest, _ known: borrowing SettingKnowledge, at now: ContinuousClock.Instant
  ) throws(LocationError) {
    if case .send(let bytes) = request.work {
      self = .write(SettingCommand(bytes, proof: .nothing))
    } else if let dialect = known.dialect, known.isDialectFinal {
      self =
        dialect == .ubx
        ? try Self.inMessages(request.work, known, at: now) : try Self.inSentences(request, dialect, known)
    } else {
      self = .query
    }
  }

  // MARK: - Sentences

  private static func inSentences(
    _ request: ReceiverRequest, _ dialect: ReceiverDialect, _ known: borrowing SettingKnowledge
  ) throws(LocationError) -> RequestStart {
    switch request.work {
    case .identify, .send, .ask, .poll, .give, .dump: return .done
    case .apply, .save, .export: throw .noCommand(dialect, for: request.inWords)
    case .plan(let value):
      // A line without a speed has no command for it.
      if value.kind == .baudRate { _ = try known.line.speedToLeave() }
      _ = try command(for: value, dialect, known)
      return .done
    case .restart(let kind):
      try checkLanguage(known)
      return .write(try dialect.command(for: kind))
    case .set(let value):
      if let speed = value[.baudRate], try known.line.speedToLeave() == speed { return .done }
      if value.kind == .language, known.shows(value) { return .done }
      return .write(try command(for: value, dialect, known))
    }
  }

  /// The command that sets a value, in the language that the receiver currently uses.
  private static func command(
    for value: SettingValue, _ dialect: ReceiverDialect, _ known: borrowing SettingKnowledge
  ) throws(LocationError) -> SettingCommand {
    if let language = value[.language] {
      return try WayBack.command(to: language, dialect, from: known.tongue, over: known.line)
    }
    try checkLanguage(known)
    return try dialect.command(for: value)
  }

  /// Throws if the receiver accepts no sentences in its current protocol; CASIC receivers do.
  private static func checkLanguage(_ known: borrowing SettingKnowledge) throws(LocationError) {
    if known.tongue == .sirf { throw .speaks(.sirf) }
  }

  // MARK: - Messages

  /// The polls for a receiver's condition that receivers of a generation answer.
  private static func polls(_ generation: ReceiverGeneration) -> [UInt8] {
    let kinds: [MessageKind] =
      generation.hasSIG ? [.monRF, .secSIG, .monCOMMS] : generation.hasSAT ? [.monHW, .navSTATUS] : [.monHW]
    return kinds.flatMap { (try? Message.unknown($0, payload: []).encoded()) ?? [] }
  }

  private static func inMessages(
    _ work: ReceiverRequest.Work, _ known: borrowing SettingKnowledge, at now: ContinuousClock.Instant
  ) throws(LocationError) -> RequestStart {
    if case .restart(let kind) = work { return .write(UBXCommands.command(for: kind)) }
    guard let identity = known.identity else { return .talk(IdentityTalk()) }
    let table = identity.table
    switch work {
    case .identify, .send, .restart: return .done
    case .poll:
      // The answers are handled like unprompted messages, so we do not wait for them.
      return .write(SettingCommand(polls(identity.generation), proof: .nothing))
    case .give, .dump:
      guard let warmStart = known.warmStart else { return .done }
      return .talk(warmStart.talk(work, identity.generation, at: now))
    case .set(let value):
      if let speed = value[.baudRate] {
        guard 300...4_000_000 ~= speed else {
          throw .unsupported("\(speed) bits a second is not a line speed")
        }
        if try known.line.speedToLeave() == speed { return .done }
      }
      return .talk(SettingTalk(try value.kind.setting.requests(for: value, identity), table))
    case .plan(let value):
      if value.kind == .baudRate { _ = try known.line.speedToLeave() }
      let requests = try value.kind.setting.requests(for: value, identity)
      return .talk(SettingTalk(requests, table, purpose: .plan))
    case .ask(let kind):
      let queries = kind.setting.queries(identity)
      return queries.isEmpty ? .done : .talk(SettingTalk(queries, table))
    case .apply(let messages, let isPlan):
      let requests = messages.flatMap { table.requests(of: $0) }
      if requests.contains(where: { $0.lineSpeed != nil }) { _ = try known.line.speedToLeave() }
      // Change the line speed last, so that nothing before it is lost.
      let ordered = requests.filter { $0.lineSpeed == nil } + requests.filter { $0.lineSpeed != nil }
      return .talk(SettingTalk(ordered, table, purpose: isPlan ? .plan : .set))
    case .export:
      let outputs = OutputSentence.allCases.map(\.message) + MessageKind.selectable(for: identity.generation)
      return .talk(ExportTalk(table, outputs: outputs))
    case .save(let kinds): return .talk(SaveTalk(kinds.flatMap { $0.setting.queries(identity) }, table))
    }
  }
}
