import TestSupport
import Testing

@testable import NMEA

@Suite struct `The quick frame` {
  /// The end of a body, as the quick way finds it, that begins this many bytes into the memory.
  private func quick(_ line: [UInt8], shift: Int, behind: [UInt8] = []) -> QuickFrame {
    let lead = [UInt8](repeating: UInt8(ascii: "*"), count: shift + SentenceWindow.lead - 1)
    let bytes = lead + line + behind + [UInt8](repeating: 0x0A, count: 200)
    return QuickFrame(window: bytes.span.extracting(shift..<(shift + SentenceWindow.size)))
  }

  private func careful(_ bytes: [UInt8]) -> SentenceFrame? {
    guard case .sentence(let frame) = SentenceFrame.recognize(bytes.span) else { return nil }
    return frame
  }

  private func body(_ length: Int, _ random: inout SeededGenerator) -> [UInt8] {
    (0..<length).map { _ in
      let byte = UInt8.random(in: 0x20..<0x7F, using: &random)
      return byte == UInt8(ascii: "*") || byte == UInt8(ascii: "$") ? UInt8(ascii: ",") : byte
    }
  }

  @Test(arguments: 0..<16) func `finds every good sentence of common length, wherever it lies`(shift: Int) {
    var random = SeededGenerator()
    for length in 0...140 {
      let line = framed(body(length, &random))
      let frame = quick(line, shift: shift)
      #expect(frame.bodyLength == (length <= 95 ? length : -1), "length \(length), seed \(seed)")
      #expect(careful(line)?.bodyLength == length, "length \(length), seed \(seed)")
      if frame.bodyLength >= 0 {
        #expect(frame.bodyLength + 4 == line.count, "length \(length), seed \(seed)")
      }
    }
  }

  @Test(arguments: 1...95) func `refuses a sentence with one bit turned, at any place`(length: Int) {
    var random = SeededGenerator()
    let line = framed(body(length, &random))
    for place in 1...length {
      var turned = line
      turned[place] ^= 1 << UInt8.random(in: 0..<7, using: &random)
      // Made into a star, the byte may end a shorter sentence: then the careful way must say so too.
      let frame = quick(turned, shift: place % 16)
      guard frame.bodyLength >= 0 else { continue }
      #expect(turned[place] == UInt8(ascii: "*"), "place \(place), seed \(seed)")
      #expect(careful(turned)?.bodyLength == frame.bodyLength, "place \(place), seed \(seed)")
    }
  }

  @Test func `never accepts what the careful frame refuses, and finds the same length`() {
    var random = SeededGenerator()
    let likely = Array("*,,AB01249EF,,ab.0123456789XYZGPN-".utf8)
    var accepted = 0
    for round in 0..<20_000 {
      let length = Int.random(in: 0...140, using: &random)
      var line = (0..<length).map { _ in likely.randomElement(using: &random) ?? 0 }
      if Bool.random(using: &random) { line = Array(framed(line).dropFirst()) }
      line = [UInt8(ascii: "$")] + line
      let frame = quick(line, shift: round % 16)
      guard frame.bodyLength >= 0 else { continue }
      accepted += 1
      #expect(careful(line + [0x0A])?.length == frame.bodyLength + 4, "\(line), seed \(seed)")
    }
    #expect(accepted > 100, "seed \(seed)")
  }

  @Test func `takes the first star only, and leaves a text with stars to the careful one`() {
    let line = framed("GPTXT,01,01,02,2*3=6")
    #expect(quick(line, shift: 3).bodyLength == -1)
    #expect(careful(line)?.length == line.count)
  }

  @Test(arguments: [10, 63, 64, 70, 95]) func `reads its checksum in capital and in small digits`(length: Int)
  {
    // The checksum is 2F for any length.
    let last: UInt8 = length % 2 == 0 ? 0x68 : 0x2F
    var line = framed([UInt8](repeating: UInt8(ascii: "G"), count: length - 1) + [last])
    #expect(quick(line, shift: 0).bodyLength == length)
    for place in line.indices.suffix(2) { line[place] |= 0x20 }
    #expect(quick(line, shift: 0).bodyLength == length)
    line[line.count - 1] = UInt8(ascii: "g")
    #expect(quick(line, shift: 0).bodyLength == -1)
  }

  @Test func `finds nothing in a window of another size`() {
    for size in [0, 100, 159, 161] {
      let bytes =
        [UInt8](repeating: 0x0A, count: 15) + framed("GPGLL,,,,") + [UInt8](repeating: 0x0A, count: 200)
      #expect(QuickFrame(window: bytes.span.extracting(0..<size)).bodyLength == -1)
    }
  }

  @Test func `leaves the first of two glued sentences to be found, and stops at its end`() {
    let first = framed("GPGLL,4807.038,N,01131.000,E")
    let frame = quick(first, shift: 5, behind: framed("GPGLL,,,,"))
    #expect(frame.bodyLength == first.count - 4)
  }

  @Test func `with a known star verifies the same checksums`() {
    for length in 6...99 {
      let line = framed("GPTXT," + String(repeating: "x", count: length - 6))
      var bytes = [UInt8](repeating: 0x0A, count: 15) + line + [UInt8](repeating: 0x0A, count: 200)
      let isRight = { (bytes: [UInt8]) in
        QuickFrame.isRight(bytes.span.extracting(0..<160), bodyLength: length)
      }
      #expect(isRight(bytes) == (length <= QuickFrame.longestBody))
      for place in 16..<(16 + length) {
        bytes[place] ^= 1
        #expect(!isRight(bytes))
        bytes[place] ^= 1
      }
    }
  }
}
