internal import GPSBridge
internal import GPSFormats
internal import GPSBase
internal import UBX

/// One setting: its old value, its wanted value, and the outcome.
struct SettingRow: Sendable {
  enum Outcome: Hashable, Sendable {
    /// Only queried.
    case known
    /// It would be set by these messages; nil if only a query can show them.
    case planned([Message]?)
    /// It had this value already, according to the receiver.
    case already
    /// It has the new value, as this proves.
    case confirmed(by: SettingProof)
    /// It was not set, for this reason.
    case failed(LocationError)
    /// The receiver acknowledged it but behaves otherwise.
    case notKept(SettingValue)
  }

  let kind: SettingKind
  var old: SettingValue?
  var new: SettingValue?
  var outcome = Outcome.known
  /// Whether the setting does not apply: a native USB receiver has no line speed.
  var isMeaningless = false
  /// Whether the receiver does not know the setting.
  var isUnknown = false

  /// Applies the outcome reported by the library.
  mutating func take(_ told: SettingChange.Outcome?, first proof: SettingProof?) {
    let isReadBack = proof == .readBack
    switch told {
    case .confirmed(let proof): outcome = .confirmed(by: proof)
    case .kept:
      outcome = .confirmed(
        by: isReadBack ? .readBackAndBehavior : proof == .speed ? .speed : .answerAndBehavior)
    case .notKept(let seen): outcome = .notKept(seen)
    // Only an acknowledgement leaves something to observe.
    case .notSeen, nil: outcome = .confirmed(by: isReadBack ? .readBack : .answer)
    }
  }

  var isAsWished: Bool {
    switch outcome {
    case .known, .planned, .already, .confirmed: true
    case .failed, .notKept: false
    }
  }

  /// Whether the receiver may behave differently now.
  var isChanged: Bool {
    switch outcome {
    case .confirmed, .notKept: true
    case .known, .planned, .already, .failed: false
    }
  }

  var columns: [String] {
    let unknown = isMeaningless ? "none" : isUnknown ? "it has no such setting" : "unknown"
    let old = old?.words ?? unknown
    guard let new else { return [kind.title, isMeaningless ? "\(old): it is on native USB" : old] }
    return [kind.title, "\(old) -> \(new.words)", state]
  }

  private var state: String {
    switch outcome {
    case .known: ""
    case .planned(nil): "would be set"
    case .planned([]?): "is set already"
    case .planned(let messages?): "would send " + messages.map(Self.words).joined(separator: ", ")
    case .already: "confirmed: it was set already, and read back"
    case .confirmed(let proof): "confirmed: \(proof)"
    case .failed(let error): "FAILED: \(VisibleText.escaped(error.message.utf8))"
    case .notKept(let value): "NOT KEPT: it acknowledged, and then it was \(value.words)"
    }
  }

  private static func words(_ message: Message) -> String {
    message.kind.word + " " + SettingLines.hexadecimal(message).joined(separator: " ")
  }
}
