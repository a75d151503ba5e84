internal import GNSS

/// Switches receivers from their vendor's messages back to sentences.
///
/// SiRF receivers keep the binary protocol for hours after they were unplugged, until a capacitor is empty.
/// Other programs cannot read them in that state, and they accept no sentence as a command.
enum WayBack {
  /// The command that switches a receiver to a language.
  ///
  /// - Parameters:
  ///   - language: The requested language.
  ///   - dialect: The dialect whose commands the receiver understands.
  ///   - tongue: The message protocol that the receiver sends now; nil for sentences.
  ///   - line: The line to the receiver.
  /// - Returns: The command. It has no bytes if the receiver only has to show the language that it already
  ///   sends.
  /// - Throws: An error if the dialect has no such command, or the line has no speed for it.
  static func command(
    to language: OutputLanguage, _ dialect: ReceiverDialect, from tongue: BinaryProtocol?,
    over line: LineCondition
  ) throws(LocationError) -> SettingCommand {
    guard language == .nmea else { throw .noCommand(dialect, for: "the language \(language.rawValue)") }
    switch dialect {
    case .siRF where tongue == .sirf: return try siRF(line)
    // A receiver in sentence mode would not understand the SiRF message.
    case .siRF: return SettingCommand([], proof: .behavior)
    case .casic: return try casic(line)
    case .mediaTek, .uBlox, .ubx: throw .noCommand(dialect, for: "the language")
    }
  }

  /// The factory default of these receivers, which other programs expect.
  private static let usualSpeed = 4800

  private static func siRF(_ line: LineCondition) throws(LocationError) -> SettingCommand {
    switch line {
    case .ready(.found):
      return SettingCommand(try switchOver(at: usualSpeed), proof: .speed(usualSpeed))
    case .ready(.fixed(let speed)): return SettingCommand(try switchOver(at: speed), proof: .behavior)
    case .ready(.meaningless), .preparing, .unusable:
      return SettingCommand(try switchOver(at: usualSpeed), proof: .behavior)
    }
  }

  private static func switchOver(at speed: Int) throws(LocationError) -> [UInt8] {
    guard let mode = SiRFSentenceMode(speed: speed) else {
      throw LocationError(
        .unsupported,
        "SiRF receivers send sentences at \(SiRFSentenceMode.speeds.max() ?? 0) at most, but the speed of "
          + "this line was fixed at \(speed) when the receiver was chosen",
        remedy: "Choose it without a speed, so that the speed is detected.")
    }
    return mode.encoded
  }

  private static func casic(_ line: LineCondition) throws(LocationError) -> SettingCommand {
    let speed =
      switch line {
      case .ready(.found(let speed)), .ready(.fixed(let speed)): speed
      // The value does not matter without a line speed.
      case .ready(.meaningless), .preparing, .unusable: 9600
      }
    return SettingCommand(CASICPort(sentencesAt: UInt32(clamping: speed)).encoded, proof: .behavior)
  }
}

extension LocationError {
  /// The error for a command in sentences while the receiver accepts only its binary protocol.
  static func speaks(_ language: BinaryProtocol) -> LocationError {
    guard language == .sirf else {
      return .unsupported("the receiver uses \(language.name), in which no sentence can be sent to it")
    }
    return LocationError(
      .unsupported, "the receiver uses \(language.name), in which it accepts no sentence as a command",
      remedy: "Switch it to sentences first: gpsbridge configure --protocol nmea.")
  }
}
