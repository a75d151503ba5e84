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
