internal import GPSFormats

/// Which records a listener wants, and where it goes on.
struct EventWishes: Sendable, Hashable {
  /// The kinds that are wanted; nil for all.
  var types: Set<RecordType>?
  /// The receiver that is wanted, by its place; nil for all.
  var receiver: Int?
  /// The id that the listener had last, as it said it.
  var last: String?

  init() {}
}
