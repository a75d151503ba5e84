import NMEA
import TestSupport
import Testing

@Suite struct `A sentence writer` {
  private func text(_ style: SentenceStyle = SentenceStyle(), _ write: (inout SentenceWriter) -> Void)
    -> String
  {
    var writer = SentenceWriter(style)
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func body(_ style: SentenceStyle = SentenceStyle(), _ write: (inout SentenceWriter) -> Void)
    -> String
  {
    String(text(style, write).dropFirst().prefix { $0 != "*" })
  }

  private func style(_ change: (inout SentenceStyle) -> Void) -> SentenceStyle {
    var style = SentenceStyle()
    change(&style)
    return style
  }

  private var gga: GGA {
    GGA(.gp) {
      $0.time = TimeOfDay(hour: 12, minute: 35, second: 19, nanosecond: 250_000_000)
      $0.latitude = 48.1173
      $0.longitude = -11.516_666_666_7
      $0.quality = .autonomous
      $0.satellitesUsed = 8
      $0.horizontalDilution = 0.9
      $0.altitude = 545.4
      $0.geoidSeparation = 46.9
    }
  }

  @Test func `keeps to the decimals of its style, zeros and all`() {
    #expect(body { $0.write(gga) } == "GPGGA,123519.25,4807.03800,N,01131.00000,W,1,08,0.90,545.4,M,46.9,M,,")
    let coarse = style {
      ($0.timeDecimals, $0.minuteDecimals, $0.dilutionDecimals) = (0, 3, 1)
      ($0.altitudeDecimals, $0.countDigits) = (0, 1)
    }
    #expect(body(coarse) { $0.write(gga) } == "GPGGA,123519,4807.038,N,01131.000,W,1,8,0.9,545,M,47,M,,")
  }

  @Test func `puts a right checksum and a line end behind each sentence`() {
    let expected = wire("GPGGA,123519.25,4807.03800,N,01131.00000,W,1,08,0.90,545.4,M,46.9,M,,")
    var writer = SentenceWriter()
    writer.write(gga)
    writer.write(body: "PMTK001,220,3".utf8)
    #expect(writer.bytes == expected + wire("PMTK001,220,3"))
    #expect(writer.ends == [expected.count, writer.bytes.count])
  }

  @Test func `carries minutes into degrees, and never writes sixty of them or a course of 360`() {
    let gll = GLL(.gp) { ($0.latitude, $0.longitude) = (47.999_999_99, 0) }
    #expect(body { $0.write(gll) }.hasPrefix("GPGLL,4800.00000,N,00000.00000,E"))
    let vtg = VTG(.gn) { $0.course = 359.999 }
    #expect(body { $0.write(vtg) }.hasPrefix("GNVTG,0.00,T"))
  }

  @Test func `cuts the time where it rounds everything else`() {
    let last = TimeOfDay(hour: 23, minute: 59, second: 59, nanosecond: 999_999_999)
    #expect(body { $0.write(ZDA(.gp) { $0.time = last }) }.hasPrefix("GPZDA,235959.99,"))
  }

  @Test func `leaves out units only where there is no fix, and the style says so`() {
    for (isVoid, keepsUnits) in [(true, true), (false, false), (true, false)] {
      let written = body(style { $0.keepsUnits = keepsUnits }) { writer in
        writer.isVoid = isVoid
        writer.write(VTG(talker: .gn))
      }
      #expect(written == (isVoid && !keepsUnits ? "GNVTG,,,,,,,,," : "GNVTG,,T,,M,,N,,K,"))
    }
  }

  @Test(arguments: [(Revision.v2_0, ""), (.v2_3, ",A"), (.v4_11, ",A,V")])
  func `leaves out what came with a later edition`(revision: Revision, end: String) {
    let rmc = RMC(.gp) { ($0.mode, $0.navigationalStatus) = (.autonomous, .notGiven) }
    #expect(body(style { $0.revision = revision }) { $0.write(rmc) } == "GPRMC,,,,,,,,,,," + end)
  }

  @Test func `writes satellites with the digits that receivers give them`() {
    var gsv = GSV(talker: .gp)
    gsv.total = 1
    gsv.number = 1
    gsv.inView = 3
    gsv.append(SatelliteInView(number: 3, elevation: 5, azimuth: 7, signalToNoise: nil))
    gsv.append(SatelliteInView(number: 12, elevation: 40, azimuth: 183, signalToNoise: 46))
    gsv.append(SatelliteInView(number: nil))
    gsv.signal = 1
    #expect(body { $0.write(gsv) } == "GPGSV,1,1,03,03,05,007,,12,40,183,46,,,,,1")
    #expect(
      body(style { ($0.silence, $0.revision) = (.zeros, .v2_0) }) { $0.write(gsv) }
        == "GPGSV,1,1,03,03,05,007,00,12,40,183,46,,,,")
  }

  @Test func `knows old looks of numbers`() {
    let old = style {
      ($0.speedDecimals, $0.speedDigits) = (1, 3)
      ($0.courseDecimals, $0.courseDigits, $0.variationDigits) = (1, 3, 3)
      $0.revision = .v2_0
    }
    let rmc = RMC(.gp) { ($0.speed, $0.course, $0.magneticVariation) = (knots(22.4), 84.4, -3.1) }
    #expect(body(old) { $0.write(rmc) } == "GPRMC,,,,,,,022.4,084.4,,003.1,W")
  }

  @Test func `writes every checksum and line end there is`() {
    let small = style { ($0.checksum, $0.lineEnd) = (.small, .lineFeed) }
    #expect(text(small) { $0.write(body: "GPGLL,1".utf8) } == "$GPGLL,1*4d\n")
    let none = style { ($0.checksum, $0.lineEnd) = (.none, .doubleCarriageReturn) }
    #expect(Array(text(none) { $0.write(body: "GPGLL,1".utf8) }.utf8) == Array("$GPGLL,1\r\r\n".utf8))
  }

  @Test func `pads behind the checksum, and knows where sentences end then`() {
    var writer = SentenceWriter()
    writer.write(body: "GPGLL,1".utf8)
    writer.write(body: "GPGLL,2".utf8)
    let before = writer.ends
    writer.pad()
    #expect(writer.ends == [before[0] + 1, before[1] + 2])
    #expect(lines(writer.bytes) == ["$GPGLL,1*4D ", "$GPGLL,2*4E "])
  }

  @Test func `is not troubled by a text longer than any sentence`() {
    let long = String(repeating: "x,", count: 2000)
    let sentence = text { $0.write(body: long.utf8) }
    #expect(Array(sentence.utf8) == wire(long))
    var txt = TXT(talker: .gn)
    txt.text = FieldText(String(repeating: "a", count: 3000).utf8)
    #expect(text { $0.write(other: txt) }.utf8.count > 3000)
  }

  @Test func `begins anew in the same memory`() {
    var writer = SentenceWriter()
    writer.write(gga)
    writer.removeAll()
    #expect(writer.bytes.isEmpty && writer.ends.isEmpty)
    writer.write(body: "GPGLL,1".utf8)
    #expect(writer.bytes == wire("GPGLL,1"))
  }

  @Test func `writes numbers that no field can hold as nothing`() {
    var wild = gga
    wild.altitude = .infinity
    wild.latitude = .nan
    wild.horizontalDilution = 1e300
    #expect(body { $0.write(wild) } == "GPGGA,123519.25,,,01131.00000,W,1,08,,,M,46.9,M,,")
  }

  private func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
  }
}
