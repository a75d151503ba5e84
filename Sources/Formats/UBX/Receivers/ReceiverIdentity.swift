/// Who a receiver is, and where its line hangs: what must be known before it is told anything.
public struct ReceiverIdentity: Sendable, Hashable {
  /// Its versions, with a generation of the table.
  public var versions: ReceiverVersions
  /// Its generation.
  public var generation: ReceiverGeneration
  /// The port that the line hangs on.
  public var port = PortNumber.uart1
  /// Whether the receiver said so; otherwise it is the port that it usually is.
  public var isPortTold = false
  /// The chip's own number; nil where it has none, or did not tell it.
  public var number: SecUNIQID?

  /// The answers that told all this, as they came: whoever keeps them can be told again who it was.
  public var answers: [Message] = []

  /// Takes answers that were kept, in whatever order; nil without versions of the table among them.
  public init?(_ answers: [Message]) {
    var talk = IdentityTalk()
    var turn = talk.begin()
    while case .say(let bytes) = turn, let question = Message(frame: bytes) {
      if let answer = answers.last(where: { $0.kind == question.kind }) {
        turn = talk.hear(answer)
      } else {
        // Each question is asked twice before the talk goes on without its answer.
        _ = talk.silence()
        turn = talk.silence()
      }
    }
    guard turn == .done, let identity = talk.identity else { return nil }
    self = identity
  }

  /// Begins with versions; nil for hardware that is not in the table.
  public init?(_ versions: ReceiverVersions) {
    guard let generation = versions.generation else { return nil }
    self.versions = versions
    self.generation = generation
  }

  /// How it is asked for its settings, and told.
  public var table: SettingTable { SettingTable(generation, on: port) }
}

extension ReceiverIdentity: CustomStringConvertible {
  /// Generation, firmware, protocol, module and number, as far as they are told: `u-blox 8 (SPG 3.01, protocol 18.00)`.
  public var description: String {
    var parts: [String] = []
    if let module = versions.module { parts.append(module) }
    if let firmware = versions.firmware { parts.append(firmware) }
    if let version = versions.protocol { parts.append("protocol \(version)") }
    if let number { parts.append("number \(number)") }
    guard !parts.isEmpty else { return generation.name }
    var text = generation.name + " ("
    for (place, part) in parts.enumerated() { text += (place > 0 ? ", " : "") + part }
    return text + ")"
  }
}
