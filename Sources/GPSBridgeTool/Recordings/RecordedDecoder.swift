internal import GNSS
internal import GPSBridge

/// Decodes a recording item by item, with its dates held against the day on which it was begun: a plain value.
///
/// ```swift
/// var decoder = RecordedDecoder(nil)
/// while try input.read({ decoder.take($0) { output, arrival in … } }) {}
/// decoder.finish { output, _ in … }
/// ```
struct RecordedDecoder {
  /// Lines that could not be read.
  private(set) var problems = RecordingProblems()
  /// Positions that no receiver can have.
  private var refused = 0
  private let day: CivilDate?
  private let givesSentences: Bool
  private var header: RecordedLog.Header?
  /// Made at the first byte: what stands in the header comes before it.
  private var decoder: FixDecoder?

  /// Begins before the first item; the day is one that somebody named.
  init(_ day: CivilDate?, givesSentences: Bool = false) {
    self.day = day
    self.givesSentences = givesSentences
  }

  /// Takes the next item, and gives out each epoch that it completes, with the time after the beginning where that is known.
  mutating func take(_ item: RecordedLog.Item, _ receive: (DecodedOutput, Duration?) -> Void) {
    switch item {
    case .header(let found): header = found
    case .problem(let problem): problems.take(problem)
    case .bytes(let bytes, let arrival):
      var next = decoder ?? make()
      // Two values that share their storage would cost a copy of it.
      decoder = nil
      next.decode(bytes.span) { output in
        count(output)
        receive(output, arrival)
      }
      decoder = next
    case .interruption: finish(receive)
    }
  }

  private func make() -> FixDecoder {
    var decoder = FixDecoder(.recording(day, begun: header))
    decoder.givesSentences = givesSentences
    return decoder
  }

  private mutating func count(_ output: DecodedOutput) {
    if case .fix(let fix) = output, fix.isRefused { refused += 1 }
  }

  /// No more will come, or not of what was half said: what is complete is given out.
  mutating func finish(_ receive: (DecodedOutput, Duration?) -> Void) {
    var last = decoder
    last?.finish { output in
      count(output)
      receive(output, nil)
    }
    decoder = last
  }

  /// What it was made of so far.
  var stats: WatchStats {
    WatchStats(
      stream: decoder?.streamCounts ?? StreamCounts(), epochs: decoder?.epochCounts ?? EpochCounts(),
      refused: refused)
  }
}
