/// An exchange that reads all settings of a receiver, as the messages that would restore them.
///
/// Since u-blox 9 these are configuration values, 64 per message. Older receivers are queried message by
/// message, without the unsupported ones.
package struct ExportTalk: Sendable, Hashable, RepeatingTalk {
  /// The messages that restore the settings; complete after `.done`.
  package private(set) var messages: [Message] = []

  private let isValues: Bool
  private var questions: ArraySlice<Message>
  private var position: UInt16 = 0
  var isRepeated = false
  private var isOver = false

  package init(_ table: SettingTable, outputs: [MessageKind]) {
    isValues = table.generation.takesValues
    questions = isValues ? [] : Self.questions(outputs)[...]
  }

  package mutating func begin() -> TalkTurn { isValues ? askPage() : askNext() }

  package mutating func hear(_ message: Message) -> TalkTurn {
    guard !isOver else { return .wait }
    if isValues, case .cfgVALGET(let answer) = message.control {
      guard answer.version == 1, answer.layer == .ram, answer.position == position else { return .wait }
      keep(answer.values)
      guard answer.values.count >= CfgVALSET.mostValues, position < .max - 64 else { return end(.done) }
      position += 64
      return askPage()
    }
    switch message {
    case .acknowledgement(let word) where !word.isAccepted && isValues && word.message == .cfgVALGET:
      // The receiver refuses a page after the last one.
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

  /// Reports that the response timeout has passed; each query is sent twice.
  package mutating func silence() -> TalkTurn {
    guard !isOver else { return .wait }
    guard isRepeated else {
      guard !isValues else { return askPage(again: true) }
      return askNext(again: true)
    }
    if isValues { return end(.failed(.silent(.cfgVALGET))) }
    // Old receivers ignore unknown messages. One that has answered nothing at all is not connected.
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
    return say(question, again: again)
  }

  private mutating func askPage(again: Bool = false) -> TalkTurn {
    let question = CfgVALGET {
      $0.position = position
      $0.keys = [.everything]
    }
    return say(.cfgVALGET(question), again: again)
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
