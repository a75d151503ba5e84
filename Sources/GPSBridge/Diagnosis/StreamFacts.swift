public import GNSS

/// What is known about the bytes that come from a receiver.
public struct StreamFacts: Sendable, Hashable {
  /// Formats that are recognised, and that no position is read from.
  public enum Format: String, Sendable, Hashable, CaseIterable {
    /// SiRF's binary messages.
    case sirf = "SiRF binary"
    /// u-blox's binary messages.
    case ubx = "u-blox binary"
    /// Corrections for other receivers.
    case rtcm = "RTCM corrections"
  }

  /// How long they have been listened to.
  public var listened: Duration?
  /// How many come each second.
  public var bytesPerSecond: Double?
  /// Sentences that were read.
  public var sentences: Int?
  /// Sentences whose checksum is wrong.
  public var badChecksums: Int?
  /// Sentences that began and have no end.
  public var cutSentences: Int?
  /// Bytes of damaged and of cut sentences, and of what lay between them.
  public var lostBytes: Int?
  /// Messages of u-blox that were read.
  public var messages: Int?
  /// Epochs that came out of them, with or without a fix.
  public var epochs: Int?
  /// Binary formats that were recognised.
  public var formats: Set<Format> = []
  /// Commands for modems that came back from the line, as `AT+GCAP`.
  public var modemCommands: Int?

  /// Nothing known.
  public init() {}

  /// Takes over the counts of what was heard in some time.
  public init(_ counts: StreamCounts, over time: Duration) {
    listened = time
    if time > .zero { bytesPerSecond = Double(counts.bytes) / (time / .seconds(1)) }
    sentences = counts.sentences
    badChecksums = counts.badChecksum
    cutSentences = counts.cut
    lostBytes = counts.junkBytes + counts.refusedBytes
    messages = counts.messages
    if counts.messages > 0 { formats.insert(.ubx) }
    if counts.corrections > 0 { formats.insert(.rtcm) }
  }

  /// A sentence was under way when the port was opened, and at a wrong speed before; so many bytes of it are no damage.
  private static let harmless = 200.0

  /// The part that came broken: of all sentences, or of all bytes where that is more; nil if there were none.
  ///
  /// Where no sentence is broken, bytes that belong to nothing are those of a format that is not known here.
  var brokenPart: Double? {
    guard let sentences, let badChecksums else { return nil }
    let broken = badChecksums + (cutSentences ?? 0)
    guard sentences + broken > 0 else { return nil }
    let part = Double(broken) / Double(sentences + broken)
    guard broken > 0, let lostBytes, let bytesPerSecond, let listened else { return part }
    let bytes = bytesPerSecond * (listened / .seconds(1))
    return bytes > 0 ? max(part, min(1, (Double(lostBytes) - Self.harmless) / bytes)) : part
  }

  /// Whether anything was read that a receiver says.
  var isUnderstood: Bool { (sentences ?? 0) > 0 || (messages ?? 0) > 0 && (epochs ?? 0) > 0 }
}
