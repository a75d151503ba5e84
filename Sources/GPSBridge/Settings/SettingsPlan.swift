public import UBX

/// What a change of settings takes, or has taken.
public struct SettingsPlan: Sendable, Hashable {
  /// The messages that are missing, in the order of sending them; none if all is as wished.
  public let commands: [Message]
  /// The messages that bring back what was set before.
  public let undo: [Message]
  /// What the receiver answered to the questions for what was set before.
  public let answers: [Message]

  init(_ outcome: SettingTalk.Outcome) {
    commands = outcome.commands
    undo = outcome.undo
    answers = outcome.answers
  }

  /// Finds out what a value would take from answers of an earlier time, without a receiver; nil where one is missing.
  ///
  /// - Parameters:
  ///   - value: The value that is wished.
  ///   - answers: What the receiver told then of itself (`ReceiverIdentity.answers`) and of its settings
  ///     (``SettingsPlan/answers``).
  /// - Throws: An error if the value is impossible with that receiver.
  public init?(_ value: SettingValue, rememberedBy answers: [Message]) throws(LocationError) {
    guard let identity = ReceiverIdentity(answers) else { return nil }
    let wishes = try UBXWishes(identity: identity).wishes(for: value)
    var talk = SettingTalk(wishes, identity.table, purpose: .plan)
    guard talk.rehearse(answers) else { return nil }
    self.init(talk.outcome)
  }

  /// What the receiver told of a setting before, where it has a name.
  ///
  /// - Parameters:
  ///   - kind: The setting.
  ///   - identity: Who told it.
  /// - Returns: The value; nil where the answers do not tell it.
  public func value(_ kind: SettingKind, told identity: ReceiverIdentity) -> SettingValue? {
    let words = UBXWishes(identity: identity)
    var talk = SettingTalk(asking: words.subjects(kind), identity.table)
    guard talk.rehearse(answers) else { return nil }
    return talk.outcome.values.compactMap(words.value).first { $0.kind == kind }
  }
}
