/// The outcome of setting a value, told in the order in which it becomes known.
///
/// A receiver may confirm a value and not keep it: some answer every command with yes. So a setting that is confirmed
/// by an answer alone has two outcomes, the second some epochs later:
///
/// ```swift
/// let changes = receiver.settingChanges.subscribe(.newest(10))
/// try await receiver.updateRate.set(.hertz(5))        // returns with the first word: confirmed(by: answer)
/// for await change in changes { print(change) }       // … then: kept, or not kept with the value that was seen
/// ```
///
/// A value that is confirmed by the receiver's behavior needs no second word.
public struct SettingChange: Sendable, Hashable {
  /// The value that was set.
  public var value: SettingValue
  /// The outcome of setting it.
  public var outcome: Outcome

  /// Notes an outcome.
  public init(_ value: SettingValue, _ outcome: Outcome) {
    self.value = value
    self.outcome = outcome
  }

  /// The outcomes of setting a value.
  public enum Outcome: Sendable, Hashable {
    /// The receiver has confirmed it.
    case confirmed(by: SettingProof)
    /// It was watched for some epochs since, and the receiver keeps it.
    case kept
    /// It was watched for some epochs since, and the receiver does this instead.
    case notKept(SettingValue)
    /// Watching has shown nothing: epochs did not come, or this setting does not show in them.
    case notSeen
  }
}

/// The proof that a receiver has a setting.
public enum SettingProof: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
  /// The receiver has answered so.
  case answer
  /// The receiver has answered so, and behaves so.
  case answerAndBehavior = "answer_and_behavior"
  /// The receiver behaves so.
  case behavior
  /// Whole sentences come at the new speed of the line.
  case speed
  /// The receiver has answered so, and tells it when it is asked again.
  case readBack = "read_back"
  /// The receiver has answered so, tells it when it is asked again, and behaves so.
  case readBackAndBehavior = "read_back_and_behavior"

  /// The proof for a person: `it says so, and does so`.
  public var description: String {
    switch self {
    case .answer: "it says so"
    case .answerAndBehavior: "it says so, and does so"
    case .behavior: "it does so"
    case .speed: "whole sentences come at it"
    case .readBack: "it says so, and reads back so"
    case .readBackAndBehavior: "it says so, reads back so, and does so"
    }
  }
}

extension SettingChange: CustomStringConvertible {
  /// The value and the outcome, for a person.
  public var description: String {
    switch outcome {
    case .confirmed(let proof): "\(value), confirmed: \(proof)"
    case .kept: "\(value), kept"
    case .notKept(let seen): "\(value), not kept: it is \(seen) now"
    case .notSeen: "\(value), not seen"
    }
  }
}

extension SettingValue {
  /// Whether an observed value contradicts this one, as far as watching can tell.
  func isContradicted(by seen: SettingValue) -> Bool {
    switch (self, seen) {
    case (.enabledSentences(let wished), .enabledSentences(let seen)):
      // Some have no switch in some dialects.
      let unsure: Set<OutputSentence> = [.gns, .gbs, .grs]
      return seen.subtracting(unsure) != wished.subtracting(unsure)
    default: return !resembles(seen)
    }
  }
}
