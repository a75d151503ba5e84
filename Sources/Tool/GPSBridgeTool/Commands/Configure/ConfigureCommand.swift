internal import GPSBridge
internal import TerminalKit
internal import UBX

/// `gpsbridge configure`: changes a receiver's settings, and checks that they took effect.
struct ConfigureCommand: VerbRun {
  private let options: ConfigureOptions
  private let output: ByteOutput

  init(_ parsed: ParsedArguments, _ output: ByteOutput) throws(ToolError) {
    options = try ConfigureOptions(parsed)
    self.output = output
  }

  func run() throws(ToolError) -> ExitCode {
    // Read before anything is sent.
    let file = if case .bring(let name) = options.task { try SettingFile.read(name) } else { [Message]() }
    if !options.isDry { try ProfileSaving.check(options) }
    if case .export(let name) = options.task { try SettingFile.checkIsNew(name) }
    let session = try ConfigureSession(options)
    var report = try options.isDry ? rehearse(session, file) : act(session, file)
    // The port is known to work, perhaps at a new speed: store that speed for the next command.
    session.remember()
    if let signal = session.signal { Interrupts.end(by: signal) }
    report.restorings = session.restorings
    return try tell(report)
  }

  private func act(_ session: ConfigureSession, _ file: [Message]) throws(ToolError) -> ConfigureReport {
    let identified = try session.identify()
    let whole = SettingMessages(session: session, options: options)
    switch options.task {
    case .show: return try show(session)
    case .get(let messages): return try whole.get(messages)
    case .undo: return try whole.undo()
    case .export(let file): return try whole.export(to: file)
    case .bring: return try whole.bring(file)
    case .reset(let kind): return try whole.reset(kind)
    case .set(let messages): return try set(messages, identified, session)
    }
  }

  // MARK: - Show

  private func show(_ session: ConfigureSession) throws(ToolError) -> ConfigureReport {
    var silent: [SettingKind: LocationError] = [:]
    if session.receiver.dialect == .ubx {
      silent = try session.ask(SettingKind.allCases)
    } else if session.signal == nil {
      try session.learn(options.kinds)
    }
    let known = session.receiver.dialect?.settings ?? SettingKind.usual
    let kinds = SettingKind.allCases.filter { known.contains($0) || SettingKind.usual.contains($0) }
    var rows = kinds.map { session.row($0, nil, session.receiver.identity) }
    for index in rows.indices { rows[index].isUnknown = silent[rows[index].kind] != nil }
    return ConfigureReport(rows, session.receiver)
  }

  // MARK: - Set

  private func set(
    _ messages: [Message], _ identified: Result<ReceiverDialect, LocationError>?, _ session: ConfigureSession
  ) throws(ToolError) -> ConfigureReport {
    let isAsked = session.receiver.dialect == .ubx
    var plans: [Result<SettingsPlan, LocationError>] = []
    if isAsked { plans = try session.plan(options.wishes) }
    try session.learn(isAsked ? options.kinds.intersection([.updateRate]) : options.kinds)
    var rows = options.wishes.map { session.row($0.kind, $0, session.receiver.identity) }
    if case .failure(let error) = identified {
      for index in rows.indices { rows[index].outcome = .failed(error) }
      return ConfigureReport(rows, session.receiver)
    }
    guard session.signal == nil else { return ConfigureReport(rows, session.receiver) }
    if session.receiver.identity?.table.hasSpeed != false, let words = session.watch.tooMuch(options.wishes) {
      ErrorReport.say("note: \(words)\n")
    }
    let isUndoable = try keepUndo(plans, session)
    try tellValues(&rows, plans, session)
    var report = ConfigureReport(rows, session.receiver)
    if !messages.isEmpty {
      try SettingMessages(session: session, options: options).bring(messages, into: &report)
    }
    if !options.savesProfile {
      try ProfileSaving(session).warn(rows.filter(\.isChanged).compactMap(\.new), into: &report)
    }
    var hasProfile = false
    if options.isSaved, report.complaint == nil {
      try save(session, &report)
      hasProfile = ProfileSaving(session).save(options, isUndoable: isUndoable, into: &report)
    }
    if isUndoable, !hasProfile, !rows.contains(where: \.isChanged) {
      session.store?.forgetLastUndo()
    } else if isUndoable || hasProfile {
      report.notes.append("undo: gpsbridge configure --undo")
    }
    return report
  }

  private func tellValues(
    _ rows: inout [SettingRow], _ plans: [Result<SettingsPlan, LocationError>], _ session: ConfigureSession
  ) throws(ToolError) {
    for (index, wish) in options.wishes.enumerated() {
      if index < plans.count, case .failure(let error) = plans[index] {
        rows[index].outcome = .failed(error)
        continue
      }
      let isSo = index < plans.count && (try? plans[index].get().commands.isEmpty) == true
      let result = try session.run { receiver, timeout throws(LocationError) in
        try await receiver.set(wish, timeout: timeout)
      }
      switch result {
      case .success: rows[index].outcome = isSo ? .already : .confirmed(by: .answer)
      case .failure(let error): rows[index].outcome = .failed(error)
      case nil: return
      }
    }
    try session.observe()
    for index in rows.indices {
      if case .confirmed = rows[index].outcome {
        rows[index].take(session.outcomes[rows[index].kind], first: session.proofs[rows[index].kind])
      }
    }
  }

  /// Stores what undoes the change before the first command, so that an interrupted change can be undone too.
  private func keepUndo(
    _ plans: [Result<SettingsPlan, LocationError>], _ session: ConfigureSession
  ) throws(ToolError) -> Bool {
    let plans = plans.compactMap { try? $0.get() }
    guard let store = session.store else { return false }
    try session.keep(plans.flatMap(\.answers))
    let undo = plans.reversed().flatMap(\.undo)
    if !undo.isEmpty { try store.keep(undo: undo) }
    return !undo.isEmpty
  }

  private func save(_ session: ConfigureSession, _ report: inout ConfigureReport) throws(ToolError) {
    let kinds = options.wishes.map(\.kind)
    switch try session.run({ receiver, timeout throws(LocationError) in
      try await receiver.save(kinds, timeout: timeout)
    }) {
    case .success(let kept): report.kept = kept
    case .failure(let error): report.saveFailure = error
    case nil: break
    }
  }

  // MARK: - Rehearse

  /// Shows what would be sent, from the stored answers of the receiver; sends nothing.
  private func rehearse(_ session: ConfigureSession, _ file: [Message]) throws(ToolError) -> ConfigureReport {
    try session.listen()
    let answers = session.storeByPlace?.answers ?? []
    let isUBlox = session.receiver.dialect.map { $0 == .ubx || $0 == .uBlox } ?? !answers.isEmpty
    let identity = isUBlox ? ReceiverIdentity(answers) : nil
    switch options.task {
    case .undo, .bring, .reset:
      return try SettingMessages(session: session, options: options).rehearse(file, identity)
    case .show, .get, .export, .set: break
    }
    try session.learn(options.kinds)
    var rows = options.wishes.map { session.row($0.kind, $0, identity) }
    for index in rows.indices {
      rows[index].outcome = rehearsal(of: options.wishes[index], isUBlox ? answers : nil, session.receiver)
      if let identity, rows[index].old == nil {
        rows[index].old = remembered(rows[index].kind, options.wishes[index], answers, identity)
      }
    }
    if identity?.table.hasSpeed != false, let words = session.watch.tooMuch(options.wishes) {
      ErrorReport.say("note: \(words)\n")
    }
    var report = ConfigureReport(rows, session.receiver, identity)
    ProfileSaving(session).rehearse(options, into: &report)
    report.notes.append("nothing was sent")
    return report
  }

  private func rehearsal(
    of wish: SettingValue, _ answers: [Message]?, _ receiver: Receiver
  ) -> SettingRow.Outcome {
    do throws(LocationError) {
      if let answers, let plan = try SettingsPlan(wish, rememberedBy: answers) {
        return .planned(plan.commands)
      }
    } catch {
      return .failed(error)
    }
    // Only a u-blox's answers in UBX show what it supports.
    if answers != nil, wish.kind != .baudRate { return .planned(nil) }
    return receiver.refusal(of: wish.kind).map { .failed($0) } ?? .planned(nil)
  }

  private func remembered(
    _ kind: SettingKind, _ wish: SettingValue, _ answers: [Message], _ identity: ReceiverIdentity
  ) -> SettingValue? { (try? SettingsPlan(wish, rememberedBy: answers))?.value(kind, told: identity) }

  private func tell(_ report: ConfigureReport) throws(ToolError) -> ExitCode {
    output.write(options.isRecords ? report.records : Array(report.text.utf8))
    output.flush()
    if let complaint = report.complaint { throw complaint }
    return .done
  }
}
