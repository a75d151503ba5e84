import TestSupport
import Testing

@testable import NMEA

/// All that a parser tells, in its order, in a form that can be compared.
struct Events: SentenceSink, Equatable {
  enum Event: Equatable {
    case sentence(Sentence)
    case body([UInt8])
    case fault(FieldFault, [UInt8])
    case rejection([UInt8], SentenceError)
  }

  var events: [Event] = []

  init() {}

  /// What a parser tells of a line with so much room around it: the quick way needs it, and looks around a sentence.
  init(of line: [UInt8], room: Int = 200, _ strictness: Strictness = .standard) {
    var parser = SentenceParser(strictness)
    let around = [UInt8](repeating: 0x0A, count: room)
    parser.parse((around + line + around).span, into: &self)
  }

  /// The frequent sentences.
  var sentences: [Sentence] { events.compactMap { if case .sentence(let one) = $0 { one } else { nil } } }
  /// The notes about fields that could not be read.
  var faults: [FieldFault] { events.compactMap { if case .fault(let fault, _) = $0 { fault } else { nil } } }
  /// The reasons of all rejections.
  var errors: [SentenceError] {
    events.compactMap { if case .rejection(_, let error) = $0 { error } else { nil } }
  }

  mutating func receive(_ gga: GGA) { events.append(.sentence(.gga(gga))) }
  mutating func receive(_ rmc: RMC) { events.append(.sentence(.rmc(rmc))) }
  mutating func receive(_ gll: GLL) { events.append(.sentence(.gll(gll))) }
  mutating func receive(_ vtg: VTG) { events.append(.sentence(.vtg(vtg))) }
  mutating func receive(_ gsa: GSA) { events.append(.sentence(.gsa(gsa))) }
  mutating func receive(_ gsv: GSV) { events.append(.sentence(.gsv(gsv))) }
  mutating func receive(_ gns: GNS) { events.append(.sentence(.gns(gns))) }
  mutating func receive(_ gst: GST) { events.append(.sentence(.gst(gst))) }
  mutating func receive(_ zda: ZDA) { events.append(.sentence(.zda(zda))) }
  mutating func receive(body: Span<UInt8>) { events.append(.body(copied(body))) }
  mutating func note(_ fault: FieldFault, in body: Span<UInt8>) { events.append(.fault(fault, copied(body))) }
  mutating func reject(_ bytes: Span<UInt8>, _ error: SentenceError) {
    events.append(.rejection(copied(bytes), error))
  }

  private func copied(_ bytes: Span<UInt8>) -> [UInt8] { bytes.indices.map { bytes[$0] } }
}

/// A sentence with any bytes in its body and the right checksum, without a line end.
func framed(_ body: [UInt8]) -> [UInt8] { wire(body).dropLast(2) }

/// A sentence with any text as its body.
func framed(_ body: String) -> [UInt8] { framed(Array(body.utf8)) }

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
    #expect(parser.sentences == 3 && parser.rejected == 2)
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

@Suite struct `The bound of a sentence's length` {
  /// A good sentence whose star stands so many bytes behind the dollar.
  private func line(_ length: Int) -> [UInt8] {
    framed("GPTXT,01,01,02," + String(repeating: "x", count: length - 16))
  }

  @Test(arguments: [128, 129, 200, 1024, 4096]) func `is reached exactly`(longest: Int) {
    let strictness = Strictness(longest: longest)
    for room in [0, 200] {
      #expect(Events(of: line(longest) + [0x0D, 0x0A], room: room, strictness).errors.isEmpty)
      let errors = Events(of: line(longest + 1) + [0x0D, 0x0A], room: room, strictness).errors
      #expect(errors == [.tooLong(found: longest + 1, allowed: longest)])
    }
  }

  @Test func `hinders no sentence that the quick reader would read`() {
    let strictness = Strictness(longest: 0)
    for length in 60...127 {
      for room in [0, 200] {
        #expect(Events(of: line(length) + [0x0D, 0x0A], room: room, strictness).errors.isEmpty)
      }
    }
  }

  @Test func `is told as soon as a byte lies beyond it`() {
    let text = [UInt8(ascii: "$")] + [UInt8](repeating: UInt8(ascii: "A"), count: 200)
    let strictness = Strictness(longest: 140)
    #expect(SentenceFrame.recognize(text.span.extracting(0..<140), strictness) == .needsMore)
    let answer = SentenceFrame.Answer.broken(length: 140, .tooLong(found: 141, allowed: 140))
    #expect(SentenceFrame.recognize(text.span.extracting(0..<141), strictness) == answer)
  }

  @Test func `holds without a checksum too`() {
    let strictness = Strictness(requiresChecksum: false, longest: 140)
    func text(_ length: Int) -> [UInt8] { [0x24] + [UInt8](repeating: 0x41, count: length - 1) + [0x0A] }
    #expect(SentenceFrame.recognize(text(140).span, strictness) != .needsMore)
    #expect(Events(of: Array(text(140).dropLast()) + [0x0D, 0x0A], room: 0, strictness).errors.isEmpty)
    #expect(
      Events(of: Array(text(141).dropLast()) + [0x0D, 0x0A], room: 0, strictness).errors == [
        .tooLong(found: 141, allowed: 140)
      ])
  }

  @Test(arguments: [
    (0, 128), (-5, 128), (127, 128), (128, 128), (500, 500), (4096, 4096), (4097, 4096), (.max, 4096),
    (.min, 128),
  ])
  func `lies between 128 and 4096 whatever is asked for`(asked: Int, longest: Int) {
    #expect(Strictness(longest: asked).longest == longest)
  }

  @Test func `is 1024, and a checksum is required, when nothing is asked for`() {
    #expect(Strictness() == .standard)
    #expect(Strictness.standard.longest == 1024 && Strictness.standard.requiresChecksum)
    #expect(!Strictness.lenient.requiresChecksum && Strictness.lenient.longest == 1024)
  }
}
