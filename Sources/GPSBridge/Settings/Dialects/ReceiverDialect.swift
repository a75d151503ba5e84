internal import NMEA
internal import UBX

/// A family of commands that receivers understand, called after the sentences they come in.
public enum ReceiverDialect: String, Sendable, Hashable, CaseIterable {
  /// MediaTek's `$PMTK…`: each command is answered.
  case mediaTek = "PMTK"
  /// u-blox's binary messages: each is acknowledged, and each setting can be read back.
  case ubx = "UBX"
  /// u-blox's `$PUBX,…`: carried out in silence.
  case uBlox = "PUBX"
  /// CASIC's `$PCAS…`: carried out in silence.
  case casic = "PCAS"
  /// SiRF's `$PSRF…`: carried out in silence.
  case siRF = "PSRF"

  /// The maker and the commands, for a person.
  public var name: String {
    switch self {
    case .mediaTek: "MediaTek (PMTK)"
    case .ubx: "u-blox (UBX)"
    case .uBlox: "u-blox (PUBX)"
    case .casic: "CASIC (PCAS)"
    case .siRF: "SiRF (PSRF)"
    }
  }

  /// The settings that it has commands for.
  public var settings: Set<SettingKind> {
    switch self {
    case .ubx: Set(SettingKind.allCases)
    case .mediaTek: [.updateRate, .baudRate, .enabledSentences, .constellations]
    case .casic: [.updateRate, .baudRate, .enabledSentences, .constellations, .language]
    case .uBlox: [.baudRate, .enabledSentences]
    case .siRF: [.baudRate, .enabledSentences, .language]
    }
  }

  /// The command that sets a value; throws if there is none.
  func command(for value: SettingValue) throws(LocationError) -> SettingCommand {
    switch value {
    case .enabledSentences([]): throw .unsupported("a receiver that sends no sentence is of no use")
    case .constellations([]): throw .unsupported("a receiver without satellites is of no use")
    // Zero means "as built" to some receivers, and the result would be unknown.
    case .baudRate(let speed) where !(300...4_000_000 ~= speed):
      throw .unsupported("\(speed) bits a second is no speed of a line")
    default: break
    }
    switch self {
    case .mediaTek: return try MediaTekCommands.command(for: value)
    case .uBlox: return try UBloxCommands.command(for: value)
    case .casic: return try CASICCommands.command(for: value)
    case .siRF: return try SiRFCommands.command(for: value)
    // It is spoken to in talks, not in single commands.
    case .ubx: throw .noCommand(self, for: value.kind.inWords)
    }
  }

  /// The command that restarts the receiver; throws if there is none.
  func command(for restart: RestartKind) throws(LocationError) -> SettingCommand {
    switch self {
    case .mediaTek: return MediaTekCommands.command(for: restart)
    case .casic: return CASICCommands.command(for: restart)
    case .siRF: return SiRFCommands.command(for: restart)
    case .ubx: return UBXCommands.command(for: restart)
    case .uBlox: throw .noCommand(self, for: "a restart")
    }
  }

  /// Questions to which each family answers in its own way, and which change nothing.
  ///
  /// u-blox tells its versions in UBX, or a position where it takes only sentences; MediaTek tells its firmware, CASIC
  /// its version. SiRF has no such question.
  static var questions: [UInt8] {
    IdentityTalk.question + SettingCommand.line("PMTK605") + SettingCommand.line("PUBX,00")
      + SettingCommand.line("PCAS06,0")
  }
}

/// A command for a receiver, and the proof that it was carried out.
struct SettingCommand: Sendable, Hashable {
  /// All bytes to send, in one go.
  var bytes: [UInt8]
  /// The proof that it was carried out.
  var proof: Proof
  /// The number in the answer `$PMTK001`, if the dialect has answers.
  var number: Int?

  enum Proof: Sendable, Hashable {
    /// The receiver says so.
    case answer
    /// The receiver behaves so.
    case behaviour
    /// Whole sentences come at this speed.
    case speed(Int)
    /// The receiver greets, as it does when it starts.
    case greeting
    /// The talk goes on with the answer.
    case talk
    /// There is none: it was sent, and that is all.
    case nothing
  }

  init(_ bytes: [UInt8], proof: Proof, number: Int? = nil) {
    self.bytes = bytes
    self.proof = proof
    self.number = number
  }

  /// A sentence of this body, with its frame.
  static func line(_ body: String) -> [UInt8] {
    let body = Array(body.utf8)
    return Sentence.unknown(UnknownSentence(body: body.span)).encoded()
  }
}
