package import GNSS
internal import GPSBridge

/// Creates the records of a recording's events and verdicts.
package struct StoryRecords: Sendable {
  private let records: NDJSONFormat
  private var story: RecordedStory

  /// - Parameters:
  ///   - device: The name of the recording in each record.
  ///   - types: The kinds of records to create; only events and verdicts apply here.
  package init(device: String, types: Set<RecordType>) {
    records = NDJSONFormat(device: device, types: types)
    story = RecordedStory(device)
  }

  package mutating func take(
    _ output: DecodedOutput, _ moment: RecordedMoment
  ) -> [ReportRecord] {
    var told: [ReportRecord] = []
    for event in story.take(output, moment) where records.types.contains(.event) {
      guard let words = EventRecord(event.kind) else { continue }
      told.append(ReportRecord(.event, records.line(words, at: story.utc(event.instant))))
    }
    return told + verdict
  }

  /// Returns the last records.
  package mutating func finish(_ stats: WatchStats) -> [ReportRecord] {
    story.finish(stats)
    return verdict
  }

  /// The verdict, if it has changed.
  private var verdict: [ReportRecord] {
    mutating get {
      // Skip `listening`: a recording continues at once, so this verdict of the first seconds means nothing.
      guard records.types.contains(.verdict), let verdict = story.takeVerdictChange(),
        verdict.code != .listening
      else { return [] }
      return [ReportRecord(.verdict, records.line(verdict, at: story.utc(story.now)))]
    }
  }
}
