package import GNSS
package import GPSBridge
package import NMEA

/// Decodes a recording item by item, and checks its dates against the day of its beginning: a plain value.
///
/// ```swift
/// var decoder = RecordedDecoder(nil, .standard)
/// while try input.read({ decoder.take($0) { output, arrival in … } }) {}
/// decoder.finish { output, _ in … }
/// ```
package struct RecordedDecoder: Sendable {
  /// Lines that could not be read.
  package private(set) var problems = RecordingProblems()
  /// Counts of impossible positions, and of those that are probably forged.
  private var refused = 0
  private var suspect = 0
  private var clock = RecordedClock()
  private var spoofs = SpoofWatch()
  private let day: CivilDate?
  private let strictness: Strictness
  private let givesSentences: Bool
  private var header: RecordedLog.Header?
  /// Made at the first byte, after the header.
  private var decoder: FixDecoder?

  /// Begins before the first item.
  ///
  /// - Parameters:
  ///   - day: The day that the user named.
  ///   - strictness: The rule for accepting a sentence.
  ///   - givesSentences: Whether sentences are given out beside epochs, and the counts at each of them.
  package init(_ day: CivilDate?, _ strictness: Strictness, givesSentences: Bool = false) {
    self.day = day
    self.strictness = strictness
    self.givesSentences = givesSentences
  }

  /// Takes the next item, and gives out each epoch that it completes, with its moment.
  package mutating func take(_ item: RecordedLog.Item, _ receive: (DecodedOutput, RecordedMoment) -> Void) {
    switch item {
    case .header(let found): header = found
    case .problem(let problem): problems.take(problem)
    case .bytes(let bytes, let arrival):
      var next = decoder ?? make()
      // Two values that share their storage would cost a copy of it.
      decoder = nil
      next.decodeCounted(bytes.span) { output, counts in
        receive(output, moment(of: output, arrival, counts))
      }
      decoder = next
    case .interruption:
      finish(receive)
      spoofs = SpoofWatch()
    }
  }

  /// Tells that a pipe has no more for now: an epoch is given out if its last sentence has come.
  package mutating func nothingWaits(_ receive: (DecodedOutput, RecordedMoment) -> Void) {
    guard var next = decoder else { return }
    decoder = nil
    next.nothingWaitsCounted { receive($0, moment(of: $0, nil, $1)) }
    decoder = next
  }

  private func make() -> FixDecoder {
    var decoder = FixDecoder(.recording(day, begun: header), strictness)
    decoder.givesSentences = givesSentences
    decoder.givesCounts = givesSentences
    return decoder
  }

  private mutating func moment(
    of output: DecodedOutput, _ arrival: Duration?, _ counts: DecodedCounts
  ) -> RecordedMoment {
    var moment = RecordedMoment(arrival: arrival)
    if case .fix(let fix) = output {
      if fix.isRefused { refused += 1 }
      // Two recordings joined: nothing in the second is a jump from the first.
      if clock.take(fix, arrival: arrival) == .cut { spoofs = SpoofWatch() }
      spoofs.take(fix, at: clock.now, hasClock: clock.hasArrivals)
      moment.signs = spoofs.signs(at: clock.now)
      if moment.isSuspect, fix.hasPosition { suspect += 1 }
    }
    moment.instant = clock.now
    moment.stats = WatchStats(
      stream: counts.stream, epochs: counts.epochs, refused: refused, suspect: suspect)
    return moment
  }

  /// Gives out what is complete: no more will come, or an interruption follows.
  package mutating func finish(_ receive: (DecodedOutput, RecordedMoment) -> Void) {
    var last = decoder
    last?.finishCounted { receive($0, moment(of: $0, nil, $1)) }
    decoder = last
  }

  /// Statistics of the data so far.
  package var stats: WatchStats {
    WatchStats(
      stream: decoder?.streamCounts ?? StreamCounts(), epochs: decoder?.epochCounts ?? EpochCounts(),
      refused: refused, suspect: suspect)
  }
}

/// The moment of a recorded output, and whether its position can be trusted.
package struct RecordedMoment: Sendable {
  /// The time since the beginning, if the recording tells when its bytes came.
  package var arrival: Duration?
  /// Whether the signals behind the position are probably forged.
  package var isSuspect: Bool { !signs.isEmpty }
  /// The signs of that, in words.
  package var signs: [String] = []
  /// The same moment on a clock that only goes forward.
  package var instant = RecordedClock.start
  /// The counts up to this output; zeros unless the decoder gives out sentences.
  ///
  /// Unlike the decoder's own they do not depend on how many bytes were read at once.
  package var stats = WatchStats()
}

/// Lines of a recording that could not be read.
package struct RecordingProblems: Sendable {
  package private(set) var count = 0
  /// Why nothing of it can be read.
  package private(set) var refusal: String?

  package init() {}

  package mutating func take(_ problem: RecordedLog.Problem) {
    count += 1
    if problem.code == .unsupportedVersion { refusal = problem.description }
  }
}
