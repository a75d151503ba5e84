internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import Texts
internal import ToolSources

/// Makes the records of a recording's events and verdicts: a pure value.
struct StoryRecords {
  private let records: NDJSONFormat
  private var story: RecordedStory
  private let tellsVerdicts: Bool

  /// Returns nil if nobody asked for them.
  init?(_ options: WatchOptions) {
    guard options.format == .ndjson, !options.types.isDisjoint(with: [.event, .verdict]) else { return nil }
    records = NDJSONFormat(device: options.source.device, types: options.types)
    story = RecordedStory(options.source.device)
    tellsVerdicts = options.types.contains(.verdict)
  }

  /// The lines for a decoded output, each a record of its own.
  mutating func take(_ output: DecodedOutput, _ moment: RecordedMoment, _ stats: WatchStats) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    for event in story.take(output, moment, stats) where records.types.contains(.event) {
      guard let told = ToldEvent(event.kind) else { continue }
      lines.append(records.line(told.word, at: story.utc(event.instant), told.facts))
    }
    return lines + [verdict].compactMap { $0 }
  }

  /// The last lines.
  mutating func finish(_ stats: WatchStats) -> [[UInt8]] {
    story.finish(stats)
    return [verdict].compactMap { $0 }
  }

  /// A verdict that has become another one.
  private var verdict: [UInt8]? {
    mutating get {
      // The first seconds are no verdict: a recording goes on at once.
      guard tellsVerdicts, let verdict = story.takeVerdictChange(), verdict.code != .listening else {
        return nil
      }
      return records.line(verdict, at: story.utc(story.now))
    }
  }
}

/// An event in the words of an `event` record.
struct ToldEvent {
  /// The value of `event`.
  let word: String
  /// The event's own facts.
  let facts: (inout JSONWriter) -> Void

  /// Returns nil for events that nobody else needs, such as each speed that is tried.
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
    case .started(let start):
      word = "time_to_fix"
      facts = { json in
        json.member("start", start.kind.rawValue)
        json.member("ttff_s", start.timeToFix.seconds)
        guard start.given > 0 else { return }
        json.member("given", start.given)
        json.member("taken", start.taken)
      }
    case .memory(let news):
      (word, facts) = Self.memory(news)
    default: return nil
    }
    self.word = word
    self.facts = facts
  }

  /// What became of the receiver's memory.
  private static func memory(_ news: MemoryNews) -> (String, (inout JSONWriter) -> Void) {
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
