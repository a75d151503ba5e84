internal import GPSFormats

/// The records a listener requests, and where it continues.
struct EventWishes: Sendable, Hashable {
  /// The requested kinds, or nil for all.
  var types: Set<RecordType>?
  /// The requested receiver by index, or nil for all.
  var receiver: Int?
  /// The last id that the listener received, as it sent it.
  var last: String?

  init() {}
}
