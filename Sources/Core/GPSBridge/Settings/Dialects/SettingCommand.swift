internal import NMEA
internal import UBX

/// A command for a receiver, and the proof to expect.
struct SettingCommand: Sendable, Hashable {
  /// All bytes to send, in one write.
  var bytes: [UInt8]
  var proof: Proof
  /// The command number in the answer `$PMTK001`, if the dialect has answers.
  var number: Int?

  enum Proof: Sendable, Hashable {
    /// The receiver acknowledges the command.
    case answer
    /// The receiver behaves accordingly.
    case behavior
    /// Complete sentences arrive at this speed.
    case speed(Int)
    /// The receiver sends its startup message.
    case greeting
    case talk
    /// No proof: sending the command is enough.
    case nothing
  }

  init(_ bytes: [UInt8], proof: Proof, number: Int? = nil) {
    (self.bytes, self.proof, self.number) = (bytes, proof, number)
  }

  static func line(_ body: String) -> [UInt8] {
    let body = Array(body.utf8)
    return Sentence.unknown(UnknownSentence(body: body.span)).encoded()
  }
}

extension RestartKind {
  /// How much the receiver forgets, from 0 for nothing to 3 for everything.
  var level: Int {
    switch self {
    case .hot: 0
    case .warm: 1
    case .cold: 2
    case .factory: 3
    }
  }
}

extension ReceiverDialect {
  /// The command that sets a value; throws if the dialect has no such command.
  func command(for value: SettingValue) throws(LocationError) -> SettingCommand {
    if value[.enabledSentences] == [] { throw .unsupported("a receiver must send at least one sentence") }
    if value[.constellations] == [] { throw .unsupported("a receiver needs at least one constellation") }
    // Some receivers read zero as "factory default", with an unknown result.
    if let speed = value[.baudRate], !(300...4_000_000 ~= speed) {
      throw .unsupported("\(speed) bits a second is not a line speed")
    }
    switch self {
    case .mediaTek: return try MediaTekCommands.command(for: value)
    case .uBlox: return try UBloxCommands.command(for: value)
    case .casic: return try CASICCommands.command(for: value)
    case .siRF: return try SiRFCommands.command(for: value)
    // UBX settings need a talk, not a single command.
    case .ubx: throw .noCommand(self, for: value.kind.inWords)
    }
  }

  /// The command that restarts the receiver; throws if the dialect has no such command.
  func command(for restart: RestartKind) throws(LocationError) -> SettingCommand {
    switch self {
    case .mediaTek: return MediaTekCommands.command(for: restart)
    case .casic: return CASICCommands.command(for: restart)
    case .siRF: return SiRFCommands.command(for: restart)
    case .ubx: return UBXCommands.command(for: restart)
    case .uBlox: throw .noCommand(self, for: "a restart")
    }
  }

  /// Queries that each family answers differently, and that change nothing.
  ///
  /// A u-blox reports its versions in UBX, or a position if it accepts only sentences; MediaTek and CASIC
  /// report their firmware versions. SiRF has no such query.
  static var questions: [UInt8] {
    IdentityTalk.question + SettingCommand.line("PMTK605") + SettingCommand.line("PUBX,00")
      + SettingCommand.line("PCAS06,0")
  }
}
