internal import GNSS
internal import NMEA

/// From bytes to epochs, for one device over all its openings, with a count of what was understood.
struct ReceiverDecoder: Sendable {
  private var decoder: FixDecoder
  private var sirf = SiRFRecognizer()
  /// What had been counted when the present speed was set.
  private var base = StreamCounts()
  private var baseEpochs = 0
  private var bytes = 0
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

  /// The time of an epoch that is complete, and told only when the next one begins.
  var heldEpoch: TimeOfDay? { decoder.heldEpoch }

  /// What was understood since the present speed was set.
  var evidence: SpeedEvidence {
    let counts = decoder.streamCounts
    return SpeedEvidence(
      bytes: bytes, sentences: counts.sentences - base.sentences, messages: counts.messages - base.messages,
      corrections: counts.corrections - base.corrections, sirf: sirf.messages,
      epochs: decoder.epochCounts.epochs - baseEpochs)
  }

  /// The device was opened: what was half said before is forgotten, and the day is looked up again.
  mutating func restart(_ reference: DateReference) {
    epochsBefore += decoder.epochCounts.epochs
    totals.add(decoder.streamCounts, decoder.epochCounts)
    decoder.restart(reference, strictness)
    forgetSpeed()
  }

  /// The speed was changed: what came before says nothing about it.
  mutating func forgetSpeed() {
    base = decoder.streamCounts
    baseEpochs = decoder.epochCounts.epochs
    bytes = 0
    sirf = SiRFRecognizer()
  }

  mutating func decode(_ span: Span<UInt8>, into outputs: inout [DecodedOutput]) {
    bytes += span.count
    // Cheap, and only of interest while nothing else is understood.
    if decoder.streamCounts.sentences == base.sentences { sirf.take(span) }
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
    return sum
  }

  /// Epochs are counted on over all openings.
  private static func numbered(_ output: DecodedOutput, after before: Int) -> DecodedOutput {
    guard before > 0, case .fix(var fix) = output else { return output }
    fix.epoch += before
    return .fix(fix)
  }
}
