/// What passes for a sentence.
public struct Strictness: Sendable, Hashable {
  /// Whether a sentence without a checksum is refused.
  ///
  /// A wrong checksum always is.
  public var requiresChecksum: Bool
  /// The most bytes a sentence may have from `$` to the star: at least 128, and at most 4096.
  ///
  /// The standard says 79; receivers send up to some 500. What is longer is no sentence but noise.
  public var longest: Int {
    didSet { longest = Self.allowed(longest) }
  }

  /// Makes a rule; a length beyond its bounds becomes the nearest one within.
  public init(requiresChecksum: Bool = true, longest: Int = 1024) {
    self.requiresChecksum = requiresChecksum
    self.longest = Self.allowed(longest)
  }

  /// The quick framing reads what fits into its window; no stream is held back for more than a fraction of its buffer.
  private static func allowed(_ length: Int) -> Int { min(max(length, 128), 4096) }

  /// Checksums required.
  public static let standard = Strictness()
  /// For receivers that never send a checksum.
  public static let lenient = Strictness(requiresChecksum: false)
}
