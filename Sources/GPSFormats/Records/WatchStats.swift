package import GNSS
package import GPSBridge

/// Counts of a stream: its bytes and sentences, and the epochs that they made.
package struct WatchStats {
  package var stream = StreamCounts()
  /// Nil where the format does not look at epochs.
  package var epochs: EpochCounts?
  /// Epochs whose position was refused, because it is none that a receiver can have.
  private var refused = 0
  /// Epochs whose position is probably forged.
  private var suspect = 0
  /// All bytes, where they are not the sum of what the stream was made of.
  private var bytes: Int?
  /// The language of a receiver, whose messages are counted together.
  private var heardLanguage: BinaryProtocol?

  package init(
    stream: StreamCounts = StreamCounts(), epochs: EpochCounts? = nil, refused: Int = 0, suspect: Int = 0
  ) {
    self.stream = stream
    self.epochs = epochs
    self.refused = refused
    self.suspect = suspect
  }

  /// Epochs with a position that one may believe; nil where the format does not look at epochs.
  package var fixes: Int? { epochs.map { $0.fixes - refused - suspect } }

  /// Sentences that were refused for a field that can't be, of frequent types and of rare ones.
  package var badFields: Int { stream.badFields + (epochs?.refused ?? 0) }

  /// The part of all bytes that made sense; nil before there was one.
  package var goodPart: Double? {
    StreamCounts.goodPart(lost: stream.junkBytes + stream.refusedBytes, of: bytes ?? stream.bytes)
  }

  /// The binary language of most messages, whether or not positions are read from it.
  package var language: BinaryProtocol? { heardLanguage ?? stream.language }

  /// Messages of binary protocols, corrections among them.
  package var messages: Int { stream.readMessages + stream.corrections }

  /// The keys of a `stats` record, in their order.
  package var counts: [(String, Int?)] {
    [
      ("bytes", bytes ?? stream.bytes), ("sentences", stream.sentences), ("messages", messages),
      ("bad_checksum", stream.badChecksums),
      ("bad_field", badFields), ("cut", stream.cutSentences),
      ("unknown", epochs?.unknown),
      ("junk_bytes", stream.junkBytes),
      ("epochs", epochs?.epochs), ("fixes", fixes), ("refused_positions", epochs.map { _ in refused }),
      ("suspect_positions", epochs.map { _ in suspect }),
      ("late", epochs?.late),
    ]
  }
}

extension WatchStats {
  /// The counts of a receiver so far.
  package init(_ totals: StreamTotals, suspect: Int = 0) {
    self.suspect = suspect
    stream.sentences = totals.sentences
    stream.messages = totals.messages
    stream.badChecksums = totals.badChecksums
    stream.badFields = totals.badFields
    stream.cutSentences = totals.cutSentences
    stream.refusedBytes = totals.refusedBytes
    stream.junkBytes = totals.junkBytes
    bytes = totals.bytes
    heardLanguage = totals.language
    var epochs = EpochCounts()
    epochs.epochs = totals.epochs
    epochs.fixes = totals.fixes
    epochs.late = totals.late
    self.epochs = epochs
    refused = totals.refusedPositions
  }
}

/// How much of a stream made sense, in words.
package enum GoodPart {
  /// `98 % ok`; all but one of a thousand is not all.
  package static func words(_ part: Double) -> String {
    "\(part == 1 ? 100 : min(99, Int((part * 100).rounded()))) % ok"
  }

  /// Remarks beside the counts of a stream: sentences that were cut, and the part that made sense.
  package static func remarks(cut: Int, _ part: Double?) -> [String] {
    guard let part, part < 1 else { return [] }
    return (cut > 0 ? ["\(cut) cut off"] : []) + [words(part)]
  }
}
