internal import GNSS
internal import NMEA

/// NMEA 0183: GGA and RMC for each point, whatever the receiver spoke.
package struct TrackSentences: TrackWriter {
  package let output: any FormatSink
  private var writer = SentenceWriter(style)

  package init(output: any FormatSink) { self.output = output }

  private static let style = {
    var style = SentenceStyle()
    style.timeDecimals = 3
    return style
  }()

  package func begin() {}

  package func beginSegment() {}

  package mutating func write(_ point: TrackPoint) {
    let sentences = FixSentences(point.fix, at: point.coordinate, talker: .gn)
    writer.removeAll()
    // Some readers (gpsbabel 1.8) take an RMC of midnight for one without a time, and a GGA behind it for another point.
    writer.write(sentences.gga)
    writer.write(sentences.rmc)
    output.write(writer.bytes)
  }

  package func endSegment() {}

  package func finish() {}
}
