internal import CommandLineTable
internal import GNSS
internal import GPSFormats
internal import Texts

/// What a whole recording amounts to: nothing, something, or something that should not be relied on.
struct RecordingVerdict {
  var stats: WatchStats
  var problems: RecordingProblems
  var impression: Impression
  /// The source as messages name it.
  var name: String

  /// One bad sentence in so many is too many.
  static let limit = 100

  /// Why there was nothing to write; nil if there was.
  var complaint: Complaint? {
    if let refusal = problems.refusal {
      return Complaint(
        code: "unsupported_version", exit: .nothingKnown, message: "\(name) can't be read", reason: refusal,
        hint: "use the program that wrote it, or a newer gpsbridge")
    }
    return WatchVerdict(stats: stats, impression: impression, name: name).complaint
  }

  /// What is worth saying although nothing failed.
  var note: String? {
    let unread =
      problems.count > 0 ? "note: \(Plural.of(problems.count, "line")) of \(name) can't be read\n" : nil
    let rest = WatchVerdict(stats: stats, impression: impression, name: name).note
    return unread == nil ? rest : (unread ?? "") + (rest ?? "")
  }

  /// Sentences and lines that could not be read.
  var bad: Int { stats.stream.badChecksum + stats.stream.badField + problems.count }

  /// What to say although all was done; nil where the data are as they should be.
  func doubt(about output: String) -> Complaint? {
    let all = stats.stream.sentences + stats.stream.messages + bad
    guard bad * Self.limit > all else { return nil }
    return Complaint(
      code: "data_problems", exit: .dataProblems,
      message: "\(output) is written, but \(bad) of \(Plural.of(all, "sentence")) can't be read",
      reason: "more than 1 in \(Self.limit): bytes were lost or changed before they were recorded",
      hint: "look at the cable and at the speed of the line, and record again")
  }
}
