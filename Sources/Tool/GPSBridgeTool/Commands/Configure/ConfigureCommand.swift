internal import CommandLineTable
internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import TerminalKit
internal import ToolFiles
internal import ToolSources

/// `gpsbridge configure`: tells a receiver its settings, and sees that it does as it was told.
struct ConfigureCommand {
  private let options: ConfigureOptions
  private let output: ByteOutput

  init(_ parsed: ParsedArguments, _ output: ByteOutput) throws(ToolError) {
    options = try ConfigureOptions(parsed)
    self.output = output
  }

  func run() throws(ToolError) -> ExitCode {
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
  ) throws(ToolError) {
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

  private func set(_ rows: inout [SettingRow], _ session: ConfigureSession) throws(ToolError) {
    let results = try session.tell(options.wishes)
    if session.signal == nil { try session.observe() }
    for (index, result) in results {
      switch result {
      case .success: rows[index].take(session.outcomes[rows[index].kind])
      case .failure(let error): rows[index].outcome = .failed(error)
      }
    }
  }

  private func tell(_ report: ConfigureReport) throws(ToolError) -> ExitCode {
    output.write(options.isRecords ? report.records : Array(report.text.utf8))
    output.flush()
    if let complaint = report.complaint { throw complaint }
    return .done
  }
}

/// The receiver's settings and options as the command line asks for them.
struct ConfigureOptions {
  var source: SourceName
  /// The values to set, in the order of setting: the line first, since the others need its room.
  var wishes: [SettingValue] = []
  var isShow: Bool
  var isDry: Bool
  var isRecords: Bool
  var timeout: Duration?
  /// The dialect, if the command line names it.
  var dialect: ReceiverDialect?

  init(_ parsed: ParsedArguments) throws(ToolError) {
    source = try SourceName(parsed.operand(0))
    isShow = parsed.has(.showSettings)
    isDry = parsed.has(.dryRun)
    isRecords = parsed.has(.json)
    dialect = parsed.value(of: .setDialect).flatMap { ReceiverDialect(rawValue: $0.uppercased()) }
    timeout = try parsed.duration(of: .answerTimeout)
    if let baud = try Self.baud(parsed) { wishes.append(.baudRate(baud)) }
    if let words = parsed.list(of: .setSentences) {
      wishes.append(.enabledSentences(Set(words.compactMap { OutputSentence(rawValue: $0) })))
    }
    if let words = parsed.list(of: .setConstellations) {
      wishes.append(.constellations(Set(Constellation.allCases.filter { words.contains($0.word) })))
    }
    if let rate = try Self.rate(parsed) { wishes.append(.updateRate(rate)) }
    try check()
  }

  /// The settings to show: those to be set, or all.
  var kinds: Set<SettingKind> { isShow ? Set(SettingKind.allCases) : Set(wishes.map(\.kind)) }

  private func check() throws(ToolError) {
    if isShow, !wishes.isEmpty || isDry {
      throw Usage.contradiction("--show changes nothing, and goes with no setting", "leave one of them out")
    }
    if !isShow, wishes.isEmpty {
      throw ToolError(
        code: "nothing_to_set", exit: .usage, message: "nothing is to be set",
        reason: "settings are --rate, --baud, --sentences, --constellations",
        hint: "gpsbridge configure --show tells what is set now")
    }
    guard source.isLive else {
      throw LiveSource.refusal(of: source)
    }
  }

  private static func rate(_ parsed: ParsedArguments) throws(ToolError) -> UpdateRate? {
    guard let text = parsed.value(of: .setRate) else { return nil }
    guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == 0x2E }), let rate = Double(text),
      1.0 / 60 <= rate, rate <= 100
    else {
      throw Usage.wrongForm(
        .setRate, text, expected: "fixes a second are a number from 0.02 to 100", "write it like --rate 5")
    }
    return .hertz(rate)
  }

  private static func baud(_ parsed: ParsedArguments) throws(ToolError) -> Int? {
    guard let text = parsed.value(of: .setBaud) else { return nil }
    guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let baud = Int(text), 300...4_000_000 ~= baud else {
      throw Usage.wrongForm(
        .setBaud, text, expected: "bits a second are a whole number from 300 to 4000000",
        "write it like --baud 38400")
    }
    return baud
  }
}

// MARK: - Command line

extension Command {
  static let configure = Command(
    verb: .configure,
    summary: "change how a receiver works, and see that it does so",
    operands: [.receiver],
    flags: [
      .setRate, .setBaud, .setSentences, .setConstellations, .setDialect, .showSettings, .dryRun,
      .answerTimeout, .json,
    ],
    exitCodes: [
      .done, .unexpected, .usage, .notFound, .permissionDenied, .busy, .nothingKnown, .lost, .refused,
    ],
    examples: [
      Example(line: "gpsbridge configure --show", help: "what the receiver does now"),
      Example(
        line: "gpsbridge configure --baud 115200 --rate 10", help: "a faster line, then ten fixes a second"),
      Example(line: "gpsbridge configure --sentences RMC,GGA,GSA,GSV", help: "send these, and no others"),
      Example(
        line: "gpsbridge configure --constellations gps,glonass --dry-run", help: "say what would be done"),
    ])
}

extension Flag {
  static let setRate = Flag(
    name: "rate", value: .text(placeholder: "HZ"), help: "fixes a second, as 5 or 0.5")
  static let setBaud = Flag(
    name: "baud", value: .text(placeholder: "N"),
    help: "the speed of its line in bits a second; the port follows")
  static let setSentences = Flag(
    name: "sentences", value: .list(placeholder: "LIST", choices: OutputSentence.allCases.map(\.rawValue)),
    help:
      "what to send, with commas between, of \(OutputSentence.allCases.map(\.rawValue).joined(separator: ", "));"
      + " the others are switched off")
  static let setConstellations = Flag(
    name: "constellations", value: .list(placeholder: "LIST", choices: Constellation.allCases.map(\.word)),
    help:
      "what to listen to, with commas between, of \(Constellation.allCases.map(\.word).joined(separator: ", "))"
  )
  static let setDialect = Flag(
    name: "dialect", value: .word(placeholder: "WORD", choices: ["pmtk", "pubx", "pcas", "psrf"]),
    help:
      "whose commands it understands, where it does not say so: pmtk (MediaTek), pubx (u-blox), pcas (CASIC), psrf (SiRF)"
  )
  static let showSettings = Flag(name: "show", help: "say what it does now, and change nothing")
  static let dryRun = Flag(name: "dry-run", help: "say what would be set, and set nothing")
  static let answerTimeout = Flag(
    name: "timeout", value: .text(placeholder: "TIME"),
    help:
      "how long it may take to be there, and to confirm each setting; without it, as long as that usually takes"
  )
}
