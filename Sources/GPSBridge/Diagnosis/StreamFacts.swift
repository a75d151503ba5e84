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
    messages = counts.messages
    if counts.messages > 0 { formats.insert(.ubx) }
    if counts.corrections > 0 { formats.insert(.rtcm) }
  }

  /// The part of all sentences that came broken; nil if there were none.
  var brokenPart: Double? {
    guard let sentences, let badChecksums, sentences + badChecksums > 0 else { return nil }
    return Double(badChecksums) / Double(sentences + badChecksums)
  }

  /// Whether anything was read that a receiver says.
  var isUnderstood: Bool { (sentences ?? 0) > 0 || (messages ?? 0) > 0 && (epochs ?? 0) > 0 }
}
