/// What a stream has been made of so far.
public struct StreamCounts: Sendable, Hashable {
  /// All bytes.
  public var bytes = 0
  /// Sentences that were read.
  public var sentences = 0
  /// Sentences whose checksum is wrong.
  public var badChecksum = 0
  /// Sentences that were refused for a field that can't be, although their checksum is right.
  public var badField = 0
  /// Messages of u-blox.
  public var messages = 0
  /// Messages of corrections.
  public var corrections = 0
  /// Bytes that belong to nothing, those of refused sentences not among them.
  public var junkBytes = 0

  /// Nothing yet.
  public init() {}

  /// Whether anything was found that a receiver says.
  public var isAnythingKnown: Bool { sentences + badField + messages + corrections > 0 }
}
