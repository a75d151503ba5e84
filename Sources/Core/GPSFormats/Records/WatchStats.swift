package import GNSS
package import GPSBridge

/// Counts of a stream: bytes, sentences and epochs.
package struct WatchStats {
  package var stream = StreamCounts()
  /// Nil for formats that do not process epochs.
  package var epochs: EpochCounts?
  /// Epochs with an implausible position.
  package private(set) var refused = 0
  /// Epochs with a position that is probably forged.
  private var suspect = 0
  /// All bytes, if they are not the sum of the stream's parts.
  private var bytes: Int?
  /// The protocol of a receiver whose messages are counted together.
  private var heardLanguage: BinaryProtocol?

  package init(
    stream: StreamCounts = StreamCounts(), epochs: EpochCounts? = nil, refused: Int = 0, suspect: Int = 0
  ) { (self.stream, self.epochs, self.refused, self.suspect) = (stream, epochs, refused, suspect) }

  /// Epochs with a plausible position; nil for formats that do not process epochs.
  package var fixes: Int? { epochs.map { $0.fixes - refused - suspect } }

  /// Sentences of both frequent and rare types that were rejected because of an impossible field.
  package var badFields: Int { stream.badFields + (epochs?.refused ?? 0) }

  /// The valid fraction of all bytes; nil before the first byte.
  package var goodPart: Double? {
    StreamCounts.goodPart(lost: stream.junkBytes + stream.refusedBytes, of: bytes ?? stream.bytes)
  }

  /// The binary protocol of most messages, even if no positions are decoded from it.
  package var language: BinaryProtocol? { heardLanguage ?? stream.language }

  /// Messages of binary protocols, including corrections.
  package var messages: Int { stream.readMessages + stream.corrections }

  /// The keys of a `stats` record, in order, with their values.
  package var counts: [(String, Int?)] {
    [
      ("bytes", bytes ?? stream.bytes), ("sentences", stream.sentences), ("messages", messages),
      ("bad_checksum", stream.badChecksums),
      ("bad_field", badFields), ("cut", stream.cutSentences),
      ("unknown", epochs?.unknown),
      ("junk_bytes", stream.junkBytes),
      ("epochs", epochs?.epochs), ("fixes", fixes), ("refused_positions", epochs.map { _ in refused }),
      ("suspect_positions", epochs.map { _ in suspect }),
      ("marked_invalid", epochs?.markedInvalid), ("withheld", epochs?.withheld),
      ("late", epochs?.late),
    ]
  }

  package init(_ totals: StreamTotals, suspect: Int = 0) {
    self.suspect = suspect
    stream.sentences = totals.sentences
    stream.messages = totals.messages
    stream.badChecksums = totals.badChecksums
    stream.badFields = totals.badFields
    stream.failingTypes = totals.failingTypes
    stream.cutSentences = totals.cutSentences
    stream.refusedBytes = totals.refusedBytes
    stream.junkBytes = totals.junkBytes
    bytes = totals.bytes
    heardLanguage = totals.language
    var epochs = EpochCounts()
    epochs.epochs = totals.epochs
    epochs.fixes = totals.fixes
    (epochs.markedInvalid, epochs.withheld) = (totals.markedInvalid, totals.withheld)
    epochs.late = totals.late
    self.epochs = epochs
    refused = totals.refusedPositions
  }
}

/// The valid fraction of a stream, in words.
package enum GoodPart {
  /// `98 % ok`; never 100 % if anything was lost.
  package static func words(_ part: Double) -> String {
    "\(part == 1 ? 100 : min(99, Int((part * 100).rounded()))) % ok"
  }

  /// Notes on the counts of a stream: sentences that were cut off, and the valid fraction.
  package static func remarks(cut: Int, _ part: Double?) -> [String] {
    guard let part, part < 1 else { return [] }
    return (cut > 0 ? ["\(cut) cut off"] : []) + [words(part)]
  }
}
