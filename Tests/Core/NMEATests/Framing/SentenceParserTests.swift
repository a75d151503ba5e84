import TestSupport
import Testing

@testable import NMEA

@Suite struct `A text cut in two` {
  /// Sentences good and bad, frequent and rare, glued and apart, with and without line ends.
  private static let parts: [[UInt8]] = [
    Array("cut off,1*22\r\n".utf8),
    wire("GPGGA,123519.00,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"),
    framed("GPGSA,A,3,04,05,,09,12,,,24,,,,,2.5,1.3,2.1"),
    framed("GPGLL,4807.038,N,01131.000,E"),
    Array("\n# a comment\n\r\r\n".utf8),
    wire("GPGSV,2,1,08,01,40,083,46,02,17,308,41,12,07,344,39,14,22,228,45"),
    wire("PUBX,00,123519.00,4807.038,N,01131.000,E,599.9,G3,2.1,2.0,0.007,77.52,0.007,,0.92,1.19,0.77,9,0,0"),
    Array("$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*00\r\n".utf8),
    Array("$GPRMC,1235\u{1}".utf8),
    wire("GPRMC,123519.00,A,4807.038,N,01131.000,E,22.4,84.4,230394,3.1,W,A"),
    Array("$GPGLL,4807$".utf8),
    wire("GPVTG,84.4,T,,M,22.4,N,41.5,K,A"),
    Array("$PASHR,MCA,".utf8),
    [0x80, 0x24, 0x00, 0x0D, 0x0A],
    wire("GPGST,noon,1,2,3,4,5,6,7"),
    framed("GPTXT,01,01,02,2*3"),
    wire("GPGGA,123519,9907.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"),
    wire("GPZDA,123519.00,23,03,1994,,"),
    Array("$GPHDT,1.5,T\r\n".utf8),
    wire("GNGNS,123519.00,,,,,NN,00,99.9,,,,,V"),
    Array("!".utf8),
    framed("GPGLL,,,,"),
    Array("$GPGLL,,,".utf8),
  ]
  private static let text = [UInt8](parts.joined())

  private func parse(_ pieces: [ArraySlice<UInt8>], _ strictness: Strictness) -> (Events, SentenceParser) {
    var events = Events()
    var parser = SentenceParser(strictness)
    var kept: [UInt8] = []
    for piece in pieces {
      kept += piece
      kept.removeFirst(parser.parse(kept.span, into: &events))
    }
    return (events, parser)
  }

  @Test(arguments: [Strictness.standard, .lenient])
  func `gives the same sentences wherever the cut is`(strictness: Strictness) {
    let (whole, wholeParser) = parse([Self.text[...]], strictness)
    #expect(whole.events.count > 15)
    for cut in 0...Self.text.count {
      let (events, parser) = parse([Self.text[..<cut], Self.text[cut...]], strictness)
      #expect(events == whole, "cut at \(cut)")
      #expect(parser.sentences == wholeParser.sentences, "cut at \(cut)")
      #expect(parser.rejected == wholeParser.rejected, "cut at \(cut)")
    }
  }

  @Test func `gives the same sentences in pieces of any size`() {
    let whole = parse([Self.text[...]], .standard).0
    for size in [1, 2, 3, 7, 16, 64, 161, 250] {
      let pieces = stride(from: 0, to: Self.text.count, by: size).map {
        Self.text[$0..<min($0 + size, Self.text.count)]
      }
      #expect(parse(pieces, .standard).0 == whole, "pieces of \(size)")
    }
  }

  @Test func `leaves the beginning of a sentence, and nothing else`() {
    var events = Events()
    var parser = SentenceParser()
    #expect(parser.parse(Self.text.span, into: &events) == Self.text.count - 9)
    #expect(parser.parse(Array("no sentence".utf8).span, into: &events) == 11)
    let nothing: [UInt8] = []
    #expect(parser.parse(nothing.span, into: &events) == 0)
  }
}

@Suite struct `A sentence parser` {
  private func parse(_ bytes: [UInt8]) -> (Events, SentenceParser) {
    var events = Events()
    var parser = SentenceParser()
    parser.parse(bytes.span, into: &events)
    return (events, parser)
  }

  @Test func `counts what it reads and what it rejects`() {
    let lines = wire("GPGLL,,,,") + wire("PXYZ,1") + Array("$GPGLL,,,,*00\r\n".utf8) + wire("GPGSV,1,1")
    let (_, parser) = parse(lines + wire("GPGST,noon,1,2,3,4,5,6,7"))
    #expect(parser.sentences == 3)
    #expect(parser.rejected == 2)
  }

  @Test func `hands the body of a rare sentence on as it is`() {
    let bodies = ["PUBX,00", "HEHDT,1.5,T", "AIVDM,1,1,,A,x,0", "x", "GPGGAX,1", "GPGG", "PGRMC,A", "gpxyz"]
    for body in bodies { #expect(parse(wire(body)).0.events == [.body(Array(body.utf8))]) }
  }

  @Test func `reads Quectel's talker for what it is, and no vendor's tag as a talker's`() throws {
    let quectel = parse(wire("PQGSA,A,3,05,,,,,,,,,,,,1.7,0.9,1.4,5")).0.events
    #expect(try quectel == [.sentence(Sentence(wire("PQGSA,A,3,05,,,,,,,,,,,,1.7,0.9,1.4,5")))])
    #expect(
      parse(wire("PGRMC,A,1,2,3,4,5,6,7,8,9")).0.events == [.body(Array("PGRMC,A,1,2,3,4,5,6,7,8,9".utf8))])
  }

  @Test func `refuses a body without a tag`() {
    #expect(parse(Array("$*00\r\n".utf8)).0.events == [.rejection([], .noTag)])
    #expect(throws: SentenceError.noTag) { try Sentence("$*00".utf8) }
    #expect(throws: SentenceError.noTag) { try Sentence(wire(",1,2")) }
  }

  @Test func `tells a text that is no sentence what it began with`() {
    #expect(throws: SentenceError.noStart(found: UInt8(ascii: "G"))) { try Sentence("GPGLL".utf8) }
    #expect(throws: SentenceError.noStart(found: nil)) { try Sentence("".utf8) }
    #expect(throws: SentenceError.noChecksum) { try Sentence("$GPGLL,,,,*5".utf8) }
    #expect(throws: SentenceError.noChecksum) { try Sentence("$GPGLL,,,,".utf8) }
  }

  @Test func `reads a text without a checksum where leniency is asked for`() throws {
    #expect(try Sentence("$GPGLL,,,,".utf8, .lenient) == Sentence(wire("GPGLL,,,,")))
  }
}
