/// A parser for sentences in memory.
///
/// For a stream that arrives in pieces, or that also contains binary messages, use `StreamSplitter` of the
/// `GNSS` module. This parser is for log files that contain only sentences.
public struct SentenceParser: Sendable {
  /// The rule for accepting a sentence.
  public var strictness: Strictness
  /// The number of sentences read.
  public private(set) var sentences = 0
  /// The number of sentences rejected, for example because of the checksum or an impossible position.
  public private(set) var rejected = 0

  /// Makes a parser with a rule for accepting sentences.
  public init(_ strictness: Strictness = .standard) { self.strictness = strictness }

  /// Reads all complete sentences, and returns the number of bytes that were consumed.
  ///
  /// Any remaining bytes are the start of a sentence; pass them again, followed by more input.
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

  /// Reads one sentence byte by byte; returns its length, or nil if more bytes are needed.
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
      if SentenceDelivery.careful(bytes, frame, into: &sink) == nil { sentences += 1 } else { rejected += 1 }
      return frame.length
    }
  }
}
