internal import GNSS
internal import NMEA

/// MediaTek's commands: `$PMTK001` answers each, except a change of speed, which later sentences prove.
///
/// `$PMTK353,GPS,GLONASS,Galileo,Galileo in full,BeiDou` is described in Quectel's "L76 Series GNSS Protocol
/// Specification", and the others in MediaTek's "MT3339 PMTK Command Packet".
enum MediaTekCommands {
  static func command(for value: SettingValue) throws(LocationError) -> SettingCommand {
    if let rate = value[.updateRate] {
      let command = PMTK220 { $0.interval = Double(rate.milliseconds) / 1000 }
      return SettingCommand(command.encoded(), proof: .answer, number: 220)
    }
    if let speed = value[.baudRate] {
      let command = PMTK251 { $0.baudRate = speed }
      return SettingCommand(command.encoded(), proof: .speed(speed), number: 251)
    }
    if let sentences = value[.enabledSentences] {
      var outputs: [PMTK314.Output] = []
      for sentence in sentences {
        guard let output = Self.outputs[sentence] else {
          throw .noCommand(.mediaTek, for: "the sentence \(sentence.rawValue)")
        }
        outputs.append(output)
      }
      return SettingCommand(PMTK314.only(outputs).encoded(), proof: .answer, number: 314)
    }
    if let systems = value[.constellations] {
      guard systems.isSubset(of: [.gps, .glonass, .galileo, .beidou]) else {
        throw .noCommand(.mediaTek, for: "the constellations \(systems.inWords)")
      }
      let flags = [Constellation.gps, .glonass, .galileo].map { systems.contains($0) ? "1" : "0" }
      let body = "PMTK353,\(flags.joined(separator: ",")),0,\(systems.contains(.beidou) ? 1 : 0)"
      return SettingCommand(SettingCommand.line(body), proof: .answer, number: 353)
    }
    throw .noCommand(.mediaTek, for: value.kind.inWords)
  }

  static func command(for restart: RestartKind) -> SettingCommand {
    let number = 101 + restart.level
    return SettingCommand(SettingCommand.line("PMTK\(number)"), proof: .greeting, number: number)
  }

  private static let outputs: [OutputSentence: PMTK314.Output] = [
    .gll: .gll, .rmc: .rmc, .vtg: .vtg, .gga: .gga, .gsa: .gsa, .gsv: .gsv, .grs: .grs, .gst: .gst,
    .zda: .zda,
  ]

  /// Converts the fields of `$PMTK314` or `$PMTK514` to a set of sentences.
  static func sentences(_ rates: [String]) -> Set<OutputSentence> {
    let sent = outputs.filter { _, output in
      output.rawValue < rates.count && (Int(rates[output.rawValue]).map { $0 > 0 } ?? false)
    }
    return Set(sent.keys)
  }
}
