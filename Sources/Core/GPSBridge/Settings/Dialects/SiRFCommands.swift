internal import NMEA

/// SiRF's commands in sentences, which have no answers.
///
/// `$PSRF101,x,y,z,clock,time,week,channels,how` restarts the receiver; zeros leave the values to it, and
/// `how` is 1 hot, 2 warm, 4 cold, or 8 factory. See the "SiRF NMEA Reference Manual", 1050-0042.
enum SiRFCommands {
  static func command(for value: SettingValue) throws(LocationError) -> SettingCommand {
    if let speed = value[.baudRate] {
      let command = PSRF100 {
        $0.language = .nmea
        $0.baudRate = speed
        $0.dataBits = 8
        $0.stopBits = 1
        $0.parity = PSRF100.Parity.none
      }
      return SettingCommand(command.encoded(), proof: .speed(speed))
    }
    if let sentences = value[.enabledSentences] {
      guard sentences.isSubset(of: outputs.map(\.0)) else {
        throw .noCommand(.siRF, for: "one of the sentences \(sentences.inWords)")
      }
      let lines = outputs.flatMap { line($0.1, interval: sentences.contains($0.0) ? 1 : 0) }
      return SettingCommand(lines, proof: .behavior)
    }
    throw .noCommand(.siRF, for: value.kind.inWords)
  }

  static func command(for restart: RestartKind) -> SettingCommand {
    SettingCommand(SettingCommand.line("PSRF101,0,0,0,0,0,0,12,\(1 << restart.level)"), proof: .greeting)
  }

  private static let outputs: [(OutputSentence, PSRF103.Output)] = [
    (.gga, .gga), (.gll, .gll), (.gsa, .gsa), (.gsv, .gsv), (.rmc, .rmc), (.vtg, .vtg), (.zda, .zda),
  ]

  private static func line(_ output: PSRF103.Output, interval: Int) -> [UInt8] {
    PSRF103 {
      $0.output = output
      $0.request = .setRate
      $0.interval = interval
      $0.checksum = 1
    }.encoded()
  }
}
