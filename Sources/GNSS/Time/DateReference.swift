/// What a receiver's date is held against: a day that is known to be about right.
public struct DateReference: Sendable, Hashable {
  /// The day, or nil where nothing is known: dates then stay as they are sent.
  public var day: CivilDate?
  /// Whether a `# Date:` line in front of a recording may set the day.
  public var honoursRecordingHeader: Bool

  /// The day this package's rules were last looked at.
  ///
  /// A host whose clock is older than that has lost its time.
  public static let buildDate = CivilDate(daysSince1970: 20_777)

  /// For a receiver that speaks now: the host's clock, and never before the build.
  public static func live(hostClock: UTC) -> DateReference {
    DateReference(day: max(hostClock.date, buildDate), honoursRecordingHeader: false)
  }

  /// For a recording: a day that somebody names, or nothing until the recording's own header says it.
  public static func recording(_ day: CivilDate? = nil) -> DateReference {
    DateReference(day: day, honoursRecordingHeader: day == nil)
  }
}
