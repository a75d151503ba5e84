/// The numbers of sentences, messages and bytes of each kind in a stream.
///
/// Every byte is counted once, as the kind that it was recognized as.
public struct StreamCounts: Sendable, Hashable {
  /// Valid sentences.
  public var sentences = 0
  /// Sentences with a wrong checksum, and damaged frames of a binary protocol after two valid messages.
  public var badChecksums = 0
  /// The types whose checksums are always wrong.
  package var failingTypes = FailingTypes()
  /// Sentences that were rejected for an impossible field, although their checksum is valid.
  public var badFields = 0
  /// Sentences without an end: the checksum is missing, or something else began in the middle of them.
  public var cutSentences = 0
  /// Sentences that would be valid with bit 7 of each byte cleared; 0 after the first valid sentence.
  public var sevenBitSentences = 0
  /// Messages of u-blox.
  public var messages = 0
  /// RTCM 3 messages.
  public var corrections = 0
  /// SiRF messages.
  public var sirfMessages = 0
  /// CASIC messages.
  public var casicMessages = 0
  /// Messages of protocols that are recognized but not decoded.
  package var strangers = ProtocolCounts()
  /// The kinds of the corrections, and the station that sends them.
  package var station = CorrectionStation()

  /// Bytes of valid sentences.
  public var sentenceBytes = 0
  /// Bytes of sentences that were rejected for their checksum or for a field.
  public var refusedBytes = 0
  /// Bytes of messages, including corrections.
  public var messageBytes = 0
  /// Bytes of comments and of TAG blocks.
  public var commentBytes = 0
  /// Carriage returns and line feeds between sentences, messages and comments.
  public var lineEndBytes = 0
  /// Bytes outside of any frame, including unfinished sentences but not rejected ones.
  public var junkBytes = 0

  /// Creates empty counts.
  public init() {}

  /// All bytes processed.
  public var bytes: Int {
    sentenceBytes + refusedBytes + messageBytes + commentBytes + lineEndBytes + junkBytes
  }

  /// The fraction of bytes in valid frames, from 0 to 1; nil before the first byte.
  public var goodPart: Double? { Self.goodPart(lost: junkBytes + refusedBytes, of: bytes) }

  /// The fraction of bytes in valid frames of any stream; nil before the first byte.
  package static func goodPart(lost: Int, of bytes: Int) -> Double? {
    bytes > 0 ? 1 - Double(lost) / Double(bytes) : nil
  }

  /// Whether anything was recognized that a receiver sends.
  public var isAnythingKnown: Bool { sentences + badFields + readMessages + corrections > 0 }

  /// Messages of all binary protocols that are decoded.
  public var readMessages: Int { messages + sirfMessages + casicMessages }

  /// The protocol that the receiver sends although no position is decoded from it; nil if not found.
  ///
  /// It is set once its messages amount to a significant part of the bytes that are otherwise undecodable.
  public var stranger: BinaryProtocol? { strangers.stranger(beside: junkBytes + refusedBytes) }

  /// The same for the data since an earlier time.
  package func stranger(since earlier: StreamCounts) -> BinaryProtocol? {
    let lost = junkBytes + refusedBytes - earlier.junkBytes - earlier.refusedBytes
    return strangers.since(earlier.strangers).stranger(beside: lost)
  }

  /// The binary protocol with the most messages, decoded or not, including corrections; nil if not found.
  public var language: BinaryProtocol? {
    if max(messages, sirfMessages, casicMessages) > 1 {
      if messages >= max(sirfMessages, casicMessages) { return .ubx }
      return sirfMessages >= casicMessages ? .sirf : .casic
    }
    return stranger ?? (corrections > 1 ? .rtcm : nil)
  }

  mutating func count(_ language: BinaryProtocol, bytes: Int) {
    messageBytes += bytes
    switch language {
    case .ubx: messages += 1
    case .rtcm: corrections += 1
    case .sirf: sirfMessages += 1
    case .casic: casicMessages += 1
    default: strangers.add(language, bytes: bytes)
    }
  }

  /// The number of messages of a protocol that is decoded, or of corrections; 0 for other protocols.
  func messages(of language: BinaryProtocol) -> Int {
    switch language {
    case .ubx: messages
    case .rtcm: corrections
    case .sirf: sirfMessages
    case .casic: casicMessages
    default: 0
    }
  }
}

package struct EpochCounts: Sendable, Hashable {
  /// Completed epochs, with and without a fix.
  package var epochs = 0
  package var fixes = 0
  /// Epochs with a position that the receiver itself marks as invalid.
  package var markedInvalid = 0
  /// Epochs whose position does not fit its neighbors on a line that damages sentences.
  package var withheld = 0
  /// Sentences that arrived after their epoch was completed; they are counted and otherwise ignored.
  package var late = 0
  /// Epochs completed before their last sentence, because the end of the burst was guessed wrongly.
  package var early = 0
  /// Valid sentences of an unknown kind.
  package var unknown = 0
  /// Sentences of rarer types rejected for an impossible field; the stream counts common types itself.
  package var refused = 0

  package init() {}
}
