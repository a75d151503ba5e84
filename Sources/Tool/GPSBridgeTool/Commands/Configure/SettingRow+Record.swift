internal import GPSBridge
internal import GPSFormats
internal import Texts
internal import ToolSources

extension SettingRow {
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
