internal import GNSS
internal import NMEA

/// CASIC's commands, which have no answers: only the receiver's behavior proves them.
///
/// In `$PCAS04,sum`, the sum has 1 for GPS, 2 for BeiDou, and 4 for GLONASS. `$PCAS10,0…3` restarts the
/// receiver, hot to factory. See "Multimode Satellite Navigation Receiver: CASIC Protocol Specification".
enum CASICCommands {
  static func command(for value: SettingValue) throws(LocationError) -> SettingCommand {
    if let rate = value[.updateRate] {
      let command = PCAS02 { $0.interval = Double(rate.milliseconds) / 1000 }
      return SettingCommand(command.encoded(), proof: .behavior)
    }
    if let speed = value[.baudRate] {
      let command = PCAS01 { $0.baudRate = speed }
      guard command.code != nil else { throw .noCommand(.casic, for: "\(speed) bits a second") }
      return SettingCommand(command.encoded(), proof: .speed(speed))
    }
    if let sentences = value[.enabledSentences] {
      return SettingCommand(try outputs(sentences).encoded(), proof: .behavior)
    }
    if let systems = value[.constellations] {
      let numbers: [Constellation: Int] = [.gps: 1, .beidou: 2, .glonass: 4]
      var sum = 0
      for system in systems {
        guard let number = numbers[system] else { throw .noCommand(.casic, for: "\(system)") }
        sum += number
      }
      return SettingCommand(SettingCommand.line("PCAS04,\(sum)"), proof: .behavior)
    }
    throw .noCommand(.casic, for: value.kind.inWords)
  }

  static func command(for restart: RestartKind) -> SettingCommand {
    SettingCommand(SettingCommand.line("PCAS10,\(restart.level)"), proof: .greeting)
  }

  private static func outputs(_ sentences: Set<OutputSentence>) throws(LocationError) -> PCAS03 {
    var places: [PCAS03.Output] = []
    for sentence in sentences where sentence != .gst {
      guard let place = known[sentence] else {
        throw .noCommand(.casic, for: "the sentence \(sentence.rawValue)")
      }
      places.append(place)
    }
    var command = PCAS03.only(places)
    // Receivers since 2017 accept this form with 14 fields; an omitted field would keep its value.
    for place in [PCAS03.Output.dhv, .lps, .utc] { command[place] = 0 }
    command[.gst] = sentences.contains(.gst) ? 1 : 0
    return command
  }

  private static let known: [OutputSentence: PCAS03.Output] = [
    .gga: .gga, .gll: .gll, .gsa: .gsa, .gsv: .gsv, .rmc: .rmc, .vtg: .vtg, .zda: .zda, .gst: .gst,
  ]
}
