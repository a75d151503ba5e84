/// How much a store may take of the disk, and how often it writes.
public struct StoreLimits: Sendable, Hashable {
  /// How long positions are kept; nil keeps them until they are removed by hand.
  public var keep: Duration?
  /// The most bytes that the store may have; nil if the disk alone limits it.
  public var maxSize: Int?
  /// The bytes on the disk that the store leaves to others.
  public var keepFree: Int
  /// How much a power cut may take: longer saves the flash of small machines.
  public var commit: Duration

  /// Creates limits; without arguments, the ones of a store that keeps everything.
  public init(
    keep: Duration? = nil, maxSize: Int? = nil, keepFree: Int = 256 << 20, commit: Duration = .seconds(1)
  ) {
    (self.keep, self.maxSize, self.keepFree, self.commit) = (keep, maxSize, keepFree, commit)
  }
}
