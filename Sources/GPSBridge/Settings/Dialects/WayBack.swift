internal import CASIC
internal import GNSS
internal import SiRF

/// The way back to sentences, for receivers that somebody has switched to their maker's messages.
///
/// SiRF's keep that until a capacitor is empty, hours after the plug was pulled. Other programs read nothing from them
/// then, and in that language they take no command as a sentence.
enum WayBack {
  /// The command that has a receiver speak a language.
  ///
  /// - Parameters:
  ///   - language: The language that is wanted.
  ///   - dialect: Whose commands the receiver understands.
  ///   - tongue: The language of messages that it speaks now, nil for sentences.
  ///   - line: The line to it.
  /// - Returns: The command. It has no bytes where the receiver only has to show that nothing need be done.
  /// - Throws: An error if the dialect has no such command, or the line no speed for it.
  static func command(
    to language: OutputLanguage, _ dialect: ReceiverDialect, from tongue: BinaryProtocol?,
    over line: LineCondition
  ) throws(LocationError) -> SettingCommand {
    guard language == .nmea else { throw .noCommand(dialect, for: "the language \(language.rawValue)") }
    switch dialect {
    case .siRF where tongue == .sirf: return try siRF(line)
    // It says sentences: in these it would not understand the message.
    case .siRF: return SettingCommand([], proof: .behaviour)
    case .casic: return try casic(line)
    case .mediaTek, .uBlox, .ubx: throw .noCommand(dialect, for: "the language")
    }
  }

  /// What such receivers are built with, and what other programs expect of them.
  private static let usualSpeed = 4800

  private static func siRF(_ line: LineCondition) throws(LocationError) -> SettingCommand {
    switch line {
    case .ready(.found):
      return SettingCommand(try switchOver(at: usualSpeed), proof: .speed(usualSpeed))
    case .ready(.fixed(let speed)): return SettingCommand(try switchOver(at: speed), proof: .behaviour)
    case .ready(.meaningless), .preparing, .unusable:
      return SettingCommand(try switchOver(at: usualSpeed), proof: .behaviour)
    }
  }

  private static func switchOver(at speed: Int) throws(LocationError) -> [UInt8] {
    guard let mode = SiRFSentenceMode(speed: speed) else {
      throw LocationError(
        .unsupported,
        "SiRF's receivers say sentences at \(SiRFSentenceMode.speeds.max() ?? 0) at most, and the speed of "
          + "this line was fixed at \(speed) when the receiver was chosen",
        remedy: "Choose it without a speed, so that it is found out.")
    }
    return mode.encoded
  }

  /// CFG-PRT of this port (255): sentences and messages in, sentences out; eight bits, no parity, one stop bit.
  private static func casic(_ line: LineCondition) throws(LocationError) -> SettingCommand {
    let speed =
      switch line {
      case .ready(.found(let speed)), .ready(.fixed(let speed)): speed
      // Without a line it means nothing.
      case .ready(.meaningless), .preparing, .unusable: 9600
      }
    let payload: [UInt8] = [255, 0x23, 0xC0, 0x08] + (0..<4).map { UInt8(speed >> (8 * $0) & 0xFF) }
    guard let frame = CASICFrame.wrap(.cfgPRT, payload) else { throw .noCommand(.casic, for: "the language") }
    return SettingCommand(frame, proof: .behaviour)
  }
}

extension LocationError {
  /// Nothing but the way back can be said to the receiver now.
  static func speaks(_ language: BinaryProtocol) -> LocationError {
    guard language == .sirf else {
      return .unsupported("the receiver speaks \(language.name), in which no sentence can be sent to it")
    }
    return LocationError(
      .unsupported, "the receiver speaks \(language.name), in which it takes no sentence as a command",
      remedy: "Have it speak sentences first, as gpsbridge configure --protocol nmea does.")
  }
}
