import NMEA
import TestSupport
import Testing

@Suite struct `A vendor's sentence` {
  static let all: [any VendorContent.Type] = [
    PAIR001.self, PAIR050.self, PAIR062.self, PAIR864.self, PASHR.self, PASHRPOS.self, PCAS01.self,
    PCAS02.self, PCAS03.self, PGRME.self, PGRMF.self, PGRMM.self, PGRMT.self, PGRMV.self, PGRMZ.self,
    PMTK001.self, PMTK010.self, PMTK011.self, PMTK101.self, PMTK102.self, PMTK103.self, PMTK104.self,
    PMTK220.self, PMTK251.self, PMTK314.self, PMTK605.self, PMTK705.self, PQTMEPE.self, PQTMVERNO.self,
    PSRF100.self, PSRF103.self, PSRFEPE.self, PSTI030.self, PSTI032.self, PUBX00.self, PUBX03.self,
    PUBX04.self, PUBX40.self, PUBX41.self,
  ]

  private func checkRoundTrip<Content: VendorContent>(
    _ type: Content.Type, _ generator: inout SeededGenerator, seed: UInt64
  ) throws {
    var fields = RandomFields(generator)
    var content = Content()
    let nothing: [UInt8] = []
    content.walk(&fields, nothing.span)
    generator = fields.generator
    let wire = content.encoded()
    var fault: FieldFault?
    let sentence = try Sentence(body: wire.span.extracting(1..<(wire.count - 5)), fault: &fault)
    #expect(sentence.content as? Content == content, "\(type), seed \(seed)")
    #expect(fault == nil, "\(type), seed \(seed)")
    #expect(sentence.encoded() == wire, "\(type), seed \(seed)")
  }

  @Test func `is read as it was written, whatever it says`() throws {
    let seed = SeededGenerator.seed
    var generator = SeededGenerator(seed: seed)
    for type in Self.all {
      for _ in 0..<50 { try checkRoundTrip(type, &generator, seed: seed) }
    }
  }

  @Test func `is told by its tag`() throws {
    for type in Self.all {
      guard case .vendor(let vendor) = try Sentence(type.init().encoded()) else { throw Unexpected() }
      #expect(AnyHashable(vendor.content) == AnyHashable(type.init()), "\(type)")
    }
  }

  @Test func `never brings the reader down, whatever stands in its fields`() {
    let seed = SeededGenerator.seed
    var generator = SeededGenerator(seed: seed)
    let likely = Array("0123456789.-,,,,AVNSEWMTf".utf8)
    for type in Self.all {
      let tag = type.init().tag
      for _ in 0..<200 {
        var body = tag + [UInt8(ascii: ",")]
        for _ in 0..<Int.random(in: 0...90, using: &generator) {
          let isLikely = Int.random(in: 0..<4, using: &generator) > 0
          body.append(
            isLikely
              ? likely[Int.random(in: 0..<likely.count, using: &generator)]
              : UInt8.random(in: 0x20...0x7E, using: &generator))
        }
        var fault: FieldFault?
        // Refused or read: both are right, and what was read can be written.
        guard let sentence = try? Sentence(body: body.span, fault: &fault) else { continue }
        #expect(sentence.encoded().first == UInt8(ascii: "$"), "seed \(seed)")
      }
    }
  }

  @Test func `without any field is refused or understood, and never unknown`() {
    for type in Self.all where type != PASHR.self {
      let body = type.init().tag
      var fault: FieldFault?
      guard let sentence = try? Sentence(body: body.span, fault: &fault) else { continue }
      #expect(sentence.content != nil, "\(type)")
    }
  }

  // Quirk 22.
  @Test func `whose tag ends with a blank is unknown, with all its fields`() throws {
    let sentence = try readUnknown("PRHS ,type,,7")
    #expect(sentence.tag == "PRHS ")
    #expect((1...3).map { sentence[$0] } == ["type", "", "7"])
  }

  // Quirk 20.
  @Test func `that does not begin with P has a whole tag and no talker`() throws {
    let bodies = [
      "SNRSTAT,1,1,0,0", "GYOACC,090624,000653.10,0.004960,-0.001510,0.005386,100,-3.358145", "INFO,1,2",
      "STI,IC,error=4",
    ]
    for body in bodies {
      let sentence = try readUnknown(body)
      #expect(sentence.tag.bytes == Array(body.utf8.prefix { $0 != UInt8(ascii: ",") }))
      #expect(sentence.body == Array(body.utf8))
    }
  }

  @Test func `of a vendor that is not known is unknown, with all its fields`() throws {
    let sentence = try readUnknown("PGLOR,9,STA,142.5,0.000")
    #expect(sentence.tag == "PGLOR")
    #expect((1...4).map { sentence[$0] } == ["9", "STA", "142.5", "0.000"])
  }
}
