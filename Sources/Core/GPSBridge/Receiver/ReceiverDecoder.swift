internal import GNSS
internal import NMEA

/// Decodes bytes into epochs, for one device across all its openings, and counts the results.
struct ReceiverDecoder: ~Copyable, Sendable {
  private var decoder: FixDecoder
  /// The decoder's counts after the last read.
  private var decoded = DecodedCounts()
  /// How long the line must be quiet before the open epoch is complete; nil if no epoch is open.
  private(set) var quietTime: Duration?
  /// The time of an epoch that is complete, but is reported only when the next one begins.
  private(set) var heldEpoch: TimeOfDay?
  /// Whether the last read completed more than one epoch.
  private(set) var hasSeveralFixes = false
  /// The counts when the current speed was set.
  private var base = StreamCounts()
  private var baseEpochs = 0
  private var bytes = 0
  /// All bytes read since the receiver was created.
  private var read = 0
  /// The epochs of earlier openings, so that numbers continue.
  private var epochsBefore = 0

  /// The counts of all earlier openings.
  private(set) var totals = StreamTotals()

  private let strictness: Strictness

  /// The exchange of settings needs the names of all sentences.
  init(_ reference: DateReference, _ strictness: Strictness = .standard) {
    self.strictness = strictness
    decoder = FixDecoder(reference, strictness)
    decoder.giveNames()
  }

  /// Whether to emit the text of each sentence.
  var givesSentences: Bool {
    get { decoder.givesSentences }
    set { decoder.givesSentences = newValue }
  }

  /// Whether to emit the text of each sentence with measurements.
  var givesMeasurements: Bool {
    get { decoder.givesMeasurements }
    set { decoder.givesMeasurements = newValue }
  }

  /// Whether to emit the bytes of each binary message.
  var givesMessages: Bool {
    get { decoder.givesMessages }
    set { decoder.givesMessages = newValue }
  }

  /// The evidence since the current speed was set; mutating, because a getter would be called on a copy.
  mutating func evidence() -> SpeedEvidence {
    let counts = decoded.stream
    return SpeedEvidence(
      bytes: bytes, sentences: counts.sentences - base.sentences,
      messages: counts.readMessages - base.readMessages,
      corrections: counts.corrections - base.corrections,
      strangers: counts.strangers.messages - base.strangers.messages,
      epochs: decoded.epochs.epochs - baseEpochs, spoken: counts.language,
      stranger: counts.stranger(since: base))
  }

  /// Starts over after an opening: drops incomplete data and sets the reference day.
  mutating func restart(_ reference: DateReference) {
    epochsBefore += decoded.epochs.epochs
    totals.add(decoded.stream, decoded.epochs)
    decoder.restart(reference, strictness)
    followDecoder()
    forgetSpeed()
  }

  /// Discards the evidence when the speed changes: it does not apply to the new speed.
  mutating func forgetSpeed() {
    base = decoded.stream
    baseEpochs = decoded.epochs.epochs
    bytes = 0
  }

  private mutating func followDecoder() {
    let status = decoder.status(&decoded)
    quietTime = status.quietTime.map { .nanoseconds(Int64($0 * 1e9)) }
    heldEpoch = status.heldEpoch
  }

  var reference: DateReference {
    get { decoder.reference }
    set { decoder.reference = newValue }
  }

  /// Decodes a read; `isAll` if no further bytes wait, which completes an epoch whose last sentence has come.
  mutating func decode(_ span: Span<UInt8>, isAll: Bool, into batch: inout DecodedBatch) {
    bytes += span.count
    read += span.count
    let before = decoded.epochs.epochs
    decoder.decode(span, isAll: isAll, into: &batch)
    if epochsBefore > 0 { batch.add(epochs: epochsBefore) }
    followDecoder()
    hasSeveralFixes = decoded.epochs.epochs - before > 1
  }

  /// The bytes of this opening that were damaged, or of no known form.
  var damagedBytes: Int { decoded.stream.refusedBytes + decoded.stream.junkBytes }

  mutating func lineIsQuiet(into batch: inout DecodedBatch) {
    decoder.lineIsQuiet(into: &batch)
    if epochsBefore > 0 { batch.add(epochs: epochsBefore) }
    followDecoder()
  }

  mutating func finish(into batch: inout DecodedBatch) {
    decoder.finish(into: &batch)
    if epochsBefore > 0 { batch.add(epochs: epochsBefore) }
    followDecoder()
  }

  /// Counts of this and all earlier openings.
  var counts: StreamTotals {
    var sum = totals
    sum.add(decoded.stream, decoded.epochs)
    // Include the bytes of an unfinished sentence.
    sum.bytes = read
    return sum
  }
}
