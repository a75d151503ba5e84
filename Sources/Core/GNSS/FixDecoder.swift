public import NMEA

/// Decodes a receiver's stream of bytes into one fix per epoch.
///
/// ```swift
/// var decoder = FixDecoder(.recording())
/// decoder.decode(bytes.span) { output in
///   if case .fix(let fix) = output, let place = fix.coordinate { print(place.latitude, place.longitude) }
/// }
/// decoder.finish { _ in }
/// ```
///
/// It performs no I/O and reads no clock. Its memory is bounded, whatever the input.
public struct FixDecoder: Sendable {
  private var splitter: StreamSplitter
  private var assembler: EpochAssembler

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - reference: The day that dates are compared with.
  ///   - strictness: The rule for accepting a sentence.
  public init(_ reference: DateReference, _ strictness: Strictness = .standard) {
    splitter = StreamSplitter(strictness)
    assembler = EpochAssembler(reference)
  }

  /// Starts over after an interruption: incomplete data is dropped, and nothing is emitted twice.
  ///
  /// A receiver that was asleep may still send the rest of an epoch that was emitted long ago.
  package mutating func restart(_ reference: DateReference, _ strictness: Strictness = .standard) {
    splitter = StreamSplitter(strictness)
    assembler.restart(reference)
  }

  /// The day that dates are compared with; it may become known while a stream is decoded.
  package var reference: DateReference {
    get { assembler.calendar.reference }
    set { if newValue != assembler.calendar.reference { assembler.calendar.reference = newValue } }
  }

  /// Whether every valid sentence is emitted as well, as ``DecodedOutput/sentence(_:)``.
  ///
  /// Each one requires a copy, so this is off by default.
  public var givesSentences: Bool {
    get { assembler.gives.sentences }
    set { assembler.gives.sentences = newValue }
  }

  /// Whether the sentences with measurements are emitted with their texts.
  package var givesMeasurements: Bool {
    get { assembler.gives.measurements }
    set { assembler.gives.measurements = newValue }
  }

  /// Whether a sentence has data of no epoch: a heading, a rate of turn or error statistics.
  package static func isMeasurement(_ sentence: Span<UInt8>) -> Bool {
    EpochAssembler.isMeasurement(sentence)
  }

  /// Gives batches the names of all sentences, unless ``givesSentences`` requests their texts.
  ///
  /// Sentences in which a receiver describes itself are emitted with their texts.
  package mutating func giveNames() { assembler.gives.names = true }

  /// Whether every valid binary message is emitted as well, as ``DecodedOutput/message(_:)``.
  ///
  /// Each one requires a copy, so this is off by default.
  public var givesMessages: Bool {
    get { assembler.gives.messages }
    set { assembler.gives.messages = newValue }
  }

  /// Whether ``decodeCounted(_:_:)`` and its variants pass real counts with each result, instead of zeros.
  package var givesCounts: Bool {
    get { assembler.gives.counts }
    set { assembler.gives.counts = newValue }
  }

  /// The largest chunk decoded before results are emitted, which bounds the number of pending results.
  private static let portion = 4096

  /// Decodes the next bytes, in chunks of any size, and emits each epoch that they complete.
  public mutating func decode(_ bytes: Span<UInt8>, _ receive: (DecodedOutput) -> Void) {
    decodeCounted(bytes) { output, _ in receive(output) }
  }

  /// Reports that no further bytes are waiting: the open epoch is emitted if its last sentence has arrived.
  ///
  /// Call it on a live line after a read has returned everything available. The last sentence of an epoch is
  /// a guess, available from the fourth burst on: later sentences of the epoch count as late. Do
  /// not call it for a recording, which needs no guess.
  public mutating func nothingWaits(_ receive: (DecodedOutput) -> Void) {
    nothingWaitsCounted { output, _ in receive(output) }
  }

  /// Reports that the line was quiet for longer than the gaps within a burst: the open epoch is complete.
  ///
  /// See ``quietTime``. Later sentences of that epoch count as late.
  public mutating func lineIsQuiet(_ receive: (DecodedOutput) -> Void) {
    assembler.lineIsQuiet()
    giveOut { output, _ in receive(output) }
  }

  /// Ends the stream, or reports an interruption: complete data is emitted, and incomplete data is dropped.
  public mutating func finish(_ receive: (DecodedOutput) -> Void) {
    finishCounted { output, _ in receive(output) }
  }

  /// Seconds of silence after which to call ``lineIsQuiet(_:)``: a large part of the gap between bursts.
  ///
  /// It depends on the receiver's epoch interval: 0.35 s at one epoch per second, 35 ms at ten.
  public var quietTime: Double {
    let interval = Double(assembler.interval ?? 1_000_000_000) / 1e9
    return min(max(interval * 0.35, 0.02), 0.7)
  }

  /// Whether an epoch is open; if not, ``lineIsQuiet(_:)`` has no effect.
  public var hasOpenEpoch: Bool { assembler.waitsForEnd }

  /// The counts of the stream.
  public var streamCounts: StreamCounts { splitter.counts }
  package var epochCounts: EpochCounts { assembler.counts }

  /// Updates counts; returns ``quietTime`` while an epoch is open, and the time of an epoch that is held.
  ///
  /// It is mutating because the decoder is large: a getter would be called on a copy.
  package mutating func status(
    _ counts: inout DecodedCounts
  ) -> (quietTime: Double?, heldEpoch: TimeOfDay?) {
    // Not `splitter.counts`, which would be called on a copy.
    counts.stream = splitter.walker.counts
    counts.epochs = assembler.counts
    return (hasOpenEpoch ? quietTime : nil, assembler.heldTime)
  }

  private mutating func giveOut(_ receive: (DecodedOutput, DecodedCounts) -> Void) {
    guard !assembler.output.isEmpty else { return }
    if assembler.needsCounts { assembler.receive(counts: splitter.counts) }
    defer { assembler.countsAtOutput.removeAll(keepingCapacity: true) }
    let nothing = DecodedCounts()
    for index in assembler.output.indices {
      // Swapped out, not copied: a fix is nearly 400 bytes, and a copy would retain its arrays.
      var result = DecodedOutput.sentence([])
      swap(&result, &assembler.output[index])
      // Two calls, because a choice between the two would be copied.
      if assembler.gives.counts { receive(result, assembler.countsAtOutput.span[index]) }
      if !assembler.gives.counts { receive(result, nothing) }
    }
    assembler.output.removeAll(keepingCapacity: true)
  }

  // MARK: - Results in a batch

  /// The same as ``decode(_:_:)`` and, if no further bytes are waiting, ``nothingWaits(_:)``.
  ///
  /// It exchanges the results for an empty batch, so that none is copied and the decoder uses its room.
  package mutating func decode(_ bytes: Span<UInt8>, isAll: Bool, into batch: inout DecodedBatch) {
    splitter.split(bytes, into: &assembler)
    if isAll, splitter.isAtEnd { assembler.nothingWaits() }
    batch.take(&assembler.output, &assembler.names)
  }

  /// The same as ``lineIsQuiet(_:)``, for an empty batch.
  package mutating func lineIsQuiet(into batch: inout DecodedBatch) {
    assembler.lineIsQuiet()
    batch.take(&assembler.output, &assembler.names)
  }

  /// The same as ``finish(_:)``, for an empty batch.
  package mutating func finish(into batch: inout DecodedBatch) {
    splitter.finish(into: &assembler)
    assembler.streamEnded()
    batch.take(&assembler.output, &assembler.names)
  }

  // MARK: - Results with counts

  /// The same as ``decode(_:_:)``, with the counts of the stream up to the frame that completed each result.
  ///
  /// They do not depend on how the stream is split into chunks.
  package mutating func decodeCounted(
    _ bytes: Span<UInt8>, _ receive: (DecodedOutput, DecodedCounts) -> Void
  ) {
    var taken = 0
    while taken < bytes.count {
      let next = min(taken + Self.portion, bytes.count)
      splitter.split(bytes.extracting(taken..<next), into: &assembler)
      taken = next
      giveOut(receive)
    }
  }

  /// The same as ``nothingWaits(_:)``, with counts.
  package mutating func nothingWaitsCounted(_ receive: (DecodedOutput, DecodedCounts) -> Void) {
    guard splitter.isAtEnd else { return }
    assembler.nothingWaits()
    giveOut(receive)
  }

  /// The same as ``finish(_:)``, with counts.
  package mutating func finishCounted(_ receive: (DecodedOutput, DecodedCounts) -> Void) {
    splitter.finish(into: &assembler)
    assembler.streamEnded()
    giveOut(receive)
  }
}
