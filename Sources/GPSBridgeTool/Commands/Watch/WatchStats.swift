internal import GNSS

/// What a stream was made of, and what came out of it.
struct WatchStats {
  var stream = StreamCounts()
  /// Nil where the format does not look at epochs.
  var epochs: EpochCounts?

  /// The keys of a `stats` record, in their order.
  var counts: [(String, Int?)] {
    [
      ("bytes", stream.bytes), ("sentences", stream.sentences), ("bad_checksum", stream.badChecksum),
      ("bad_field", stream.badField + (epochs?.refused ?? 0)), ("unknown", epochs?.unknown),
      ("junk_bytes", stream.junkBytes),
      ("epochs", epochs?.epochs), ("fixes", epochs?.fixes), ("late", epochs?.late),
    ]
  }
}
