internal import GNSS

/// What a receiver has said so far, counted over all its openings.
public struct StreamTotals: Sendable, Hashable {
  /// All bytes that are done with.
  public var bytes = 0
  /// Sentences that were read.
  public var sentences = 0
  /// Messages of binary protocols that were read.
  public var messages = 0
  /// Sentences whose checksum is wrong.
  public var badChecksum = 0
  /// Sentences that were refused for a field that can't be.
  public var badField = 0
  /// Sentences that began and have no end.
  public var cut = 0
  /// Bytes of sentences that were refused, for their checksum or for a field.
  public var refusedBytes = 0
  /// Bytes that belong to nothing, those of cut sentences among them.
  public var junkBytes = 0
  /// Epochs given out, with and without a fix.
  public var epochs = 0
  /// Epochs with a fix.
  public var fixes = 0
  /// Epochs whose position was refused, because it is none that a receiver can have: 0°, 0°.
  public var refusedPositions = 0
  /// Sentences that came after their epoch was given out.
  public var late = 0

  /// Nothing yet.
  public init() {}

  /// The part of all bytes that made sense, from 0 to 1; nil before there was one.
  public var goodPart: Double? {
    bytes > 0 ? 1 - Double(junkBytes + refusedBytes) / Double(bytes) : nil
  }

  mutating func add(_ stream: StreamCounts, _ epoch: EpochCounts) {
    bytes += stream.bytes
    sentences += stream.sentences
    messages += stream.messages + stream.corrections
    badChecksum += stream.badChecksum
    badField += stream.badField
    cut += stream.cut
    refusedBytes += stream.refusedBytes
    junkBytes += stream.junkBytes
    epochs += epoch.epochs
    fixes += epoch.fixes
    late += epoch.late
  }
}
