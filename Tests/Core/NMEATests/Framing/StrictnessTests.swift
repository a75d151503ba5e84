import TestSupport
import Testing

@testable import NMEA

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
    #expect(Strictness.standard.longest == 1024)
    #expect(Strictness.standard.requiresChecksum)
    #expect(!Strictness.lenient.requiresChecksum)
    #expect(Strictness.lenient.longest == 1024)
  }
}
