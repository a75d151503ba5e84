package import GNSS
package import GPSBridge
package import NMEA

/// Decodes a recording item by item, and checks its dates against the day on which it began.
///
/// ```swift
/// var decoder = RecordedDecoder(nil, .standard)
/// while decoder.pull(try file.next(), { output, moment in … }) {}
/// ```
package struct RecordedDecoder: Sendable {
  /// Lines that could not be read.
  package private(set) var problems = RecordingProblems()
  private var moments = RecordedMoments()
  private let day: CivilDate?
  private let strictness: Strictness
  private let givesSentences: Bool
  /// The header of a recording in our own format, once it was read.
  package private(set) var header: RecordedLog.Header?
  private var reader = RecordedLog.Reader()
  /// The format of the recording; nil until enough of it was read.
  package var format: RecordedLog.Format? { reader.format }
  /// The decoder; created at the first byte, because it needs the header.
  private var decoder: FixDecoder?

  /// Creates a decoder before the first item.
  ///
  /// - Parameters:
  ///   - day: The day given by the user.
  ///   - strictness: The rule for accepting a sentence.
  ///   - givesSentences: Whether to output sentences as well as epochs.
  ///   - givesCounts: Whether each output comes with the counts at that point; by default as for sentences.
  package init(
    _ day: CivilDate?, _ strictness: Strictness, givesSentences: Bool = false, givesCounts: Bool? = nil
  ) {
    (self.day, self.strictness, self.givesSentences) = (day, strictness, givesSentences)
    moments.givesCounts = givesCounts ?? givesSentences
  }

  /// Decodes the next bytes of a recording, and passes on each completed output with its moment.
  ///
  /// - Returns: Whether there were any bytes; an empty piece ends the recording.
  package mutating func pull(
    _ bytes: Span<UInt8>, _ receive: (DecodedOutput, RecordedMoment) -> Void
  ) -> Bool {
    // Swapped out, so that its parts can be decoded meanwhile.
    var reader = RecordedLog.Reader()
    swap(&reader, &self.reader)
    let hasMore = reader.pull(bytes) { take($0, $1, receive) }
    swap(&reader, &self.reader)
    if !hasMore { finish(receive) }
    return hasMore
  }

  /// Decodes the next part of a recording, which was read elsewhere.
  package mutating func take(
    _ part: RecordedLog.Part, _ bytes: Span<UInt8>, _ receive: (DecodedOutput, RecordedMoment) -> Void
  ) {
    switch part {
    case .header(let found): header = found
    case .problem(let problem): problems.take(problem)
    case .bytes(let arrival):
      if decoder == nil { decoder = make() }
      Self.decode(bytes, arrival, &decoder, &moments, receive)
    case .interruption:
      finish(receive)
      moments.cut()
    case .comment: break
    }
  }

  /// Decodes in place; the decoder is several kilobytes.
  private static func decode(
    _ bytes: Span<UInt8>, _ arrival: Duration?, _ decoder: inout FixDecoder?,
    _ moments: inout RecordedMoments, _ receive: (DecodedOutput, RecordedMoment) -> Void
  ) {
    decoder?.decodeCounted(bytes) { receive($0, moments.moment(of: $0, arrival, $1)) }
  }

  /// Notes that a pipe currently has no more data; outputs an epoch whose last sentence has arrived.
  package mutating func nothingWaits(_ receive: (DecodedOutput, RecordedMoment) -> Void) {
    Self.nothingWaits(&decoder, &moments, receive)
  }

  private static func nothingWaits(
    _ decoder: inout FixDecoder?, _ moments: inout RecordedMoments,
    _ receive: (DecodedOutput, RecordedMoment) -> Void
  ) { decoder?.nothingWaitsCounted { receive($0, moments.moment(of: $0, nil, $1)) } }

  private func make() -> FixDecoder {
    var decoder = FixDecoder(.recording(day, begun: header), strictness)
    decoder.givesSentences = givesSentences
    decoder.givesCounts = moments.givesCounts
    return decoder
  }

  /// Outputs what is complete, at the end or before an interruption.
  package mutating func finish(_ receive: (DecodedOutput, RecordedMoment) -> Void) {
    Self.finish(&decoder, &moments, receive)
  }

  private static func finish(
    _ decoder: inout FixDecoder?, _ moments: inout RecordedMoments,
    _ receive: (DecodedOutput, RecordedMoment) -> Void
  ) { decoder?.finishCounted { receive($0, moments.moment(of: $0, nil, $1)) } }

  package var stats: WatchStats {
    WatchStats(
      stream: decoder?.streamCounts ?? StreamCounts(), epochs: decoder?.epochCounts ?? EpochCounts(),
      refused: moments.refused, suspect: moments.suspect)
  }
}

private struct RecordedMoments: Sendable {
  /// The numbers of impossible positions and of probably forged ones.
  private(set) var refused = 0
  private(set) var suspect = 0
  var givesCounts = false
  private var clock = RecordedClock()
  private var spoofs = SpoofWatch()

  /// Starts over: what follows is another recording.
  mutating func cut() { spoofs = SpoofWatch() }

  mutating func moment(
    of output: DecodedOutput, _ arrival: Duration?, _ counts: DecodedCounts
  ) -> RecordedMoment {
    var moment = RecordedMoment(arrival: arrival)
    if case .fix(let fix) = output {
      if fix.isRefused { refused += 1 }
      // A cut joins two recordings, so a jump at it is not a sign of spoofing.
      if clock.take(fix, arrival: arrival) == .cut { cut() }
      spoofs.take(fix, at: clock.now, hasClock: clock.hasArrivals)
      moment.signs = spoofs.signs(at: clock.now)
      if moment.isSuspect, fix.hasPosition { suspect += 1 }
    }
    moment.instant = clock.now
    guard givesCounts else { return moment }
    moment.counted = WatchStats(
      stream: counts.stream, epochs: counts.epochs, refused: refused, suspect: suspect)
    return moment
  }
}

/// The moment of an output, and whether its position can be trusted.
package struct RecordedMoment: Sendable {
  /// The time since the beginning, if the recording contains arrival times.
  package var arrival: Duration?
  /// Whether the signals are probably forged.
  package var isSuspect: Bool { !signs.isEmpty }
  /// The signs of forged signals, in words.
  package var signs: [String] = []
  /// The same moment on a clock that never goes back.
  package var instant = RecordedClock.start
  /// The counts up to this output; zero unless the decoder was asked for them.
  ///
  /// Unlike the decoder's own counts, these do not depend on the sizes of reads.
  package var stats: WatchStats { counted ?? WatchStats() }
  /// Nil unless the decoder was asked for them, so that they are not copied.
  fileprivate(set) var counted: WatchStats?
}

/// Lines of a recording that could not be read.
package struct RecordingProblems: Sendable {
  package private(set) var count = 0
  /// Why the recording cannot be read at all.
  package private(set) var refusal: String?

  package init() {}

  package mutating func take(_ problem: RecordedLog.Problem) {
    count += 1
    if problem.code == .unsupportedVersion { refusal = problem.description }
  }
}
