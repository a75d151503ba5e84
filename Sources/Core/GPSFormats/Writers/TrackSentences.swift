internal import GNSS
internal import NMEA

/// NMEA 0183: GGA and RMC for each point, whatever the receiver's own protocol.
///
/// A position has the decimals that its accuracy justifies. As the file is for programs, a sentence may
/// exceed the standard's 82 bytes to keep them.
package struct TrackSentences: TrackWriter {
  package let output: any FormatSink

  package init(output: any FormatSink) { self.output = output }

  package mutating func write(_ point: TrackPoint) {
    let fix = point.fix.withWholeMilliseconds
    let sentences = FixSentences(fix, at: point.coordinate, talker: .gn)
    var writer = SentenceWriter(Self.style(of: fix))
    // Some readers (gpsbabel 1.8) ignore the time of an RMC at midnight, and make a GGA after it a new point.
    writer.write(sentences.gga)
    writer.write(sentences.rmc)
    output.write(writer.bytes)
  }

  private static func style(of fix: Fix) -> SentenceStyle {
    var style = SentenceStyle()
    style.timeDecimals = 3
    style.minuteDecimals = SentenceDigits.ofMinutes(fix.errors?.horizontal)
    style.altitudeDecimals = SentenceDigits.ofAltitude(besideMinutes: style.minuteDecimals)
    return style
  }
}
