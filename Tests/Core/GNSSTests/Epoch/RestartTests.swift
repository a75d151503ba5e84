import GNSS
import NMEA
import TestSupport
import Testing

@Suite struct `A decoder that begins anew` {
  private var decoder = FixDecoder(.recording())

  private func gga(_ time: String) -> String {
    "GPGGA,\(time),4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"
  }
  private func rmc(_ time: String) -> String { "GPRMC,\(time),A,4807.038,N,01131.000,E,,,201126,,,A" }

  private func fixes(_ decoder: inout FixDecoder, _ bytes: [UInt8]) -> [Fix] {
    decoder.outputs {
      $0.decode(bytes.span, $1)
      $0.lineIsQuiet($1)
    }.fixes
  }

  @Test mutating func `does not tell a moment again of which the rest comes late`() {
    #expect(fixes(&decoder, wire([gga("120000"), rmc("120000"), gga("120001")])).count == 2)
    decoder.restart(.recording())
    let more = fixes(&decoder, wire([rmc("120001"), gga("120002"), rmc("120002")]))
    #expect(more.map(\.timeOfDay?.second) == [2])
    #expect(decoder.epochCounts.late == 1)
  }

  @Test mutating func `forgets what was half said, and the date`() {
    #expect(fixes(&decoder, wire([rmc("120000")])).first?.time != nil)
    decoder.decode(Array("$GPGGA,120001,4807.0".utf8).span) { _ in }
    decoder.restart(.recording())
    #expect(fixes(&decoder, Array("38,N,01131.000,E,1\r\n".utf8)) == [])
    #expect(fixes(&decoder, wire([gga("120005")])).map(\.time) == [nil])
  }

  @Test mutating func `still gives out sentences to who asked for them`() {
    decoder.givesSentences = true
    decoder.restart(.recording())
    #expect(decoder.givesSentences)
  }
}
