import NMEA
import TestSupport
import Testing

@Suite struct `What a sentence writer writes` {
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
      let reader = Events(of: writer.bytes)
      guard case .gga(let back)? = reader.sentences.first else { throw Unexpected() }
      #expect(reader.errors.isEmpty)
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
    guard case .gst(let gst)? = Events(of: writer.bytes).sentences.first else { throw Unexpected() }
    #expect(gst.rangeResidual == 1.2)
    #expect(gst.semiMajor == 2.3)
    #expect(gst.orientation == 90)
    #expect(gst.latitudeDeviation == 3.5)
    #expect(gst.altitudeDeviation == nil)
  }
}
