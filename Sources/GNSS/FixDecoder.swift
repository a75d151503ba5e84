public import NMEA

/// Bytes in, fixes out: the whole way from a receiver's stream to one fix for each epoch, as one value.
///
/// ```swift
/// var decoder = FixDecoder(.recording())
/// decoder.decode(bytes.span) { output in
///   if case .fix(let fix) = output, let place = fix.coordinate { print(place.latitude, place.longitude) }
/// }
/// decoder.finish { _ in }
/// ```
///
/// It does no input and reads no clock. Its memory is bounded, whatever it is fed with.
public struct FixDecoder: Sendable {
  private var splitter: StreamSplitter
  private var assembler: EpochAssembler

  /// Makes a decoder.
  ///
  /// - Parameters:
  ///   - reference: The day to compare dates with.
  ///   - strictness: The rule for accepting a sentence.
  public init(_ reference: DateReference, _ strictness: Strictness = .standard) {
    splitter = StreamSplitter(strictness)
    assembler = EpochAssembler(reference)
  }

  /// Starts over behind an interruption: half-read data is dropped, and nothing is reported twice.
  ///
  /// A receiver that was asleep may bring what it had still to say of an epoch that was given out long ago.
  package mutating func restart(_ reference: DateReference, _ strictness: Strictness = .standard) {
    splitter = StreamSplitter(strictness)
    assembler.restart(reference)
  }

  /// The day to compare dates with; it may become known while a stream is decoded.
  package var reference: DateReference {
    get { assembler.calendar.reference }
    set { if newValue != assembler.calendar.reference { assembler.calendar.reference = newValue } }
  }

  /// Whether every whole sentence is given out too, as ``DecodedOutput/sentence(_:)``.
  ///
  /// Each costs a copy, which is only made on request.
  public var givesSentences: Bool {
    get { assembler.gives.sentences }
    set { assembler.gives.sentences = newValue }
  }

  /// Whether every whole binary message is given out too, as ``DecodedOutput/message(_:)``.
  ///
  /// Each costs a copy, which is only made on request.
  public var givesMessages: Bool {
    get { assembler.gives.messages }
    set { assembler.gives.messages = newValue }
  }

  /// Whether ``decodeCounted(_:_:)`` and its like give the counts with each result, instead of zeros.
  package var givesCounts: Bool {
    get { assembler.gives.counts }
    set { assembler.gives.counts = newValue }
  }

  /// Pieces are given out between portions of this size, so that what waits to be given out stays small.
  private static let portion = 4096

  /// Takes the next bytes, in pieces of any size, and gives out each epoch that they complete.
  public mutating func decode(_ bytes: Span<UInt8>, _ receive: (DecodedOutput) -> Void) {
    decodeCounted(bytes) { output, _ in receive(output) }
  }

  /// Says that no further byte is waiting: the open epoch is given out if its last sentence has come.
  ///
  /// Call it on a live line, when a read has brought all there is. The last sentence of an epoch is known from the
  /// fourth burst on, and it is a guess: more of the epoch that comes later is counted as late, and
  /// ``EpochCounts/early`` counts the wrong guesses. Do not call it for a recording, which needs no guess.
  public mutating func nothingWaits(_ receive: (DecodedOutput) -> Void) {
    nothingWaitsCounted { output, _ in receive(output) }
  }

  /// The line has been quiet for longer than the gaps within a burst: the open epoch is complete.
  ///
  /// See ``quietTime``. A sentence of that epoch that comes later is counted as late.
  public mutating func lineIsQuiet(_ receive: (DecodedOutput) -> Void) {
    assembler.lineIsQuiet()
    giveOut { output, _ in receive(output) }
  }

  /// The stream has ended, or was interrupted: what is complete is given out, and what is half said is not gone on with.
  public mutating func finish(_ receive: (DecodedOutput) -> Void) {
    finishCounted { output, _ in receive(output) }
  }

  /// Seconds of silence after which ``lineIsQuiet(_:)`` should be called: a good part of the gap between bursts.
  ///
  /// It follows from the interval that the receiver keeps: 0.35 s at one epoch a second, 35 ms at ten.
  public var quietTime: Double {
    let interval = Double(assembler.interval ?? 1_000_000_000) / 1e9
    return min(max(interval * 0.35, 0.02), 0.7)
  }

  /// Whether an epoch waits for its end; where none does, ``lineIsQuiet(_:)`` has nothing to do.
  public var hasOpenEpoch: Bool { assembler.waitsForEnd }

  /// The time of an epoch that is complete and waits for the next time, which shows whether the clock was set back.
  package var heldEpoch: TimeOfDay? { assembler.heldTime }

  /// The counts of the stream so far.
  public var streamCounts: StreamCounts { splitter.counts }
  /// The counts of the epochs so far.
  public var epochCounts: EpochCounts { assembler.counts }

  private mutating func giveOut(_ receive: (DecodedOutput, DecodedCounts) -> Void) {
    guard !assembler.output.isEmpty else { return }
    if assembler.needsCounts { assembler.receive(counts: splitter.counts) }
    defer { assembler.countsAtOutput.removeAll(keepingCapacity: true) }
    let nothing = DecodedCounts()
    for index in assembler.output.indices {
      // Taken out, not copied: a fix has nearly four hundred bytes, and arrays that would get one owner more.
      var result = DecodedOutput.sentence([])
      swap(&result, &assembler.output[index])
      receive(result, assembler.gives.counts ? assembler.countsAtOutput[index] : nothing)
    }
    assembler.output.removeAll(keepingCapacity: true)
  }
}

// MARK: - Counts at each result

extension FixDecoder {
  /// The same as ``decode(_:_:)``, with the counts of the stream up to the frame that completed each result.
  ///
  /// They are the same however the stream is cut into pieces.
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

/// The counts of a stream up to one of its results.
package struct DecodedCounts: Sendable, Hashable {
  /// The stream's.
  package var stream = StreamCounts()
  /// The epochs'.
  package var epochs = EpochCounts()

  /// Zeros.
  package init() {}

  init(stream: StreamCounts, epochs: EpochCounts) { (self.stream, self.epochs) = (stream, epochs) }
}

/// One result of decoding: fixes and skies, in the order of their epochs.
public enum DecodedOutput: Sendable, Hashable {
  /// One epoch, with or without a fix.
  case fix(Fix)
  /// A complete sky; it comes behind the fix of its epoch.
  case sky(Sky)
  /// The condition of the receiver as it describes it itself, each time when it says something else.
  case condition(HardwareCondition)
  /// A sentence as it was sent, from `$` to its checksum; only where ``FixDecoder/givesSentences`` asks for it.
  ///
  /// The one that completes an epoch comes behind the fix.
  case sentence([UInt8])
  /// A message of u-blox's binary protocol as it was sent, from its leader to its checksum; only where
  /// ``FixDecoder/givesMessages`` asks for it.
  ///
  /// The one that completes an epoch comes behind the fix.
  case message([UInt8])
}
