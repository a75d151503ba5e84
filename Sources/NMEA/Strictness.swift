/// What passes for a sentence.
public struct Strictness: Sendable, Hashable {
  /// Whether a sentence without a checksum is refused.
  ///
  /// A wrong checksum always is.
  public var requiresChecksum: Bool
  /// The most bytes a sentence may have, from `$` to the checksum.
  ///
  /// The standard says 82; receivers send up to some 500. What is longer is no sentence but noise.
  public var longest: Int

  /// Makes a rule; at least 82 bytes are always allowed, and at most 4096.
  public init(requiresChecksum: Bool = true, longest: Int = 1024) {
    self.requiresChecksum = requiresChecksum
    self.longest = min(max(longest, 82), 4096)
  }

  /// Checksums required.
  public static let standard = Strictness()
  /// For receivers that never send a checksum.
  public static let lenient = Strictness(requiresChecksum: false)
}
