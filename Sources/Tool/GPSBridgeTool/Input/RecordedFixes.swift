internal import CommandLineTable
internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import ToolSources

/// The epochs of a recording, one by one.
struct RecordedFixes {
  private let source: SourceName

  init(_ source: SourceName) throws(Complaint) { self.source = source }

  /// Reads until the taker has enough.
  ///
  /// Epochs whose position is probably forged are left out.
  ///
  /// - Parameter take: Told of each epoch, with seconds of the receiver's own time; answers whether to go on.
  /// - Returns: What the recording is made of, as far as it was read.
  /// - Throws: That it can't be read, or that there is nothing in it.
  func read(_ take: (Fix, Double) -> Bool) throws(Complaint) -> WatchStats {
    var input = try RecordedInput(source)
    var decoder = RecordedDecoder(nil)
    var goesOn = true
    func hear(_ output: DecodedOutput, _ moment: RecordedMoment) {
      guard goesOn, case .fix(let fix) = output, !moment.isSuspect else { return }
      goesOn = take(fix, fix.time.map { Double($0.secondsSince1970) + Double($0.nanosecond) / 1e9 } ?? 0)
    }
    while goesOn, try input.read({ decoder.take($0, hear) }) {}
    if goesOn { decoder.finish(hear) }
    let verdict = RecordingVerdict(
      stats: decoder.stats, problems: decoder.problems, impression: input.impression, name: source.shown)
    if let complaint = verdict.complaint { throw complaint }
    return decoder.stats
  }
}
