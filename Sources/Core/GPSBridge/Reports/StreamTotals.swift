public import GNSS

/// Counts of everything received from a receiver, across all its openings.
public struct StreamTotals: Sendable, Hashable {
  /// All bytes that were read.
  public var bytes = 0
  /// Sentences that were read.
  public var sentences = 0
  /// Messages of binary protocols that were read.
  public var messages = 0
  /// Sentences and messages whose checksum is wrong.
  public var badChecksums = 0
  /// The types whose sentences all have a wrong checksum.
  package var failingTypes = FailingTypes()
  /// Sentences that were refused because of an impossible field.
  public var badFields = 0
  /// Sentences that were cut off before their end.
  public var cutSentences = 0
  /// Sentences that would be valid with bit 7 of each byte cleared.
  public var sevenBitSentences = 0
  /// Bytes of sentences that were refused for a wrong checksum or an impossible field.
  public var refusedBytes = 0
  /// Bytes that belong to no frame, including the bytes of cut sentences.
  public var junkBytes = 0
  /// Epochs reported, with or without a fix.
  public var epochs = 0
  /// Epochs with a fix.
  public var fixes = 0
  /// Epochs whose position was refused as implausible: 0°, 0°.
  public var refusedPositions = 0
  /// Epochs with a position that the receiver itself marks as invalid.
  public var markedInvalid = 0
  /// Epochs whose position does not fit its neighbors on a line that damages sentences.
  public var withheld = 0
  /// Sentences that arrived after their epoch was reported.
  public var late = 0
  /// The binary protocol of most messages, whether or not we decode its positions; nil without such messages.
  public var language: BinaryProtocol?

  /// Creates counts that are all zero.
  public init() {}

  /// The fraction of all bytes that was decoded, from 0 to 1; nil before the first byte.
  public var goodPart: Double? { StreamCounts.goodPart(lost: junkBytes + refusedBytes, of: bytes) }

  /// Adds what a decoder has counted.
  package mutating func add(_ stream: StreamCounts, _ epoch: EpochCounts) {
    bytes += stream.bytes
    sentences += stream.sentences
    messages += stream.readMessages + stream.corrections
    badChecksums += stream.badChecksums
    failingTypes.add(stream.failingTypes)
    badFields += stream.badFields + epoch.refused
    cutSentences += stream.cutSentences
    sevenBitSentences += stream.sevenBitSentences
    refusedBytes += stream.refusedBytes
    junkBytes += stream.junkBytes
    epochs += epoch.epochs
    fixes += epoch.fixes
    markedInvalid += epoch.markedInvalid
    withheld += epoch.withheld
    late += epoch.late
    language = stream.language ?? language
  }
}
