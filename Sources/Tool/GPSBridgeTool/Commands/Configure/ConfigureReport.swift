internal import CommandLineTable
internal import GPSBridge
internal import GPSFormats
internal import Texts
internal import ToolSources

/// The results, for a person and for a program.
struct ConfigureReport {
  private let rows: [SettingRow]
  private let name: String
  private let device: String
  private let dialect: ReceiverDialect?
  private let isShow: Bool

  init(_ rows: [SettingRow], _ receiver: Receiver, isShow: Bool) {
    self.init(
      rows, name: receiver.place?.name ?? "the receiver", device: receiver.place?.node ?? "",
      receiver.dialect,
      isShow: isShow)
  }

  init(_ rows: [SettingRow], name: String, device: String, _ dialect: ReceiverDialect?, isShow: Bool) {
    self.rows = rows
    self.name = VisibleText.escaped(name.utf8)
    self.device = VisibleText.escaped(device.utf8)
    self.dialect = dialect
    self.isShow = isShow
  }

  var text: String {
    let commands = dialect.map { "commands: \($0.name)" } ?? "commands: none known"
    var text = "\(name) on \(device), \(commands)\n"
    text += PortTable(rows: rows.map { ["  " + $0.columns[0]] + $0.columns.dropFirst() }).text
    if rows.contains(where: \.isConfirmed) { text += Self.keeping }
    return text
  }

  /// No command writes to a lasting memory.
  private static let keeping =
    "kept as long as the receiver has power; one without a battery or flash memory forgets it when it is unplugged\n"

  var records: [UInt8] { rows.flatMap { $0.record(device: device, dialect: dialect) } }

  /// The complaint about settings that the receiver did not take, if any.
  var complaint: ToolError? {
    let failed = rows.filter { !$0.isAsWished }
    guard let first = failed.first else { return nil }
    let message =
      rows.count == 1
      ? "the \(first.kind.words) was not taken" : "\(failed.count) of \(rows.count) settings were not taken"
    var code = "setting_not_kept"
    var reason = "the receiver said yes, and did not do it"
    var hint = "gpsbridge configure --show tells what it does now"
    if case .failed(let error) = first.outcome, dialect == nil, error.code == .unsupported {
      code = "unknown_commands"
      reason = VisibleText.escaped(error.message.utf8)
      hint =
        "if you know its maker, add --dialect pmtk (MediaTek), pubx (u-blox), pcas (CASIC) or psrf (SiRF)"
    } else if case .failed(let error) = first.outcome {
      code = error.code.rawValue
      reason = VisibleText.escaped(error.message.utf8)
      hint = Self.hint(error)
    }
    return ToolError(code: code, exit: .refused, message: message, reason: reason, hint: hint)
  }

  private static func hint(_ error: LocationError) -> String {
    switch error.code {
    case .settingRefused: "ask for something it can do; gpsbridge configure --show tells what it does now"
    case .settingTimedOut: "try it once more; a receiver that does not listen needs its maker's program"
    case .unsupported: error.remedy.map { VisibleText.escaped($0.utf8) } ?? "use its maker's program for that"
    default: error.remedy.map { VisibleText.escaped($0.utf8) } ?? "try it once more"
    }
  }
}

extension SettingRow {
  fileprivate var isConfirmed: Bool {
    if case .confirmed = outcome { true } else { false }
  }

  /// For a program: a record of this setting.
  func record(device: String, dialect: ReceiverDialect?) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("type", "setting")
      json.member("v", 1)
      json.member("device", device)
      json.member("setting", kind.rawValue)
      json.member("state", word)
      Self.write(old, prefix: "old_", &json)
      Self.write(new, prefix: "", &json)
      json.member("commands", dialect?.rawValue)
      switch outcome {
      case .known, .planned: break
      case .confirmed(let proof): json.member("proof", proof.description)
      case .failed(let error): json.member("message", error.message)
      case .notKept(let value): json.member("message", "it said yes, and then it was \(value.words)")
      }
    }
    json.newLine()
    return json.bytes
  }

  private var word: String {
    switch outcome {
    case .known: old == nil ? "unknown" : "known"
    case .planned: "planned"
    case .confirmed: "confirmed"
    case .notKept: "not_kept"
    case .failed(let error):
      switch error.code {
      case .settingRefused: "refused"
      case .settingTimedOut: "timed_out"
      case .unsupported: "unsupported"
      default: "failed"
      }
    }
  }

  private static func write(_ value: SettingValue?, prefix: String, _ json: inout JSONWriter) {
    switch value {
    case nil: break
    case .updateRate(let rate): json.member(prefix + "rate_hz", rate.hertz, decimals: 3)
    case .baudRate(let speed): json.member(prefix + "speed_baud", speed)
    case .enabledSentences(let sentences):
      json.array(prefix + "sentences") { json in
        for name in sentences.map(\.rawValue).sorted() { json.element(name) }
      }
    case .constellations(let systems):
      json.array(prefix + "constellations") { json in
        for name in systems.map(\.word).sorted() { json.element(name) }
      }
    }
  }
}
