package import GNSS
internal import GPSBridge

/// Makes the records of a recording's events and verdicts: a pure value.
package struct StoryRecords: Sendable {
  private let records: NDJSONFormat
  private var story: RecordedStory

  /// - Parameters:
  ///   - device: The recording as each record names it.
  ///   - types: The kinds of records that are wanted; events and verdicts are told here.
  package init(device: String, types: Set<RecordType>) {
    records = NDJSONFormat(device: device, types: types)
    story = RecordedStory(device)
  }

  /// The records of a decoded output.
  package mutating func take(
    _ output: DecodedOutput, _ moment: RecordedMoment
  ) -> [ReportRecord] {
    var told: [ReportRecord] = []
    for event in story.take(output, moment) where records.types.contains(.event) {
      guard let words = ToldEvent(event.kind) else { continue }
      told.append(ReportRecord(.event, records.line(words, at: story.utc(event.instant))))
    }
    return told + verdict
  }

  /// The last records.
  package mutating func finish(_ stats: WatchStats) -> [ReportRecord] {
    story.finish(stats)
    return verdict
  }

  /// A verdict that has become another one.
  private var verdict: [ReportRecord] {
    mutating get {
      // The first seconds are no verdict: a recording goes on at once.
      guard records.types.contains(.verdict), let verdict = story.takeVerdictChange(),
        verdict.code != .listening
      else { return [] }
      return [ReportRecord(.verdict, records.line(verdict, at: story.utc(story.now)))]
    }
  }
}
