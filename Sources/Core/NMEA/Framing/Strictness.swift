/// A rule for accepting sentences.
public struct Strictness: Sendable, Hashable {
  /// Whether a sentence without a checksum is rejected.
  ///
  /// A wrong checksum is always rejected.
  public var requiresChecksum: Bool
  /// The longest sentence from `$` to the star, in bytes, between 128 and 4096.
  ///
  /// The standard allows 79; receivers send up to about 500. Anything longer is noise.
  public var longest: Int { didSet { longest = Self.allowed(longest) } }

  /// Makes a rule; the length is clamped to its bounds.
  public init(requiresChecksum: Bool = true, longest: Int = 1024) {
    self.requiresChecksum = requiresChecksum
    self.longest = Self.allowed(longest)
  }

  /// The quick framing needs the lower bound; the upper one limits how much of a stream is held back.
  private static func allowed(_ length: Int) -> Int { min(max(length, 128), 4096) }

  /// The rule that requires checksums.
  public static let standard = Strictness()
  /// The rule for receivers that never send checksums.
  public static let lenient = Strictness(requiresChecksum: false)
}
