import TestSupport
import Testing

@testable import NMEA

@Suite struct `The bound of a sentence's length` {
  /// A good sentence of so many bytes from dollar to checksum.
  private func line(_ length: Int) -> [UInt8] {
    framed("GPTXT,01,01,02," + String(repeating: "x", count: length - 19))
  }

  /// A good sentence of so many bytes that the quick reader reads.
  private func frequent(_ length: Int) -> [UInt8] {
    let start = "GNRMC,120000.00,A,4807.038,N,01131.000,E,10.0,84.4,201126,,,A,V"
    var body = start.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    body[7] = String(repeating: "0", count: length - 4 - start.utf8.count) + body[7]
    return framed(body.joined(separator: ","))
  }

  private func parse(_ line: [UInt8], _ strictness: Strictness, room: Int) -> Events {
    var events = Events()
    var parser = SentenceParser(strictness)
    let around = [UInt8](repeating: 0x0A, count: room)
    parser.parse((around + line + [0x0D, 0x0A] + around).span, into: &events)
    return events
  }

  @Test(arguments: [82, 83, 99, 100, 200, 1024, 4096]) func `is reached exactly`(longest: Int) {
    let strictness = Strictness(longest: longest)
    for room in [0, 200] {
      #expect(parse(line(longest), strictness, room: room).errors.isEmpty)
      let errors = parse(line(longest + 1), strictness, room: room).errors
      #expect(errors == [.tooLong(found: longest + 1, allowed: longest)])
    }
  }

  @Test(arguments: 82...99) func `holds for a sentence that the quick reader would read`(longest: Int) {
    let strictness = Strictness(longest: longest)
    for room in [0, 200] {
      #expect(parse(frequent(longest), strictness, room: room).errors.isEmpty)
      let errors = parse(frequent(longest + 1), strictness, room: room).errors
      #expect(errors == [.tooLong(found: longest + 1, allowed: longest)])
    }
  }

  @Test func `is told as soon as a byte lies beyond it`() {
    let text = [UInt8(ascii: "$")] + [UInt8](repeating: UInt8(ascii: "A"), count: 200)
    let strictness = Strictness(longest: 90)
    #expect(SentenceFrame.question(text.span.extracting(0..<90), strictness) == .needsMore)
    let answer = SentenceFrame.Answer.broken(length: 90, .tooLong(found: 91, allowed: 90))
    #expect(SentenceFrame.question(text.span.extracting(0..<91), strictness) == answer)
  }

  @Test func `holds without a checksum too`() {
    let strictness = Strictness(requiresChecksum: false, longest: 90)
    func text(_ length: Int) -> [UInt8] { [0x24] + [UInt8](repeating: 0x41, count: length - 1) + [0x0A] }
    #expect(SentenceFrame.question(text(90).span, strictness) != .needsMore)
    #expect(parse(Array(text(90).dropLast()), strictness, room: 0).errors.isEmpty)
    #expect(
      parse(Array(text(91).dropLast()), strictness, room: 0).errors == [.tooLong(found: 91, allowed: 90)])
  }

  @Test(arguments: [
    (0, 82), (-5, 82), (81, 82), (82, 82), (500, 500), (4096, 4096), (4097, 4096), (.max, 4096), (.min, 82),
  ])
  func `lies between 82 and 4096 whatever is asked for`(asked: Int, longest: Int) {
    #expect(Strictness(longest: asked).longest == longest)
  }

  @Test func `is 1024, and a checksum is required, when nothing is asked for`() {
    #expect(Strictness() == .standard)
    #expect(Strictness.standard.longest == 1024)
    #expect(Strictness.standard.requiresChecksum)
    #expect(!Strictness.lenient.requiresChecksum)
    #expect(Strictness.lenient.longest == 1024)
  }
}
