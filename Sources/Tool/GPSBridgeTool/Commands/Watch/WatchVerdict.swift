internal import CommandLineTable
internal import GNSS
internal import GPSFormats
internal import Texts

/// What a whole stream amounts to: nothing, something without a fix, or what it should be.
struct WatchVerdict {
  var stats: WatchStats
  var impression: Impression
  /// The source as messages name it.
  var name: String

  /// Why there was nothing to read; nil if there was.
  var complaint: Complaint? {
    let stream = stats.stream
    guard stream.bytes > 0 else {
      return Complaint(
        code: "empty", exit: .nothingKnown, message: "\(name) is empty", reason: "0 bytes were read",
        hint: "record with the receiver plugged in; some need a minute to speak")
    }
    guard !stream.isAnythingKnown else { return nil }
    return Complaint(
      code: "nothing_known", exit: .nothingKnown, message: "nothing in \(name) is what a receiver says",
      reason: "\(stream.bytes) bytes were read; they look like \(looks)",
      hint: isGarbled ? "record again: bytes were lost or changed on the way" : impression.hint)
  }

  /// What is worth saying although nothing failed.
  var note: String? {
    if let epochs = stats.epochs {
      guard stats.fixes == 0 else { return nil }
      return "note: no fix in \(name): \(said), \(Plural.of(epochs.epochs, "epoch")), none with a position\n"
    }
    return stats.stream.sentences == 0 ? "note: no valid sentence in \(name): \(said)\n" : nil
  }

  /// Whether there are so many broken sentences that there must have been good ones: noise makes a few, too.
  private var isGarbled: Bool { stats.stream.badChecksum > stats.stream.bytes / 1000 }

  private var looks: String {
    isGarbled
      ? "\(Plural.of(stats.stream.badChecksum, "sentence")) with a wrong checksum, and none with a right one"
      : impression.words
  }

  private var said: String {
    let stream = stats.stream
    var parts = [Plural.of(stream.sentences, "sentence")]
    if stream.badField > 0 { parts.append(Plural.of(stream.badField, "refused sentence")) }
    if stream.messages > 0 { parts.append(Plural.of(stream.messages, "u-blox message")) }
    if stream.corrections > 0 { parts.append(Plural.of(stream.corrections, "correction")) }
    return parts.joined(separator: ", ")
  }
}
