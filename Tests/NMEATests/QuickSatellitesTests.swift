import NMEA
import TestSupport
import Testing

/// Keeps the lists of used satellites that come.
private struct Lists: SentenceSink {
  var sentences: [GSA] = []
  var faults: [FieldFault] = []

  mutating func receive(_ gsa: GSA) { sentences.append(gsa) }
  mutating func note(_ fault: FieldFault, in body: Span<UInt8>) { faults.append(fault) }
}

@Suite struct `A list of used satellites with room around it` {
  private func parse(_ line: [UInt8]) -> Lists {
    var sink = Lists()
    var parser = SentenceParser()
    let room = [UInt8](repeating: 0x0A, count: 200)
    parser.parse((room + line + room).span, into: &sink)
    return sink
  }

  @Test func `says what the careful reader says, whatever its fields are`() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    let satellites = ["", "", "1", "02", "32", "193", "301", "65"]
    let dilutions = ["", "1.5", "0.84", "99.99", "2", ".9", "12.345"]
    let odd = ["-5", " 7", "1234", "A", "x", "1.2.3", ".", "12345678", "1.2345678", "+1", "FF", "*"]
    for _ in 0..<5000 {
      var fields = [["A", "M", "", "a"].randomElement(using: &random) ?? ""]
      fields.append(["1", "2", "3", "", "9"].randomElement(using: &random) ?? "")
      let places = [12, 12, 12, 12, 24, 11, 3].randomElement(using: &random) ?? 12
      for _ in 0..<places { fields.append(satellites.randomElement(using: &random) ?? "") }
      for _ in 0..<3 { fields.append(dilutions.randomElement(using: &random) ?? "") }
      if Bool.random(using: &random) {
        fields.append(["1", "4", "", "A", "10", "5"].randomElement(using: &random) ?? "")
      }
      if Int.random(in: 0..<3, using: &random) == 0 {
        let place = Int.random(in: 0..<fields.count, using: &random)
        fields[place] = odd.randomElement(using: &random) ?? ""
      }
      let body = "GNGSA" + fields.map { "," + $0 }.joined()
      var fault: FieldFault?
      let bytes = Array(body.utf8)
      let careful = try? Sentence(body: bytes.span, fault: &fault)
      let quick = parse(wire(body))
      #expect(quick.sentences.first.map { Sentence.gsa($0) } == careful, "\(body), seed \(seed)")
      #expect(quick.faults == [fault].compactMap { $0 }, "\(body), seed \(seed)")
    }
  }
}
