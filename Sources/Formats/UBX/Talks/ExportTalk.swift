/// A talk in which a receiver tells all its settings, as the messages that would set them.
///
/// Since u-blox 9 these are values, 64 in a message, as other programs keep them. Older receivers are asked message by
/// message; what one does not know is left out.
public struct ExportTalk: Sendable, Hashable {
  /// The messages that set what was told so far.
  public private(set) var messages: [Message] = []

  private let isValues: Bool
  private var questions: ArraySlice<Message>
  private var position: UInt16 = 0
  private var isRepeated = false
  private var isOver = false

  /// A talk with a receiver of this table.
  public init(_ table: SettingTable, outputs: [MessageKind]) {
    isValues = table.generation.takesValues
    questions = isValues ? [] : Self.questions(outputs)[...]
  }

  /// Begins.
  public mutating func begin() -> TalkTurn { isValues ? askPage() : askNext() }

  /// A message came.
  public mutating func hear(_ message: Message) -> TalkTurn {
    guard !isOver else { return .wait }
    switch message {
    case .cfgVALGET(let answer) where isValues:
      guard answer.version == 1, answer.layer == .ram, answer.position == position else { return .wait }
      keep(answer.values)
      guard answer.values.count >= CfgVALSET.mostValues, position < .max - 64 else { return end(.done) }
      position += 64
      return askPage()
    case .acknowledgement(let word) where !word.isAccepted && isValues && word.message == .cfgVALGET:
      // A page behind the last one is refused.
      return end(messages.isEmpty ? .failed(.unknown(.cfgVALGET)) : .done)
    case .acknowledgement(let word):
      guard !isValues, !word.isAccepted, word.message == questions.first?.kind else { return .wait }
      return skip()
    default:
      guard let question = questions.first, SettingTalk.answers(message, question) else { return .wait }
      if let command = SettingTable.undo(message) { messages.append(command) }
      return skip()
    }
  }

  /// Nothing was heard for as long as an answer may take; each question is asked twice.
  public mutating func silence() -> TalkTurn {
    guard !isOver else { return .wait }
    guard isRepeated else {
      guard !isValues else { return askPage(again: true) }
      return askNext(again: true)
    }
    if isValues { return end(.failed(.silent(.cfgVALGET))) }
    // Old receivers pass over what they do not know. Who answers nothing at all is not there.
    guard !messages.isEmpty else { return end(.failed(.silent(questions.first?.kind ?? .cfgPRT))) }
    return skip()
  }

  private mutating func keep(_ values: [ConfigurationPair]) {
    guard !values.isEmpty else { return }
    messages.append(.cfgVALSET(CfgVALSET { $0.values = values }))
  }

  private mutating func skip() -> TalkTurn {
    questions = questions.dropFirst()
    return askNext()
  }

  private mutating func askNext(again: Bool = false) -> TalkTurn {
    guard let question = questions.first else { return end(.done) }
    isRepeated = again
    return .say(MessageFrame.bytes(of: question))
  }

  private mutating func askPage(again: Bool = false) -> TalkTurn {
    isRepeated = again
    let question = CfgVALGET {
      $0.position = position
      $0.keys = [.everything]
    }
    return .say(question.encoded())
  }

  private mutating func end(_ turn: TalkTurn) -> TalkTurn {
    isOver = true
    return turn
  }

  private static func questions(_ outputs: [MessageKind]) -> [Message] {
    let plain: [MessageKind] = [
      .cfgPRT, .cfgRATE, .cfgNAV5, .cfgNAVX5, .cfgGNSS, .cfgSBAS, .cfgNMEA, .cfgANT, .cfgITFM, .cfgRXM,
      .cfgTMODE2,
      .cfgTMODE3,
    ]
    return plain.map { SettingTable.poll($0) } + [SettingTable.poll(.cfgTP5, [0])]
      + outputs.map { SettingTable.poll(.cfgMSG, [$0.messageClass, $0.identifier]) }
  }
}
