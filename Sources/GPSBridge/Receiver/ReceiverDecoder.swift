internal import GNSS
internal import NMEA

/// Decodes bytes to epochs, for one device over all its openings, and counts what was understood.
struct ReceiverDecoder: Sendable {
  private var decoder: FixDecoder
  /// The counts when the present speed was set.
  private var base = StreamCounts()
  private var baseEpochs = 0
  private var bytes = 0
  /// All bytes that were read since the receiver was made.
  private var read = 0
  private var epochsBefore = 0

  /// Everything counted since the receiver was made, earlier openings among it.
  private(set) var totals = StreamTotals()

  private let strictness: Strictness

  init(_ reference: DateReference, _ strictness: Strictness = .standard) {
    self.strictness = strictness
    decoder = FixDecoder(reference, strictness)
  }

  /// Whether the text of each sentence is given out too.
  var givesSentences: Bool {
    get { decoder.givesSentences }
    set { decoder.givesSentences = newValue }
  }

  /// Whether the bytes of each binary message are given out too.
  var givesMessages: Bool {
    get { decoder.givesMessages }
    set { decoder.givesMessages = newValue }
  }

  /// How long the line must be quiet before the open epoch is complete.
  var quietTime: Duration { .nanoseconds(Int64(decoder.quietTime * 1e9)) }

  /// Whether an epoch waits for the line to be quiet, or for its next sentence.
  var hasOpenEpoch: Bool { decoder.hasOpenEpoch }

  /// The time of an epoch that is complete, but told only when the next one begins.
  var heldEpoch: TimeOfDay? { decoder.heldEpoch }

  /// The evidence since the present speed was set.
  var evidence: SpeedEvidence {
    let counts = decoder.streamCounts
    return SpeedEvidence(
      bytes: bytes, sentences: counts.sentences - base.sentences,
      messages: counts.readMessages - base.readMessages,
      corrections: counts.corrections - base.corrections,
      strangers: counts.strangers.messages - base.strangers.messages,
      epochs: decoder.epochCounts.epochs - baseEpochs, spoken: counts.language,
      stranger: counts.stranger(since: base))
  }

  /// Starts over after an opening: drops incomplete data and looks up the day again.
  mutating func restart(_ reference: DateReference) {
    epochsBefore += decoder.epochCounts.epochs
    totals.add(decoder.streamCounts, decoder.epochCounts)
    decoder.restart(reference, strictness)
    forgetSpeed()
  }

  /// Forgets the evidence when the speed changes: it says nothing about the new speed.
  mutating func forgetSpeed() {
    base = decoder.streamCounts
    baseEpochs = decoder.epochCounts.epochs
    bytes = 0
  }

  /// The day to compare dates with.
  var reference: DateReference {
    get { decoder.reference }
    set { decoder.reference = newValue }
  }

  mutating func decode(_ span: Span<UInt8>, into outputs: inout [DecodedOutput]) {
    bytes += span.count
    read += span.count
    let before = epochsBefore
    decoder.decode(span) { outputs.append(Self.numbered($0, after: before)) }
  }

  /// A read has brought all there is: an epoch is complete if its last sentence has come.
  mutating func nothingWaits(into outputs: inout [DecodedOutput]) {
    let before = epochsBefore
    decoder.nothingWaits { outputs.append(Self.numbered($0, after: before)) }
  }

  mutating func lineIsQuiet(into outputs: inout [DecodedOutput]) {
    let before = epochsBefore
    decoder.lineIsQuiet { outputs.append(Self.numbered($0, after: before)) }
  }

  mutating func finish(into outputs: inout [DecodedOutput]) {
    let before = epochsBefore
    decoder.finish { outputs.append(Self.numbered($0, after: before)) }
  }

  /// Counts of this and of all earlier openings.
  var counts: StreamTotals {
    var sum = totals
    sum.add(decoder.streamCounts, decoder.epochCounts)
    // Those of a sentence that has begun have come, too.
    sum.bytes = read
    return sum
  }

  /// Epoch numbers go on over all openings.
  private static func numbered(_ output: DecodedOutput, after before: Int) -> DecodedOutput {
    guard before > 0, case .fix(var fix) = output else { return output }
    fix.epoch += before
    return .fix(fix)
  }
}

/// Counts of everything that a receiver has said so far, over all its openings.
public struct StreamTotals: Sendable, Hashable {
  /// All bytes that were read.
  public var bytes = 0
  /// Sentences that were read.
  public var sentences = 0
  /// Messages of binary protocols that were read.
  public var messages = 0
  /// Sentences and messages whose checksum is wrong.
  public var badChecksums = 0
  /// The types of which every sentence has a wrong checksum.
  public var failingTypes = FailingTypes()
  /// Sentences that were refused for a field that can't be.
  public var badFields = 0
  /// Sentences that began and have no end.
  public var cutSentences = 0
  /// Sentences that would be right with bit 7 of each byte cleared.
  public var sevenBitSentences = 0
  /// Bytes of sentences that were refused, for their checksum or for a field.
  public var refusedBytes = 0
  /// Bytes that belong to nothing, those of cut sentences among them.
  public var junkBytes = 0
  /// Epochs given out, with and without a fix.
  public var epochs = 0
  /// Epochs with a fix.
  public var fixes = 0
  /// Epochs whose position was refused as impossible: 0°, 0°.
  public var refusedPositions = 0
  /// Sentences that came after their epoch was given out.
  public var late = 0
  /// The binary language of most messages, whether or not positions are read from it; nil where none is spoken.
  public var language: BinaryProtocol?

  /// Nothing yet.
  public init() {}

  /// The part of all bytes that made sense, from 0 to 1; nil before there was one.
  public var goodPart: Double? { StreamCounts.goodPart(lost: junkBytes + refusedBytes, of: bytes) }

  mutating func add(_ stream: StreamCounts, _ epoch: EpochCounts) {
    bytes += stream.bytes
    sentences += stream.sentences
    messages += stream.readMessages + stream.corrections
    badChecksums += stream.badChecksums
    failingTypes.add(stream.failingTypes)
    badFields += stream.badFields + epoch.refused
    cutSentences += stream.cutSentences
    sevenBitSentences += stream.sevenBitSentences
    refusedBytes += stream.refusedBytes
    junkBytes += stream.junkBytes
    epochs += epoch.epochs
    fixes += epoch.fixes
    late += epoch.late
    language = stream.language ?? language
  }
}
