/// Reads the sentences out of text that lies in memory.
///
/// For a stream that comes in pieces, or that has binary messages between the sentences, use `StreamSplitter` of the
/// `GNSS` module. This one is for a log file that is nothing but sentences.
public struct SentenceParser: Sendable {
  /// What passes for a sentence.
  public var strictness: Strictness
  /// Sentences read so far.
  public private(set) var sentences = 0
  /// Sentences rejected so far: a wrong checksum, a position that can't be.
  public private(set) var rejected = 0

  /// Makes a parser with a rule for what passes.
  public init(_ strictness: Strictness = .standard) { self.strictness = strictness }

  /// Reads all sentences that are whole, and answers how many bytes are done with.
  ///
  /// What is left is the beginning of a sentence; give it again, with what follows.
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
    switch SentenceFrame.question(bytes, strictness) {
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
