internal import GPSBridge
internal import GPSFormats
internal import Texts

/// What happened, in the words of an `event` record.
struct ToldEvent {
  /// The word behind `event`.
  let word: String
  /// The event's own facts.
  let facts: (inout JSONWriter) -> Void

  /// Nil for what is of no interest to others, as each speed that is tried.
  init?(_ kind: ReceiverEvent.Kind) {
    var word = ""
    var facts: (inout JSONWriter) -> Void = { _ in }
    switch kind {
    case .attached(let place):
      word = "attached"
      facts = { $0.member("detail", place.node) }
    case .detached(let place):
      word = "detached"
      facts = { $0.member("detail", place.node) }
    case .opened(_, let speed):
      word = "opened"
      facts = { $0.member("speed_baud", speed) }
    case .openFailed(let error):
      word = "open_failed"
      facts = { $0.member("detail", error.message) }
    case .disconnected(let error):
      word = "disconnected"
      facts = { $0.member("detail", error.message) }
    case .speedFound(let speed):
      word = "speed_found"
      facts = { $0.member("speed_baud", speed) }
    case .speedLost(let speed):
      word = "speed_lost"
      facts = { $0.member("speed_baud", speed) }
    case .binary(let language):
      word = "binary"
      facts = { $0.member("detail", language.name) }
    case .otherReaders(let readers):
      guard !readers.isEmpty else { return nil }
      word = "port_shared"
      facts = { $0.member("detail", readers.map { "\($0)" }.joined(separator: ", ")) }
    case .silent(let time):
      word = "silent"
      facts = { $0.member("after_s", time.seconds) }
    case .speaking: word = "speaking"
    case .reopened: word = "reopened"
    case .firstFix(let time):
      word = "first_fix"
      facts = { $0.member("after_s", time.seconds) }
    // A fix that comes again is told as `back`, with its gap.
    case .freshness(.live): return nil
    case .freshness(let freshness): word = freshness.rawValue
    case .back(let gap):
      word = "back"
      facts = { $0.member("gap_s", gap.seconds) }
    case .corrected(let corrections):
      word = "correction"
      facts = { $0.member("detail", corrections.words.joined(separator: " ")) }
    case .timeWentBack(let step):
      word = "time_back"
      facts = { $0.member("by_s", step.seconds) }
    default: return nil
    }
    self.word = word
    self.facts = facts
  }
}
