import GNSS
import GPSBridge

@testable import GPSFormats

/// The track of a receiver's bytes in a format, as `export` writes it.
struct WrittenTrack {
  let text: String
  /// How many positions were dated by a later sentence.
  let datedBack: Int

  init(_ format: TrackFormat, of bytes: [UInt8], name: String = "-", window: TimeWindow = .everything) {
    let sink = MemorySink()
    var maker = TrackMaker(format, to: sink, name: name, window: window)
    var decoder = RecordedDecoder(nil, .standard)
    func hear(_ output: DecodedOutput, _ moment: RecordedMoment) {
      if case .fix(let fix) = output { maker.take(fix, isSuspect: moment.isSuspect) }
    }
    decoder.take(.bytes(at: nil), bytes.span, hear)
    decoder.finish(hear)
    maker.finish()
    (text, datedBack) = (sink.text, maker.datedBack)
  }

  var lines: [String] { text.split(whereSeparator: \.isNewline).map(String.init) }
}
