internal import GPSBridge
internal import GPSFormats
internal import GPSBase
internal import UBX

/// The results, for a person and for a program.
struct ConfigureReport {
  private let rows: [SettingRow]
  private let name: String
  private let device: String
  private let dialect: ReceiverDialect?
  private let identity: ReceiverIdentity?
  /// Lines after the table.
  var notes: [String] = []
  /// Where the settings were saved, if that was requested.
  var kept: SavedSettings?
  /// Why they could not be saved.
  var saveFailure: LocationError?
  var answers: [Message] = []
  /// The messages that were applied, and whether they changed anything.
  var brought: [(Message, isNews: Bool)] = []
  var restorings: [SettingRestoring] = []
  /// Why the profile could not be written.
  var profileFailure: ToolError?
  /// Failed requests, with the reason.
  private(set) var failures: [(subject: String, error: LocationError)] = []

  /// Adds a failed request.
  mutating func take(_ error: LocationError, about subject: String) { failures.append((subject, error)) }

  init(_ rows: [SettingRow], _ receiver: Receiver, _ identity: ReceiverIdentity? = nil) {
    self.init(
      rows, name: receiver.place?.name ?? "the receiver", device: receiver.place?.node ?? "",
      receiver.dialect ?? identity.map { _ in .ubx }, identity ?? receiver.identity)
  }

  init(
    _ rows: [SettingRow], name: String, device: String, _ dialect: ReceiverDialect?,
    _ identity: ReceiverIdentity? = nil
  ) {
    self.rows = rows
    self.name = VisibleText.escaped(name.utf8)
    self.device = VisibleText.escaped(device.utf8)
    self.dialect = dialect
    self.identity = identity
  }

  var text: String {
    let commands = dialect.map { "commands: \($0.name)" } ?? "commands: none known"
    var text = "\(name) on \(device), \(commands)\n"
    if let identity {
      text += "\(VisibleText.escaped(identity.description.utf8)), on its \(identity.port.words)\n"
    }
    text += PortTable(rows: rows.map { ["  " + $0.columns[0]] + $0.columns.dropFirst() }).text
    if let kept {
      text += kept.words
    } else if rows.contains(where: \.isConfirmed) {
      text += Self.keeping
    }
    let news = brought.filter(\.isNews).map { "  \(SettingMessages.name($0.0)): set, and read back" }
    let others = brought.count - news.count
    let lines =
      answers.flatMap(SettingLines.lines) + news
      + (others > 0 ? ["  \(others) of \(brought.count) had their values already"] : [])
    let complaints = failures.map { "  \($0.subject): FAILED: \(VisibleText.escaped($0.error.message.utf8))" }
    return text + (lines + complaints + notes).map { $0 + "\n" }.joined()
  }

  /// Only `--save` writes to persistent memory.
  private static let keeping =
    "kept as long as the receiver has power; one without a battery or flash memory forgets it when it is unplugged\n"

  var records: [UInt8] {
    let format = NDJSONFormat(device: device)
    return rows.flatMap { $0.record(device: device, dialect: dialect) } + messageRecords
      + restorings.flatMap { format.line($0, commands: dialect, at: nil) }
  }

  /// Records of keys and messages, under u-blox's names.
  private var messageRecords: [UInt8] {
    var bytes: [UInt8] = []
    func record(_ name: String, _ state: String, _ more: (inout JSONWriter) -> Void) {
      bytes += NDJSONFormat(device: device).line(.setting) { json in
        json.member("setting", name)
        json.member("state", state)
        json.member("commands", dialect?.rawValue)
        more(&json)
      }
    }
    for (name, value) in answers.flatMap(SettingLines.values) {
      record(name, "known") { $0.member("value", value) }
    }
    for (message, isNews) in brought {
      record(SettingMessages.name(message), "confirmed") {
        $0.member("proof", SettingProof.readBack.description)
        $0.member("changed", isNews)
      }
    }
    for (subject, error) in failures {
      record(subject, error.settingState) { $0.member("message", error.message) }
    }
    return bytes
  }

  /// The complaint about settings that were not applied, if any.
  var complaint: ToolError? {
    let failed = rows.filter { !$0.isAsWished }
    guard let first = failed.first else { return otherComplaint }
    let message =
      rows.count == 1
      ? Self.refused("the \(first.kind.title)", isPlural: Self.plurals.contains(first.kind))
      : "\(failed.count) of \(rows.count) settings were not accepted"
    var code = "setting_not_kept"
    var reason = "the receiver acknowledged it, but did not do it"
    var remedy = "gpsbridge configure --show prints its current settings"
    if case .failed(let error) = first.outcome, dialect == nil, error.code == .unsupported {
      code = "unknown_commands"
      reason = VisibleText.escaped(error.message.utf8)
      remedy =
        "if you know its maker, add --dialect pmtk (MediaTek), ubx or pubx (u-blox), pcas (CASIC) or psrf (SiRF)"
    } else if case .failed(let error) = first.outcome {
      code = error.code.rawValue
      reason = VisibleText.escaped(error.message.utf8)
      remedy = Self.remedy(error)
    }
    return ToolError(code: code, exit: .refused, message: message, reason: reason, remedy: remedy)
  }

  /// The complaint about anything but a single setting.
  private var otherComplaint: ToolError? {
    let failure = failures.first ?? saveFailure.map { ("saving the settings", $0) }
    guard let (subject, error) = failure else { return profileFailure }
    // Several keys are named, or counted.
    let isPlural = subject.first?.isNumber == true || subject.contains { $0 == "," }
    return ToolError(
      code: error.code.rawValue, exit: .refused, message: Self.refused(subject, isPlural: isPlural),
      reason: VisibleText.escaped(error.message.utf8), remedy: Self.remedy(error))
  }

  private static let plurals: Set<SettingKind> = [.enabledSentences, .enabledMessages, .constellations]

  private static func refused(_ subject: String, isPlural: Bool) -> String {
    "\(subject) \(isPlural ? "were" : "was") not accepted"
  }

  private static func remedy(_ error: LocationError) -> String {
    let own = error.remedy.map { VisibleText.escaped($0.utf8) }
    return switch error.code {
    case .settingRefused:
      "request a value that it supports; gpsbridge configure --show prints its current settings"
    case .settingTimedOut: "try again; a receiver that accepts no commands needs its maker's program"
    case .unsupported: own ?? "use its maker's program for that"
    default: own ?? "try again"
    }
  }
}

extension SettingRow {
  fileprivate var isConfirmed: Bool {
    if case .confirmed = outcome { true } else { false }
  }

  /// The record of this setting, for a program.
  func record(device: String, dialect: ReceiverDialect?) -> [UInt8] {
    NDJSONFormat(device: device).line(.setting) { json in
      json.member("setting", kind.rawValue)
      json.member("state", word)
      json.member(old, prefix: "old_")
      json.member(new)
      json.member("commands", dialect?.rawValue)
      switch outcome {
      case .known: break
      case .planned(let messages):
        if let messages {
          json.array("frames") { json in
            for message in messages { json.element(SettingLines.hexadecimal(message).joined()) }
          }
        }
      case .already: json.member("proof", SettingProof.readBack.description)
      case .confirmed(let proof): json.member("proof", proof.description)
      case .failed(let error): json.member("message", error.message)
      case .notKept(let value): json.member("message", "it acknowledged, and then it was \(value.words)")
      }
    }
  }

  private var word: String {
    switch outcome {
    case .known: old == nil ? "unknown" : "known"
    case .planned: "planned"
    case .already, .confirmed: "confirmed"
    case .notKept: "not_kept"
    case .failed(let error): error.settingState
    }
  }
}
