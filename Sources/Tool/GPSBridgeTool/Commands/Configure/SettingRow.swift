internal import GPSBridge
internal import GPSFormats
internal import GPSBase
internal import ToolSources
internal import UBX

/// One setting: its old value, its wanted value, and the outcome.
struct SettingRow: Sendable {
  enum Outcome: Hashable, Sendable {
    /// Only asked after.
    case known
    /// It would be set, by these messages; nil where that shows only when it is asked.
    case planned([Message]?)
    /// It was so already, as it told when it was asked.
    case already
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
  /// Whether it was asked, and does not know it.
  var isUnknown = false

  /// Takes the outcome that the library reports.
  mutating func take(_ told: SettingChange.Outcome?, first proof: SettingProof?) {
    let isReadBack = proof == .readBack
    switch told {
    case .confirmed(let proof): outcome = .confirmed(by: proof)
    case .kept:
      outcome = .confirmed(
        by: isReadBack ? .readBackAndBehavior : proof == .speed ? .speed : .answerAndBehavior)
    case .notKept(let seen): outcome = .notKept(seen)
    // Only an answer leaves something to wait for.
    case .notSeen, nil: outcome = .confirmed(by: isReadBack ? .readBack : .answer)
    }
  }

  /// Whether it came out as it was wished.
  var isAsWished: Bool {
    switch outcome {
    case .known, .planned, .already, .confirmed: true
    case .failed, .notKept: false
    }
  }

  /// Whether the receiver may work otherwise than before.
  var isChanged: Bool {
    switch outcome {
    case .confirmed, .notKept: true
    case .known, .planned, .already, .failed: false
    }
  }

  /// The columns of the table.
  var columns: [String] {
    let unknown =
      isMeaningless ? "none: it is on USB itself" : isUnknown ? "it has no such setting" : "unknown"
    let old = old?.words ?? unknown
    guard let new else { return [kind.words, old] }
    return [kind.words, "\(old) -> \(new.words)", state]
  }

  private var state: String {
    switch outcome {
    case .known: ""
    case .planned(nil): "would be set"
    case .planned([]?): "is so already"
    case .planned(let messages?): "would send " + messages.map(Self.words).joined(separator: ", ")
    case .already: "confirmed: it was so already, and reads back so"
    case .confirmed(let proof): "confirmed: \(proof)"
    case .failed(let error): "FAILED: \(VisibleText.escaped(error.message.utf8))"
    case .notKept(let value): "NOT KEPT: it said yes, and then it was \(value.words)"
    }
  }

  /// A message with its name and its bytes.
  private static func words(_ message: Message) -> String {
    message.kind.word + " " + SettingLines.hexadecimal(message).joined(separator: " ")
  }
}
