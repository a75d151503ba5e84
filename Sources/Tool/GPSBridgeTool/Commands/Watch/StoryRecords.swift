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
      lines.append(records.line(told, at: story.utc(event.instant)))
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
