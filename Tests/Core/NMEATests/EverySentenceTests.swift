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

/// Seeds that are the same each time, and one that is new; a failure's report names it.
private let seeds: [UInt64] = [1, 2, 3, SeededGenerator.seed]

@Suite struct `Every standard sentence` {
  @Test(arguments: seeds) func `is read as it was written, whatever its fields hold`(seed: UInt64) throws {
    for round in 0..<30 {
      for type in standardTypes { try checkRoundTrip(of: type, seed: seed &+ UInt64(round)) }
    }
  }

  private func checkRoundTrip<Content: TalkerContent>(of type: Content.Type, seed: UInt64) throws {
    let content = random(type, seed: seed)
    let text = content.encoded()
    let line = String(decoding: text, as: UTF8.self)
    let again: Content = try read(text)
    #expect(again == content, "\(line)")
    #expect(collect(text).sentences.first?.content as? Content == content, "\(line)")
  }

  @Test(arguments: seeds) func `survives any bytes in its fields`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<30 {
      for type in standardTypes {
        var body = [UInt8]("GN\(type.formatter)".utf8)
        for _ in 0..<Int.random(in: 0...300, using: &generator) {
          body.append(UInt8.random(in: 0...255, using: &generator))
          if Int.random(in: 0..<4, using: &generator) == 0 { body.append(UInt8(ascii: ",")) }
        }
        var fault: FieldFault?
        _ = try? Sentence(body: body.span, fault: &fault)
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
      for type in standardTypes {
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

/// A sentence with anything its fields can hold.
private func random<Content: TalkerContent>(_ type: Content.Type, seed: UInt64) -> Content {
  var fields = RandomFields(SeededGenerator(seed: seed))
  var content = Content(talker: .gn)
  let nothing: [UInt8] = []
  content.walk(&fields, nothing.span)
  return content
}

/// Reads a text as part of a longer one, so that the quick reader gets its window.
private func collect(_ text: [UInt8]) -> (sentences: [Sentence], rejected: Int) {
  let lines = [UInt8](repeating: 0x0A, count: 20) + text + [UInt8](repeating: 0x0A, count: 200)
  var collector = Events()
  var parser = SentenceParser()
  parser.parse(lines.span, into: &collector)
  var rejected = 0
  let sentences = collector.events.compactMap { event -> Sentence? in
    switch event {
    case .sentence(let sentence): return sentence
    case .fault: return nil
    case .rejection: break
    case .body(let body):
      var fault: FieldFault?
      if let sentence = try? Sentence(body: body.span, fault: &fault) { return sentence }
    }
    rejected += 1
    return nil
  }
  return (sentences, rejected)
}
