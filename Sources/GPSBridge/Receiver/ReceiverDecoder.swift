internal import GNSS
internal import NMEA

/// Decodes bytes into epochs, for one device across all its openings, and counts the results.
struct ReceiverDecoder: Sendable {
  private var decoder: FixDecoder
  /// The counts when the current speed was set.
  private var base = StreamCounts()
  private var baseEpochs = 0
  private var bytes = 0
  /// All bytes read since the receiver was created.
  private var read = 0
  private var epochsBefore = 0

  /// The counts of all earlier openings.
  private(set) var totals = StreamTotals()

  private let strictness: Strictness

  init(_ reference: DateReference, _ strictness: Strictness = .standard) {
    self.strictness = strictness
    decoder = FixDecoder(reference, strictness)
  }

  /// Whether to emit the text of each sentence.
  var givesSentences: Bool {
    get { decoder.givesSentences }
    set { decoder.givesSentences = newValue }
  }

  /// Whether to emit the bytes of each binary message.
  var givesMessages: Bool {
    get { decoder.givesMessages }
    set { decoder.givesMessages = newValue }
  }

  /// How long the line must be quiet before the open epoch is complete.
  var quietTime: Duration { .nanoseconds(Int64(decoder.quietTime * 1e9)) }

  /// Whether an epoch is waiting for the line to be quiet, or for its next sentence.
  var hasOpenEpoch: Bool { decoder.hasOpenEpoch }

  /// The time of an epoch that is complete, but is reported only when the next one begins.
  var heldEpoch: TimeOfDay? { decoder.heldEpoch }

  /// The evidence since the current speed was set.
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

  /// Starts over after an opening: drops incomplete data and sets the reference day.
  mutating func restart(_ reference: DateReference) {
    epochsBefore += decoder.epochCounts.epochs
    totals.add(decoder.streamCounts, decoder.epochCounts)
    decoder.restart(reference, strictness)
    forgetSpeed()
  }

  /// Discards the evidence when the speed changes: it does not apply to the new speed.
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

  /// The read returned all available bytes: completes an epoch whose last sentence has arrived.
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

  /// Counts of this and all earlier openings.
  var counts: StreamTotals {
    var sum = totals
    sum.add(decoder.streamCounts, decoder.epochCounts)
    // Include the bytes of an unfinished sentence.
    sum.bytes = read
    return sum
  }

  /// Numbers epochs continuously across openings.
  private static func numbered(_ output: DecodedOutput, after before: Int) -> DecodedOutput {
    guard before > 0, case .fix(var fix) = output else { return output }
    fix.epoch += before
    return .fix(fix)
  }
}
