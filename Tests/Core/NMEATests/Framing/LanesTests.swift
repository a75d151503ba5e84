import TestSupport
import Testing

@testable import NMEA

@Suite struct `Sixteen bytes at once` {
  /// Random bytes of which many are the one that is asked for, or nearly so.
  private func bytes(_ count: Int, near byte: UInt8, _ random: inout SeededGenerator) -> [UInt8] {
    let likely = [byte, byte, byte ^ 1, byte ^ 0x80, byte &+ 1, byte &- 1, 0, 0xFF]
    return (0..<count).map { _ in
      Bool.random(using: &random)
        ? likely.randomElement(using: &random) ?? 0 : UInt8.random(in: .min ... .max, using: &random)
    }
  }

  @Test func `are compared as a loop would`() {
    var random = SeededGenerator()
    for _ in 0..<5000 {
      let byte = UInt8.random(in: .min ... .max, using: &random)
      let start = Int.random(in: 0...15, using: &random)
      let text = bytes(32, near: byte, &random)
      var bits: UInt64 = 0
      for index in 0..<16 where text[start + index] == byte { bits |= 1 << UInt64(index) }
      #expect(Lanes(text.span, at: start).bits(equalTo: Lanes(repeating: byte)) == bits, "seed \(seed)")
    }
  }

  @Test func `are compared four times as a loop would`() {
    var random = SeededGenerator()
    for _ in 0..<2000 {
      let byte = UInt8.random(in: .min ... .max, using: &random)
      let text = bytes(64, near: byte, &random)
      var bits: UInt64 = 0
      for index in 0..<64 where text[index] == byte { bits |= 1 << UInt64(index) }
      #expect(Lanes.bits(text.span, at: 0, equalTo: Lanes(repeating: byte)) == bits, "seed \(seed)")
    }
  }

  @Test(arguments: 0..<16) func `mark each place alone`(place: Int) {
    var text = [UInt8](repeating: 0x20, count: 16)
    text[place] = UInt8(ascii: "*")
    let lanes = Lanes(text.span, at: 0)
    #expect(lanes.bits(equalTo: Lanes(repeating: UInt8(ascii: "*"))) == 1 << UInt64(place))
    #expect(lanes.bits(equalTo: Lanes(repeating: 0x20)) == 0xFFFF ^ 1 << UInt64(place))
  }

  @Test(arguments: [0, 16, 32, 48] as [Int8]) func `are kept before a place, and cleared from there on`(
    base: Int8
  ) {
    let text = (1...16).map { UInt8($0) }
    for end in Int8(0)...64 {
      let kept = Lanes(text.span, at: 0).before(SIMD16(repeating: end), base: base)
      let expected = (0..<16).map { Int($0) + Int(base) < Int(end) ? text[$0] : 0 }
      #expect((0..<16).map { kept[$0] } == expected, "\(end)")
    }
  }

  @Test func `are combined as a loop would`() {
    var random = SeededGenerator()
    for _ in 0..<2000 {
      let text = bytes(16, near: 0x47, &random)
      #expect(Lanes(text.span, at: 0).folded == text.reduce(0, ^), "seed \(seed)")
    }
  }
}

@Suite struct `The ends of fields` {
  /// A window whose body is this, with something behind it.
  private func delimiters(_ body: [UInt8], behind: UInt8) -> Delimiters {
    let window =
      [UInt8](repeating: UInt8(ascii: ","), count: SentenceWindow.lead) + body
      + [UInt8](repeating: behind, count: SentenceWindow.size - SentenceWindow.lead - body.count)
    return Delimiters(window: window.span, bodyLength: body.count)
  }

  @Test(arguments: 0...95) func `are the commas and the star, for a body of any length`(length: Int) {
    var random = SeededGenerator()
    for _ in 0..<20 {
      let body = (0..<length).map { _ in Array(",,AB0-.l+".utf8).randomElement(using: &random) ?? 0 }
      // Commas behind the star belong to another sentence.
      let found = delimiters(body, behind: UInt8(ascii: ","))
      var low: UInt64 = 0
      var high: UInt64 = 0
      for (index, byte) in (body + [UInt8(ascii: ",")]).enumerated() where byte == UInt8(ascii: ",") {
        if index < 64 { low |= 1 << UInt64(index) } else { high |= 1 << UInt64(index - 64) }
      }
      #expect(found.low == low, "seed \(seed)")
      #expect(found.high == high, "seed \(seed)")
      #expect(found.count == body.count { $0 == UInt8(ascii: ",") } + 1, "seed \(seed)")
    }
  }

  @Test func `are counted in both words, up to all of them`() {
    let halves: [(UInt64, UInt64)] = [(0, 0), (1, 0), (0, 1 << 63), (.max, 0), (.max, .max)]
    #expect(halves.map { Delimiters(low: $0, high: $1).count } == [0, 1, 1, 64, 128])
    var random = SeededGenerator()
    for _ in 0..<2000 {
      let low = random.next() & random.next()
      let high = random.next()
      let count = low.nonzeroBitCount + high.nonzeroBitCount
      #expect(Delimiters(low: low, high: high).count == count, "seed \(seed)")
    }
  }

  @Test func `are none in a window of another size`() {
    let short = [UInt8](repeating: UInt8(ascii: ","), count: SentenceWindow.size - 1)
    let found = Delimiters(window: short.span, bodyLength: 10)
    #expect(found.low == 0 && found.high == 0)
  }
}
