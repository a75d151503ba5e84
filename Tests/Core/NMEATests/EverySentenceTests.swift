import NMEA
import TestSupport
import Testing

/// Every type of standard sentence there is.
let standardTypes: [any TalkerContent.Type] = [
  APB.self, BOD.self, BWC.self, BWR.self, DBT.self, DPT.self, DTM.self, GBS.self, GGA.self,
  GLL.self, GNS.self, GRS.self, GSA.self, GST.self, GSV.self, HDG.self, HDM.self, HDT.self,
  MTW.self, MWD.self, MWV.self, RMB.self, RMC.self, ROT.self, RTE.self, THS.self, TXT.self,
  VBW.self, VHW.self, VTG.self, WPL.self, XDR.self, XTE.self, ZDA.self,
]

/// Every type of sentence there is, standard ones and those of vendors.
let everyType: [any SentenceContent.Type] = standardTypes + `A vendor's sentence`.all

/// Seeds that are the same each time, and one that is new; a failure's report names it.
private let seeds: [UInt64] = [1, 2, 3, SeededGenerator.seed]

@Suite struct `Every sentence` {
  @Test(arguments: seeds) func `is read as it was written, whatever its fields hold`(seed: UInt64) throws {
    for round in 0..<30 {
      for type in everyType {
        let content = random(type, seed: seed &+ UInt64(round))
        let text = content.encoded()
        let line = String(decoding: text, as: UTF8.self)
        var fault: FieldFault?
        let sentence = try Sentence(body: text.span.extracting(1..<(text.count - 5)), fault: &fault)
        #expect(fault == nil && sentence.content.map { AnyHashable($0) } == AnyHashable(content), "\(line)")
        #expect(sentence.encoded() == text && collect(text).sentences.first == sentence, "\(line)")
      }
    }
  }

  @Test(arguments: seeds) func `survives any bytes in its fields`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let likely = Array("0123456789.-,,,,AVNSEWMTf".utf8)
    for round in 0..<60 {
      for type in everyType {
        var body = blank(type).tag + [UInt8(ascii: ",")]
        for _ in 0..<Int.random(in: 0...150, using: &generator) {
          let isLikely = round % 2 == 0 && Int.random(in: 0..<4, using: &generator) > 0
          body.append(
            isLikely
              ? likely[Int.random(in: 0..<likely.count, using: &generator)]
              : UInt8.random(in: 0...255, using: &generator))
          if Int.random(in: 0..<4, using: &generator) == 0 { body.append(UInt8(ascii: ",")) }
        }
        var fault: FieldFault?
        // Refused or read: both are right, and what was read can be written.
        _ = (try? Sentence(body: body.span, fault: &fault))?.encoded()
        _ = collect([UInt8(ascii: "$")] + body)
      }
    }
  }

  @Test(arguments: seeds) func `says the same after any number of writings`(seed: UInt64) throws {
    try forEachPlausibleBody(seed) { text throws in
      guard let sentence = try? Sentence(text.utf8) else { return }
      let written = sentence.encoded()
      #expect(try Sentence(written).encoded() == written, "\(text)")
    }
  }

  @Test(arguments: seeds) func `is read by the quick reader as by the careful one`(seed: UInt64) throws {
    try forEachPlausibleBody(seed) { text throws in
      let careful = try? Sentence(text.utf8)
      let quick = collect([UInt8](text.utf8))
      #expect(quick.sentences.first == careful, "\(text)")
      #expect(quick.rejected == (careful == nil ? 1 : 0), "\(text)")
    }
  }

  /// Sentences that are right but for a field or two: what is wrong must not hide behind something worse.
  private func forEachPlausibleBody(_ seed: UInt64, _ check: (String) throws -> Void) throws {
    let odd = [
      "", "", " ", "0", "7", "-1", "+2", "07", "359.999", "360", "12.5", "-0.04", "003.1", ".", "..", "x",
      "0.123456789", "99999", "123519", "235960.123", "4807.038", "4807", "9000.0000", "18000.0", "230394",
      "N", "S", "E", "W", "A", "V", "M", "T", "K", "F", "NX", "EX", " E", "A ", "AA", "AN ", "aN", " 5 ",
      "1F", "d", "W84",
    ]
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      for type in everyType {
        let text = random(type, seed: generator.next()).encoded()
        let body = text.dropFirst().prefix { $0 != UInt8(ascii: "*") }
        var fields = body.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        for _ in 0..<Int.random(in: 1...2, using: &generator) where fields.count > 1 {
          let place = Int.random(in: 1..<fields.count, using: &generator)
          fields[place] = ArraySlice((odd.randomElement(using: &generator) ?? "").utf8)
        }
        if Int.random(in: 0..<8, using: &generator) == 0, fields.count > 1 { fields.removeLast() }
        let changed = [UInt8](fields.joined(separator: [UInt8(ascii: ",")]))
        try check(String(decoding: wire(String(decoding: changed, as: UTF8.self)), as: UTF8.self))
      }
    }
  }
}

/// A sentence of a type, with nothing in it.
func blank(_ type: any SentenceContent.Type) -> any SentenceContent {
  switch type {
  case let type as any TalkerContent.Type: type.init(talker: .gn)
  case let type as any VendorContent.Type: type.init()
  default: preconditionFailure("\(type) is neither of the standard nor of a vendor")
  }
}

/// A sentence with anything its fields can hold.
private func random(_ type: any SentenceContent.Type, seed: UInt64) -> any SentenceContent {
  func filled(_ content: some SentenceContent) -> any SentenceContent {
    var (fields, content) = (RandomFields(SeededGenerator(seed: seed)), content)
    let nothing: [UInt8] = []
    content.walk(&fields, nothing.span)
    return content
  }
  return filled(blank(type))
}

/// What the quick reader makes of a text, and how often it rejects it; the bodies of rare sentences are read here.
private func collect(_ text: [UInt8]) -> (sentences: [Sentence], rejected: Int) {
  let events = Events(of: text)
  let rare = events.events.compactMap { event -> Sentence?? in
    guard case .body(let body) = event else { return nil }
    var fault: FieldFault?
    return .some(try? Sentence(body: body.span, fault: &fault))
  }
  return (events.sentences + rare.compactMap(\.self), events.errors.count + rare.count { $0 == nil })
}

@Suite struct `Each sentence of the tables` {
  private static let cases = SentenceCase.fix + SentenceCase.ship + SentenceCase.vendors

  @Test(arguments: [
    (
      "GPGGA,123519,4807.038,N,01131.000,E,1,08,,,M,,M,,",
      "GPGGA: time 12:35:19, latitude 48.1173, longitude 11.516666666666667, quality 1, satellitesUsed 8"
    ), ("PUBX,41,1,0007,0003,9600,0", "PUBX,41: "), ("GPGGA,,,,,,0,,,,,,,,", "GPGGA: quality 0"),
    ("XYZ,1,2", "XYZ,1,2"),
  ]) func `is printed with the names and values of its fields`(body: String, text: String) throws {
    let printed = "\(try Sentence(wire(body)))"
    #expect(text.hasSuffix(" ") ? printed.hasPrefix(text) : printed == text)
    #expect(!printed.contains("_") && !printed.contains("nan") && !printed.contains("raw"))
  }

  // These tests fail when the order of fields, a unit or the number of decimals changes.
  @Test(arguments: cases) func `says what the table says`(_ row: SentenceCase) {
    #expect(meaning(of: row.body) == row.says)
  }

  @Test(arguments: cases) func `is read as it is written, and if the table says so, byte for byte`(
    _ row: SentenceCase
  ) throws {
    guard let sentence = try? Sentence(row.wire) else {
      #expect(row.says.hasPrefix("refused") && !row.isWritten)
      return
    }
    #expect(try Sentence(sentence.encoded()) == sentence)
    #expect((sentence.encoded() == row.wire) == row.isWritten)
  }

  @Test func `is there for each type as a receiver sends it, and as it is written`() {
    for type in everyType {
      let own = Self.cases.filter { $0.says.hasPrefix("\(name(of: type)):") }
      #expect(own.contains { $0.line.hasPrefix("$") && !$0.says.contains(";") }, "\(type)")
      #expect(own.contains { $0.isWritten }, "\(type)")
    }
  }

  @Test(arguments: Revision.allCases) func `says nothing where nothing was written`(revision: Revision) throws
  {
    // An XDR has one sensor at least.
    for blank in everyType.filter({ $0 != XDR.self }).map(blank) {
      let content = try #require(try Sentence(blank.encoded(as: revision)).content)
      #expect(AnyHashable(content) == AnyHashable(blank), "\(blank)")
    }
  }
}

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
    #expect(gst.rangeResidual == 1.2 && gst.semiMajor == 2.3 && gst.orientation == 90)
    #expect(gst.latitudeDeviation == 3.5 && gst.altitudeDeviation == nil)
  }
}

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
    #expect(sentence.isEncapsulated && sentence.tag == "AIVDM" && sentence.count == 6)
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
    #expect(collector.fixes == 1 && collector.encapsulated == [gga, ship])
    #expect(collector.bodies == ["GPXXX,1"])
    #expect(parser.sentences == 4)
  }
}

@Suite struct `A TXT sentence` {
  @Test func `keeps an escape as it is, and unescapes it for a person`() throws {
    let txt: TXT = try read(wire("GPTXT,01,01,02,12^2C5 ^B0C ^ok^4"))
    #expect(txt.text.bytes == [UInt8]("12^2C5 ^B0C ^ok^4".utf8))
    #expect(txt.text.unescaped == "12,5 °C ^ok^4")
  }

  @Test func `escapes what may not stand in a field`() throws {
    let txt = TXT(.ii) { $0.text = FieldText(escaping: "a,b*c^ü→") }
    #expect(txt.text.description == "a^2Cb^2Ac^5E^FC?")
    #expect(try Sentence(txt.encoded()) == .txt(txt))
  }

  @Test func `takes over the text of another one, commas and all`() throws {
    let first: TXT = try read(wire("GPTXT,01,01,02,a,b,,"))
    let second = TXT(.gp) { $0.text = first.text }
    #expect(second.text == first.text)
    #expect(try Sentence(second.encoded()) == .txt(second))
  }
}
