import NMEA
import TestSupport
import Testing

/// The output of a writer, read again by the parser.
private struct Reader: SentenceSink {
  var gga: GGA?
  var rmc: RMC?
  var gsv: GSV?
  var gst: GST?
  var rejected = 0
  mutating func receive(_ gga: GGA) { self.gga = gga }
  mutating func receive(_ rmc: RMC) { self.rmc = rmc }
  mutating func receive(_ gsv: GSV) { self.gsv = gsv }
  mutating func receive(_ gst: GST) { self.gst = gst }
  mutating func receive(body: Span<UInt8>) {}
  mutating func reject(_ bytes: Span<UInt8>, _ error: SentenceError) { rejected += 1 }
}

@Suite struct `What a sentence writer writes` {
  private func read(_ writer: SentenceWriter) -> Reader {
    var reader = Reader()
    var parser = SentenceParser()
    parser.parse(writer.bytes.span, into: &reader)
    return reader
  }

  @Test func `is read back within the decimals of its style`() throws {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<500 {
      var style = SentenceStyle()
      style.minuteDecimals = Int.random(in: 2...7, using: &random)
      style.altitudeDecimals = Int.random(in: 1...3, using: &random)
      let gga = GGA(.gn) {
        $0.time = TimeOfDay(hour: 1, minute: 2, second: 3, nanosecond: 40_000_000)
        $0.latitude = Double.random(in: -90...90, using: &random)
        $0.longitude = Double.random(in: -180...180, using: &random)
        $0.quality = .differential
        $0.satellitesUsed = Int.random(in: 0...40, using: &random)
        $0.altitude = Double.random(in: -400...9000, using: &random)
        $0.geoidSeparation = Double.random(in: -100...80, using: &random)
      }
      var writer = SentenceWriter(style)
      writer.write(gga)
      let reader = read(writer)
      let back = try #require(reader.gga)
      #expect(reader.rejected == 0)
      #expect(
        back.time == gga.time && back.satellitesUsed == gga.satellitesUsed && back.quality == gga.quality)
      var step = 1.0
      for _ in 0..<style.minuteDecimals { step /= 10 }
      let latitudes = (try #require(back.latitude), try #require(gga.latitude))
      let longitudes = (try #require(back.longitude), try #require(gga.longitude))
      #expect(abs(latitudes.0 - latitudes.1) <= step / 60 * 0.5001)
      #expect(abs(longitudes.0 - longitudes.1) <= step / 60 * 0.5001)
      let altitudes = (try #require(back.altitude), try #require(gga.altitude))
      #expect(abs(altitudes.0 - altitudes.1) <= 0.5001 * (style.altitudeDecimals == 1 ? 0.1 : 0.01))
    }
  }

  @Test func `has error statistics with the decimals of errors`() throws {
    var writer = SentenceWriter()
    writer.write(
      GST(.gn) {
        $0.time = TimeOfDay(hour: 1, minute: 2, second: 3)
        $0.rangeResidual = 1.234
        $0.semiMajor = 2.345
        $0.orientation = 90
        $0.latitudeDeviation = 3.456
      })
    let gst = try #require(read(writer).gst)
    #expect(gst.rangeResidual == 1.2)
    #expect(gst.semiMajor == 2.3)
    #expect(gst.orientation == 90)
    #expect(gst.latitudeDeviation == 3.5)
    #expect(gst.altitudeDeviation == nil)
  }
}
