internal import GPSBridge
internal import Texts
internal import ToolSources

/// One setting: its old value, its wanted value, and the outcome.
struct SettingRow: Sendable {
  enum Outcome: Hashable, Sendable {
    /// Only asked after.
    case known
    /// It would be set.
    case planned
    /// It is so now, and that shows in this.
    case confirmed(by: SettingProof)
    /// It is not so, for this reason.
    case failed(LocationError)
    /// The receiver confirmed it, and then did something else.
    case notKept(SettingValue)
  }

  let kind: SettingKind
  var old: SettingValue?
  var new: SettingValue?
  var outcome = Outcome.known
  /// Whether there is no such thing: a receiver on USB itself has no line.
  var isMeaningless = false

  /// Takes the outcome that the library reports.
  mutating func take(_ told: SettingChange.Outcome?) {
    switch told {
    case .confirmed(let proof): outcome = .confirmed(by: proof)
    case .kept: outcome = .confirmed(by: .answerAndBehavior)
    case .notKept(let seen): outcome = .notKept(seen)
    // Only an answer leaves something to wait for.
    case .notSeen, nil: outcome = .confirmed(by: .answer)
    }
  }

  /// Whether it came out as it was wished.
  var isAsWished: Bool {
    switch outcome {
    case .known, .planned, .confirmed: true
    case .failed, .notKept: false
    }
  }

  /// The columns of the table.
  var columns: [String] {
    let unknown = isMeaningless ? "none: it is on USB itself" : "unknown"
    let old = old?.words ?? unknown
    guard let new else { return [kind.words, old] }
    return [kind.words, "\(old) -> \(new.words)", state]
  }

  private var state: String {
    switch outcome {
    case .known: ""
    case .planned: "would be set"
    case .confirmed(let proof): "confirmed: \(proof)"
    case .failed(let error): "FAILED: \(VisibleText.escaped(error.message.utf8))"
    case .notKept(let value): "NOT KEPT: it said yes, and then it was \(value.words)"
    }
  }
}
