/// The counts of a stream: how many sentences, messages and bytes of each kind it had so far.
///
/// Every byte is counted once, under what it turned out to be.
public struct StreamCounts: Sendable, Hashable {
  /// Sentences that were read.
  public var sentences = 0
  /// Sentences whose checksum is wrong, and frames of a binary language of which two messages have come.
  public var badChecksums = 0
  /// The types of which every sentence has a wrong checksum.
  public var failingTypes = FailingTypes()
  /// Sentences that were refused for a field that can't be, although their checksum is right.
  public var badFields = 0
  /// Sentences that began and have no end: no checksum came, or something else began in the middle of them.
  public var cutSentences = 0
  /// Sentences that would be right with bit 7 of each byte cleared; counted until a sentence is read.
  public var sevenBitSentences = 0
  /// Messages of u-blox.
  public var messages = 0
  /// Messages of corrections.
  public var corrections = 0
  /// Messages of SiRF.
  public var sirfMessages = 0
  /// Messages of CASIC.
  public var casicMessages = 0
  /// Messages of languages that are recognized and not read.
  public var strangers = ProtocolCounts()
  /// The kinds of the corrections, and the station that they are from.
  public var station = CorrectionStation()

  /// Bytes of the sentences that were read.
  public var sentenceBytes = 0
  /// Bytes of sentences that were refused, for their checksum or for a field.
  public var refusedBytes = 0
  /// Bytes of messages, those of corrections among them.
  public var messageBytes = 0
  /// Bytes of comments and of TAG blocks.
  public var commentBytes = 0
  /// Carriage returns and line feeds between all of these.
  public var lineEndBytes = 0
  /// Bytes that belong to nothing, those of cut sentences among them and those of refused ones not.
  public var junkBytes = 0

  /// Nothing yet.
  public init() {}

  /// All bytes that are done with.
  public var bytes: Int {
    sentenceBytes + refusedBytes + messageBytes + commentBytes + lineEndBytes + junkBytes
  }

  /// The part of all bytes that made sense, from 0 to 1; nil before there was one.
  public var goodPart: Double? { Self.goodPart(lost: junkBytes + refusedBytes, of: bytes) }

  /// The quality of any stream: the part of its bytes that made sense; nil before there was one.
  package static func goodPart(lost: Int, of bytes: Int) -> Double? {
    bytes > 0 ? 1 - Double(lost) / Double(bytes) : nil
  }

  /// Whether anything was found that a receiver says.
  public var isAnythingKnown: Bool { sentences + badFields + readMessages + corrections > 0 }

  /// Messages of all binary protocols that are read.
  public var readMessages: Int { messages + sirfMessages + casicMessages }

  /// The language that is spoken, and from which no position is read; nil if there is none.
  ///
  /// It is named once its messages make up a good part of the bytes that are not understood.
  public var stranger: BinaryProtocol? { strangers.stranger(beside: junkBytes + refusedBytes) }

  /// The same for what came after an earlier moment.
  package func stranger(since earlier: StreamCounts) -> BinaryProtocol? {
    let lost = junkBytes + refusedBytes - earlier.junkBytes - earlier.refusedBytes
    return strangers.since(earlier.strangers).stranger(beside: lost)
  }

  /// The binary language of most messages, where one is spoken: one that is read, corrections, or a stranger's.
  public var language: BinaryProtocol? {
    if max(messages, sirfMessages, casicMessages) > 1 {
      if messages >= max(sirfMessages, casicMessages) { return .ubx }
      return sirfMessages >= casicMessages ? .sirf : .casic
    }
    return stranger ?? (corrections > 1 ? .rtcm : nil)
  }
}

/// The counts of the epochs, and of the sentences that belong to them.
public struct EpochCounts: Sendable, Hashable {
  /// Epochs given out, with and without a fix.
  public var epochs = 0
  /// Epochs with a fix.
  public var fixes = 0
  /// Sentences that came after their epoch was given out; they are counted, never patched in.
  public var late = 0
  /// Epochs given out before their last sentence had come: the end of the burst was guessed, and the guess was wrong.
  public var early = 0
  /// Sentences that are well-formed and of a kind that is not known here.
  public var unknown = 0
  /// Sentences of a rarer type that were refused for a field that can't be; the stream counts those of the others.
  public var refused = 0

  /// Nothing yet.
  public init() {}
}
