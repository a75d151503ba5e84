/// An outcome of setting a value, reported as soon as it is known.
///
/// Some receivers acknowledge every command and do not keep the value. So a setting that only an answer
/// confirms has two outcomes, the second some epochs later:
///
/// ```swift
/// let changes = receiver.settingChanges.subscribe(.newest(10))
/// try await receiver[.updateRate].set(.hertz(5))        // returns with the first word: confirmed(by: answer)
/// for await change in changes { print(change) }       // … then: kept, or not kept with the value that was seen
/// ```
///
/// A value that the receiver's behavior confirms has no second outcome.
public struct SettingChange: Sendable, Hashable, CustomStringConvertible {
  /// The value that was set.
  public var value: SettingValue
  /// The outcome of setting it.
  public var outcome: Outcome

  /// Creates an outcome.
  public init(_ value: SettingValue, _ outcome: Outcome) {
    self.value = value
    self.outcome = outcome
  }

  /// The possible outcomes of setting a value.
  public enum Outcome: Sendable, Hashable {
    /// The receiver has confirmed the value.
    case confirmed(by: SettingProof)
    /// The receiver kept the value during several epochs.
    case kept
    /// The receiver showed this value instead during the following epochs.
    case notKept(SettingValue)
    /// Watching was inconclusive: no epochs came, or the setting does not show in them.
    case notSeen
  }

  /// The value and the outcome as text.
  public var description: String {
    switch outcome {
    case .confirmed(let proof): "\(value), confirmed: \(proof)"
    case .kept: "\(value), kept"
    case .notKept(let seen): "\(value), not kept: it is \(seen) now"
    case .notSeen: "\(value), not seen"
    }
  }
}

/// The proof that a receiver has a setting.
public enum SettingProof: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
  /// The receiver acknowledged the command.
  case answer
  /// The receiver acknowledged the command, and behaves accordingly.
  case answerAndBehavior = "answer_and_behavior"
  /// The receiver behaves accordingly.
  case behavior
  /// Complete sentences arrive at the new line speed.
  case speed
  /// The receiver acknowledged the command, and returned the value when queried.
  case readBack = "read_back"
  /// The receiver acknowledged the command, returned the value when queried, and behaves accordingly.
  case readBackAndBehavior = "read_back_and_behavior"

  /// The proof as text: `acknowledged, and in effect`.
  public var description: String {
    switch self {
    case .answer: "acknowledged"
    case .answerAndBehavior: "acknowledged, and in effect"
    case .behavior: "in effect"
    case .speed: "complete sentences arrive at it"
    case .readBack: "acknowledged, and read back"
    case .readBackAndBehavior: "acknowledged, read back, and in effect"
    }
  }
}

extension SettingValue {
  /// Whether an observed value contradicts this value, within what observation can show.
  func isContradicted(by seen: SettingValue) -> Bool {
    guard let wished = self[.enabledSentences], let seen = seen[.enabledSentences] else {
      return !resembles(seen)
    }
    // Some dialects have no command for these sentences.
    let unsure: Set<OutputSentence> = [.gns, .gbs, .grs]
    return seen.subtracting(unsure) != wished.subtracting(unsure)
  }
}
