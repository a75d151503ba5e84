internal import GNSS
package import GPSBridge
package import GPSBase

/// An event as written in an `event` record.
package struct EventRecord {
  /// The value of `event`.
  package let word: String
  /// The description for people; nil if there is no text for the event.
  package let what: String?
  /// Writes the event's own members.
  package let facts: (inout JSONWriter) -> Void

  /// Returns nil for internal events, such as each speed that is tried.
  package init?(_ kind: ReceiverEvent.Kind) {
    var word = ""
    var facts: (inout JSONWriter) -> Void = { _ in }
    switch kind {
    case .attached(let place): (word, facts) = ("attached", { $0.member("detail", place.node) })
    case .detached(let place): (word, facts) = ("detached", { $0.member("detail", place.node) })
    case .opened(_, let speed): (word, facts) = ("opened", { $0.member("speed_baud", speed) })
    case .openFailed(let error): (word, facts) = ("open_failed", { $0.member("detail", error.message) })
    case .disconnected(let error): (word, facts) = ("disconnected", { $0.member("detail", error.message) })
    case .speedFound(let speed): (word, facts) = ("speed_found", { $0.member("speed_baud", speed) })
    case .speedLost(let speed): (word, facts) = ("speed_lost", { $0.member("speed_baud", speed) })
    case .binary(let language): (word, facts) = ("binary", { $0.member("detail", language.name) })
    case .otherReaders(let readers):
      guard !readers.isEmpty else { return nil }
      (word, facts) = (
        "port_shared", { $0.member("detail", readers.map { "\($0)" }.joined(separator: ", ")) }
      )
    case .silent(let time): (word, facts) = ("silent", { $0.member("after_s", time.seconds) })
    case .speaking: word = "speaking"
    case .reopened: word = "reopened"
    case .firstFix(let time): (word, facts) = ("first_fix", { $0.member("after_s", time.seconds) })
    // A fix that returns is reported as `back`, with the gap.
    case .freshness(.live): return nil
    case .freshness(let freshness): word = freshness.rawValue
    case .back(let gap): (word, facts) = ("back", { $0.member("gap_s", gap.seconds) })
    case .corrected(let corrections):
      (word, facts) = ("correction", { $0.member("detail", corrections.words.joined(separator: " ")) })
    case .timeWentBack(let step): (word, facts) = ("time_back", { $0.member("by_s", step.seconds) })
    case .timeWentAhead(let step): (word, facts) = ("time_ahead", { $0.member("by_s", step.seconds) })
    case .interrupted(let interruption):
      (word, facts) = (interruption.cause.rawValue, { $0.member("for_s", interruption.duration.seconds) })
    case .started(let start):
      word = "time_to_fix"
      facts = { json in
        json.member("start", start.kind.rawValue)
        json.member("ttff_s", start.timeToFix.seconds)
        guard start.given > 0 else { return }
        json.member("given", start.given)
        json.member("taken", start.taken)
      }
    case .memory(let news): (word, facts) = Self.memory(news)
    default: return nil
    }
    self.word = word
    what = EventWords.text(for: kind).map { VisibleText.escaped($0.utf8) }
    self.facts = facts
  }

  /// Creates the event for reports that were lost because their consumer was too slow.
  package init(lost count: Int) {
    word = "dropped"
    what = "\(Plural.of(count, "report")) lost: the reader is too slow"
    facts = { $0.member("count", count) }
  }

  /// The name and members of an event about the receiver's memory.
  private static func memory(_ news: MemoryEvent) -> (String, (inout JSONWriter) -> Void) {
    switch news {
    case .kept(let pieces): ("memory_kept", { $0.member("count", pieces) })
    case .given(let pieces, let taken):
      (
        "memory_given",
        {
          $0.member("given", pieces)
          $0.member("taken", taken)
        }
      )
    case .ofNoHelp: ("memory_of_no_help", { _ in })
    case .failed(let error): ("memory_failed", { $0.member("detail", "\(error)") })
    }
  }
}
