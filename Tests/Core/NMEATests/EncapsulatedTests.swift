import NMEA
import TestSupport
import Testing

/// Keeps what comes in which way.
private struct Collector: SentenceSink {
  var bodies: [String] = []
  var encapsulated: [String] = []
  var fixes = 0

  private func text(_ bytes: Span<UInt8>) -> String {
    String(decoding: bytes.indices.map { bytes[$0] }, as: Unicode.UTF8.self)
  }

  mutating func receive(_ gga: GGA) { fixes += 1 }
  mutating func receive(body: Span<UInt8>) { bodies.append(text(body)) }
  mutating func receive(encapsulated body: Span<UInt8>) { encapsulated.append(text(body)) }
}

@Suite struct `A sentence that begins with an exclamation mark` {
  private let ship = "AIVDM,1,1,,B,177KQJ5000G?tO`K>RA1wUbN0TKH,0"

  private func line(_ body: String) -> [UInt8] { [UInt8(ascii: "!")] + wire(body).dropFirst() }

  @Test func `is unknown, with all its fields`() throws {
    guard case .unknown(let sentence) = try Sentence(line(ship)) else { throw Unexpected() }
    #expect(sentence.isEncapsulated)
    #expect(sentence.tag == "AIVDM")
    #expect(sentence.count == 6)
    #expect(sentence[5] == "177KQJ5000G?tO`K>RA1wUbN0TKH")
  }

  @Test func `is written as it was read`() throws {
    #expect(try Sentence(line(ship)).encoded() == line(ship))
    #expect(try Sentence(wire("GPXXX,1")).encoded() == wire("GPXXX,1"))
  }

  @Test func `is never taken for a fix, whatever its name`() throws {
    let gga = "GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"
    guard case .unknown = try Sentence(line(gga)) else { throw Unexpected() }
    var collector = Collector()
    var parser = SentenceParser()
    parser.parse((line(gga) + wire(gga) + line(ship) + wire("GPXXX,1")).span, into: &collector)
    #expect(collector.fixes == 1)
    #expect(collector.encapsulated == [gga, ship])
    #expect(collector.bodies == ["GPXXX,1"])
    #expect(parser.sentences == 4)
  }
}
