public import UBX

/// The messages that a change of settings needs, or needed.
public struct SettingsPlan: Sendable, Hashable {
  /// The messages that are needed, in the order of sending them; empty if everything is already set.
  public let commands: [Message]
  /// The messages that restore the previous settings.
  public let undo: [Message]
  /// The receiver's answers to the queries for the previous settings.
  public let answers: [Message]

  init(_ outcome: SettingTalk.Outcome) {
    commands = outcome.commands
    undo = outcome.undo
    answers = outcome.answers
  }

  /// Plans a value from earlier answers, without a receiver; nil if an answer is missing.
  ///
  /// - Parameters:
  ///   - value: The requested value.
  ///   - answers: The receiver's earlier answers about its identity (`ReceiverIdentity.answers`) and its
  ///     settings (``SettingsPlan/answers``).
  /// - Throws: An error if the value is impossible with that receiver.
  public init?(_ value: SettingValue, rememberedBy answers: [Message]) throws(LocationError) {
    guard let identity = ReceiverIdentity(answers) else { return nil }
    let requests = try value.kind.setting.requests(for: value, identity)
    var talk = SettingTalk(requests, identity.table, purpose: .plan)
    guard talk.rehearse(answers) else { return nil }
    self.init(talk.outcome)
  }

  /// The previous value of a setting, if a ``SettingValue`` represents it.
  ///
  /// - Parameters:
  ///   - kind: The setting.
  ///   - identity: The receiver that sent the answers.
  /// - Returns: The value; nil if the answers do not contain it.
  public func value(_ kind: SettingKind, told identity: ReceiverIdentity) -> SettingValue? {
    var talk = SettingTalk(kind.setting.queries(identity), identity.table)
    guard talk.rehearse(answers) else { return nil }
    return kind.setting.value(in: talk.outcome.readings, of: identity)
  }
}
