internal import GPSBridge
internal import NMEA

/// MediaTek's commands, each with its answer.
enum Mediatek {
  static func effects(
    _ body: [UInt8], _ vendor: VendorSentence?, _ dialect: Dialect, _ support: Scenario.CommandSupport
  ) -> [CommandEffect] {
    guard let number = number(of: body) else { return [] }
    guard support == .obeys else { return [answer(number, .failed)] }
    switch vendor {
    case .pmtk220(let command):
      guard let interval = CommandLanguage.interval(command.interval, dialect) else {
        return [answer(number, .failed)]
      }
      return [.interval(interval), answer(number, .succeeded)]
    case .pmtk251(let command):
      // No answer: it would come at the new speed, before the host listens at it.
      return CommandLanguage.speed(command.baudRate == 0 ? dialect.speed : command.baudRate)
    case .pmtk314(let command): return [outputs(command), answer(number, .succeeded)]
    case .pmtk605: return [.reply("PMTK705,AXN_2.31_3339_13101700,5632,PA6H,1.0")]
    case .pmtk101: return [.restart(.hot)]
    case .pmtk102: return [.restart(.warm)]
    case .pmtk103: return [.restart(.cold)]
    case .pmtk104: return [.defaultOutputs, .restart(.cold)]
    default: return [answer(number, .unsupported)]
    }
  }

  private static func outputs(_ command: PMTK314) -> CommandEffect {
    guard command[.gll] != -1 else { return .defaultOutputs }
    let known: [(PMTK314.Output, SentenceKind)] = [
      (.gll, .gll), (.rmc, .rmc), (.vtg, .vtg), (.gga, .gga), (.gsa, .gsa), (.gsv, .gsv), (.gst, .gst),
      (.zda, .zda),
    ]
    var periods: [SentenceKind: Int] = [:]
    for (output, kind) in known { periods[kind] = command[output] ?? 0 }
    return .outputs(periods)
  }

  private static func answer(_ number: Int, _ result: PMTK001.Result) -> CommandEffect {
    let digits = number < 10 ? "00\(number)" : number < 100 ? "0\(number)" : "\(number)"
    return .reply("PMTK001,\(digits),\(result.rawValue)")
  }

  /// The three digits behind PMTK; nil for what is none of MediaTek's commands, and for answers.
  private static func number(of body: [UInt8]) -> Int? {
    guard body.count >= 7, body.starts(with: "PMTK".utf8) else { return nil }
    let end = body.firstIndex(of: UInt8(ascii: ",")) ?? body.endIndex
    guard end == 7, let number = Int(String(decoding: body[4..<7], as: UTF8.self)), number > 11 else {
      return nil
    }
    return number
  }
}
