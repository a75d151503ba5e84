/// Reads the sentences out of text that lies in memory.
///
/// For a stream that comes in pieces, or that has binary messages between the sentences, use `StreamSplitter` of the
/// `GNSS` module. This one is for a log file that is nothing but sentences.
public struct SentenceParser: Sendable {
  /// The rule for accepting a sentence.
  public var strictness: Strictness
  /// Sentences read so far.
  public private(set) var sentences = 0
  /// Sentences rejected so far: a wrong checksum, a position that can't be.
  public private(set) var rejected = 0

  /// Makes a parser with a rule for what passes.
  public init(_ strictness: Strictness = .standard) { self.strictness = strictness }

  /// Reads all sentences that are whole, and answers how many bytes are done with.
  ///
  /// The bytes that are left are the beginning of a sentence; pass them again, with those that follow.
  @inline(never)
  @discardableResult
  public mutating func parse(_ bytes: Span<UInt8>, into sink: inout some SentenceSink) -> Int {
    var place = 0
    let end = bytes.count
    while place < end {
      guard bytes[place] == UInt8(ascii: "$") || bytes[place] == UInt8(ascii: "!") else {
        place &+= 1
        continue
      }
      if bytes[place] == UInt8(ascii: "$"), place >= SentenceWindow.lead, end &- place >= SentenceWindow.reach
      {
        let first = place &- SentenceWindow.lead &+ 1
        let window = bytes.extracting(first..<(first &+ SentenceWindow.size))
        let length = SentenceDelivery.quick(window, limit: end &- place, into: &sink)
        if length > 0 {
          sentences &+= 1
          place &+= length
          if bytes[place] == 0x0D, bytes[place &+ 1] == 0x0A { place &+= 2 }
          continue
        }
      }
      guard let next = careful(bytes.extracting(place..<end), into: &sink) else { return place }
      place &+= next
    }
    return end
  }

  /// One sentence, byte by byte; the bytes it takes up, or nil if more must come.
  @inline(never)
  private mutating func careful(_ bytes: Span<UInt8>, into sink: inout some SentenceSink) -> Int? {
    switch SentenceFrame.recognize(bytes, strictness) {
    case .needsMore: return nil
    case .notMine: return 1
    case .broken(let length, let error):
      rejected += 1
      sink.reject(bytes.extracting(0..<length), error)
      return length
    case .sentence(let frame):
      if SentenceDelivery.careful(bytes, frame, into: &sink) { sentences += 1 } else { rejected += 1 }
      return frame.length
    }
  }
}

/// A rule for accepting sentences.
public struct Strictness: Sendable, Hashable {
  /// Whether a sentence without a checksum is refused.
  ///
  /// A wrong checksum always is.
  public var requiresChecksum: Bool
  /// The most bytes a sentence may have from `$` to the star: at least 128, and at most 4096.
  ///
  /// The standard says 79; receivers send up to some 500. Anything longer is noise.
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
