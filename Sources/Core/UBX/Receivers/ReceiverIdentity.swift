/// The identity of a receiver and its port, which must be known before it can be configured.
public struct ReceiverIdentity: Sendable, Hashable, CustomStringConvertible {
  /// The versions; their generation is known.
  public var versions: ReceiverVersions
  /// The generation of the chip.
  public var generation: ReceiverGeneration
  /// The port that the line is connected to.
  public var port = PortNumber.uart1
  /// Whether the receiver reported the port; otherwise it is the usual one.
  public var isPortTold = false
  /// The chip's unique ID; nil if it has none or did not report it.
  public var number: SecUNIQID?

  /// The answers that the identity was read from, in order of arrival; store them to restore it.
  public var answers: [Message] = []

  /// Makes an identity from stored answers in any order; nil without a known version among them.
  public init?(_ answers: [Message]) {
    var talk = IdentityTalk()
    var turn = talk.begin()
    while case .say(let bytes) = turn, let question = Message(frame: bytes) {
      if let answer = answers.last(where: { $0.kind == question.kind }) {
        turn = talk.hear(answer)
      } else {
        // Each question is sent twice before the exchange continues without its answer.
        _ = talk.silence()
        turn = talk.silence()
      }
    }
    guard turn == .done, let identity = talk.identity else { return nil }
    self = identity
  }

  /// Makes an identity from versions; nil if the hardware is not in the table.
  public init?(_ versions: ReceiverVersions) {
    guard let generation = versions.generation else { return nil }
    (self.versions, self.generation) = (versions, generation)
  }

  /// The table of messages that read and write its settings.
  package var table: SettingTable { SettingTable(generation, on: port) }

  /// The generation, firmware, protocol and so on, as far as known: `u-blox 8 (SPG 3.01, protocol 18.00)`.
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
