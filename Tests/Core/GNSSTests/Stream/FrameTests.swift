import GNSS
import NMEA
import TestSupport
import Testing

@Suite struct `A correction frame` {
  private func recognize(_ bytes: [UInt8]) -> FrameAnswer { CorrectionFrame.recognize(bytes.span) }

  @Test func `is found by its length and its checksum`() {
    // A message 1005 as the standard prints it: reference station 2003.
    let example: [UInt8] = [
      0xD3, 0x00, 0x13, 0x3E, 0xD7, 0xD3, 0x02, 0x02, 0x98, 0x0E, 0xDE, 0xEF, 0x34, 0xB4, 0xBD, 0x62, 0xAC,
      0x09,
      0x41, 0x98, 0x6F, 0x33, 0x36, 0x0B, 0x98,
    ]
    #expect(correction(Array(example[3..<22])) == example)
    #expect(recognize(example) == .frame(length: 25))
  }

  @Test(arguments: [0, 1, 2, 255, 256, 1023])
  func `may have any length`(length: Int) {
    let frame = correction([UInt8](repeating: 0xA5, count: length))
    for count in 0..<frame.count { #expect(recognize(Array(frame[..<count])) == .needsMore) }
    for tail in [[], [0xD3], [0x00, 0xFF]] as [[UInt8]] {
      #expect(recognize(frame + tail) == .frame(length: length + 6))
    }
  }

  @Test func `is broken by any wrong bit behind its length`() {
    let frame = correction([1, 2, 3, 4, 5])
    for place in 3..<frame.count {
      for bit in 0..<8 {
        var wrong = frame
        wrong[place] ^= 1 << UInt8(bit)
        #expect(recognize(wrong) == .broken(length: 1))
      }
    }
  }

  @Test func `has six zero bits behind its leader`() {
    for byte in 4...255 as ClosedRange<UInt8> { #expect(recognize([0xD3, byte]) == .notMine) }
    #expect(recognize([0x24]) == .notMine)
    #expect(recognize([]) == .needsMore)
  }
}

@Suite struct `A comment line` {
  @Test(arguments: [
    "#", "# Name: a receiver", "# Groß wie ein Übersee-Dampfer", "#BESTPOSA,COM1,0;a,b*12345678", "# \t x",
  ])
  func `is told without its line end`(line: String) {
    for end in ["\n", "\r\n", "\r"] {
      let apart = TakenApart(Array((line + end).utf8))
      #expect(apart.events == [.comment(Array(line.utf8))])
      #expect(apart.counts.commentBytes == line.utf8.count)
    }
  }

  @Test func `stands at the beginning of a line`() {
    let apart = TakenApart(wire("GPXXX,1") + Array("# one\n".utf8) + Array("two # three\n# four\n".utf8))
    let comments = apart.events.compactMap { event -> String? in
      if case .comment(let bytes) = event { String(decoding: bytes, as: UTF8.self) } else { nil }
    }
    #expect(comments == ["# one", "# four"])
  }

  @Test func `may hold a sentence, which is not read`() {
    #expect(TakenApart(Array("# $GPXXX,1*4A\n".utf8)).sentences == [])
  }

  @Test func `has no control bytes and a bounded length`() {
    #expect(
      TakenApart(Array("# a\u{1}b\n".utf8)).events == [.junk(Junk(offset: 0, length: 5, reason: .unknown))])
    let long = "#" + String(repeating: "x", count: 1023)
    #expect(TakenApart(Array("\(long)\n".utf8)).counts.commentBytes == 0)
    #expect(TakenApart(Array("\(long.dropLast())\n".utf8)).counts.commentBytes == 1023)
  }
}

@Suite struct `A TAG block` {
  private func block(_ body: String) -> [UInt8] {
    Array("\\".utf8) + wire(Array(body.utf8)).dropFirst().dropLast(2) + Array("\\".utf8)
  }

  private func read(_ body: String) -> TagBlock { TagBlock(block(body).span) }

  @Test func `comes before its sentence in the stream`() {
    let apart = TakenApart(block("s:x") + wire("GPXXX,1"))
    #expect(apart.events.first == .tagBlock(read("s:x")))
    #expect(apart.counts.sentences == 1)
    #expect(apart.junk == [])
  }

  @Test(arguments: ["\\s:x*00\\", "\\s:x\\", "\\s:x*4\\", "\\s:x", "\\"])
  func `that is broken hides no sentence`(text: String) {
    let apart = TakenApart(Array(text.utf8) + wire("GPXXX,1"))
    #expect(apart.counts.sentences == 1)
    #expect(apart.counts.junkBytes == text.utf8.count)
  }
}
