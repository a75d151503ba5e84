internal import NMEA

/// u-blox's commands in sentences, which have no answers.
///
/// The update rate and the constellations have no such command; they need UBX.
enum UBloxCommands {
  static func command(for value: SettingValue) throws(LocationError) -> SettingCommand {
    if let speed = value[.baudRate] {
      let command = PUBX41 {
        // Serial bridges are connected to the first serial port.
        $0.port = 1
        $0.input = [.ubx, .nmea, .rtcm2]
        $0.output = [.ubx, .nmea]
        $0.baudRate = speed
        $0.autobauding = 0
      }
      return SettingCommand(command.encoded(), proof: .speed(speed))
    }
    if let sentences = value[.enabledSentences] {
      let lines = OutputSentence.allCases.flatMap { line($0, rate: sentences.contains($0) ? 1 : 0) }
      return SettingCommand(lines, proof: .behavior)
    }
    throw .noCommand(.uBlox, for: value.kind.inWords)
  }

  /// Sets the sentence's rate on all ports, since we cannot know which of them we are connected to.
  private static func line(_ sentence: OutputSentence, rate: Int) -> [UInt8] {
    PUBX40 {
      $0.sentence = FieldText(sentence.rawValue.utf8)
      $0.ddcRate = rate
      $0.serial1Rate = rate
      $0.serial2Rate = rate
      $0.usbRate = rate
      $0.spiRate = rate
      $0.reserved = 0
    }.encoded()
  }
}
