internal import CommandLineTable
internal import GPSBridge
internal import TerminalKit
internal import ToolFiles
internal import ToolSources

/// `gpsbridge configure`: tells a receiver its settings, and sees that it does as it was told.
struct ConfigureCommand {
  private let options: ConfigureOptions
  private let output: ByteOutput

  init(_ parsed: ParsedArguments, _ output: ByteOutput) throws(Complaint) {
    options = try ConfigureOptions(parsed)
    self.output = output
  }

  func run() throws(Complaint) -> ExitCode {
    let session = try ConfigureSession(options.source, options.dialect, timeout: options.timeout)
    let identified = try session.identify()
    if session.signal == nil { try session.learn(options.kinds) }
    var rows = plan(session)
    if session.signal == nil { try carryOut(&rows, identified, session) }
    // The port has spoken, and the speed of its line may be another one now: the next command begins with that.
    session.remember()
    if let signal = session.signal { Interrupts.end(by: signal) }
    return try tell(ConfigureReport(rows, session.receiver, isShow: options.isShow))
  }

  private func plan(_ session: ConfigureSession) -> [SettingRow] {
    let values = session.watch.values
    guard !options.isShow else {
      let isLineless = session.receiver.place?.speed == .meaningless
      return SettingKind.allCases.map { kind in
        SettingRow(kind: kind, old: values[kind], isMeaningless: kind == .baudRate && isLineless)
      }
    }
    return options.wishes.map { SettingRow(kind: $0.kind, old: values[$0.kind], new: $0) }
  }

  private func carryOut(
    _ rows: inout [SettingRow], _ identified: Result<ReceiverDialect, LocationError>?,
    _ session: ConfigureSession
  ) throws(Complaint) {
    guard !options.isShow else { return }
    switch identified {
    case .failure(let error): for index in rows.indices { rows[index].outcome = .failed(error) }
    case .success(let dialect):
      if let words = session.watch.tooMuch(options.wishes) { ErrorReport.say("note: \(words)\n") }
      if options.isDry {
        for index in rows.indices {
          rows[index].outcome = Self.planned(rows[index].kind, dialect, session.receiver)
        }
      } else {
        try set(&rows, dialect, session)
      }
    case nil: break
    }
  }

  private static func planned(_ kind: SettingKind, _ dialect: ReceiverDialect, _ receiver: Receiver)
    -> SettingRow.Outcome
  {
    guard dialect.settings.contains(kind) else {
      return .failed(.unsupported("\(dialect.name) has no command for the \(kind.words)"))
    }
    guard kind == .baudRate, receiver.place?.speed == .meaningless else { return .planned }
    return .failed(.noLineSpeed)
  }

  private func set(
    _ rows: inout [SettingRow], _ dialect: ReceiverDialect, _ session: ConfigureSession
  ) throws(Complaint) {
    for (index, result) in try session.tell(options.wishes) {
      switch result {
      case .success: rows[index].outcome = .confirmed(by: Self.proof(rows[index].kind, dialect))
      case .failure(let error): rows[index].outcome = .failed(error)
      }
    }
    // What was only said is looked at.
    guard session.signal == nil, rows.contains(where: { $0.outcome == .confirmed(by: .answer) }) else {
      return
    }
    try session.observe(at: session.receiver.updateRate.value?.interval ?? .seconds(1))
    for index in rows.indices where rows[index].outcome == .confirmed(by: .answer) {
      rows[index].check(session.watch)
    }
  }

  private static func proof(_ kind: SettingKind, _ dialect: ReceiverDialect) -> SettingRow.Proof {
    kind == .baudRate ? .speed : dialect == .mediaTek ? .answer : .behaviour
  }

  private func tell(_ report: ConfigureReport) throws(Complaint) -> ExitCode {
    output.write(options.isRecords ? report.records : Array(report.text.utf8))
    output.flush()
    if let complaint = report.complaint { throw complaint }
    return .done
  }
}

extension SettingRow {
  /// What was said, held against what came then.
  mutating func check(_ watch: SettingWatch) {
    guard let new else { return }
    if let other = watch.contradiction(to: new) {
      outcome = .notKept(other)
    } else if watch.epochs >= SettingWatch.enoughEpochs, kind != .constellations {
      outcome = .confirmed(by: .answerAndBehaviour)
    }
  }
}
