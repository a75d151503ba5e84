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
    case .success:
      if let words = session.watch.tooMuch(options.wishes) { ErrorReport.say("note: \(words)\n") }
      if options.isDry {
        for index in rows.indices {
          rows[index].outcome = session.receiver.refusal(of: rows[index].kind).map { .failed($0) } ?? .planned
        }
      } else {
        try set(&rows, session)
      }
    case nil: break
    }
  }

  private func set(_ rows: inout [SettingRow], _ session: ConfigureSession) throws(Complaint) {
    let results = try session.tell(options.wishes)
    if session.signal == nil { try session.observe() }
    for (index, result) in results {
      switch result {
      case .success: rows[index].take(session.outcomes[rows[index].kind])
      case .failure(let error): rows[index].outcome = .failed(error)
      }
    }
  }

  private func tell(_ report: ConfigureReport) throws(Complaint) -> ExitCode {
    output.write(options.isRecords ? report.records : Array(report.text.utf8))
    output.flush()
    if let complaint = report.complaint { throw complaint }
    return .done
  }
}
