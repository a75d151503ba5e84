import TestSupport
import Testing

@testable import NMEA

@Suite struct `The frame of a sentence` {
  private func recognize(
    _ bytes: some Collection<UInt8>, _ strictness: Strictness = .standard
  ) -> SentenceFrame.Answer {
    SentenceFrame.recognize(Array(bytes).span, strictness)
  }

  private func recognize(_ text: String, _ strictness: Strictness = .standard) -> SentenceFrame.Answer {
    recognize(text.utf8, strictness)
  }

  /// The lengths of the sentence that is found.
  private func lengths(_ answer: SentenceFrame.Answer) -> [Int]? {
    guard case .sentence(let frame) = answer else { return nil }
    return [frame.length, frame.bodyLength]
  }

  @Test func `reaches from the dollar to the checksum, with or without a line end`() {
    for end in ["", "\r\n", "\n", "\r\r\n", "$GPGLL", " padding", "\u{0}"] {
      #expect(lengths(recognize("$GPGLL,,,,*50" + end)) == [13, 9])
    }
  }

  @Test func `may begin with an exclamation mark`() {
    let body = "AIVDM,1,1,,A,14eG;o@034o8sd<L9i:a;WF>062D,0"
    let line = [UInt8(ascii: "!")] + framed(body).dropFirst()
    #expect(lengths(recognize(line)) == [line.count, body.utf8.count])
  }

  @Test(arguments: ["", "x", "G$", " $", "\r\n", "\\", "#", "\u{B5}b"])
  func `begins with nothing else`(text: String) {
    #expect(recognize(text) == (text.isEmpty ? .needsMore : .notMine))
  }

  @Test(arguments: ["$", "$GPGLL", "$GPGLL,,,,", "$GPGLL,,,,*", "$GPGLL,,,,*5", "!", "$*"])
  func `waits while it is not decided`(text: String) { #expect(recognize(text) == .needsMore) }

  @Test func `is broken by a wrong checksum at the end of its line, and not before`() {
    #expect(recognize("$GPGLL,,,,*51") == .needsMore)
    for (end, length) in [("\r", 13), ("$", 13), (" \n", 14)] {
      let wrong = SentenceError.checksum(found: 0x51, expected: 0x50)
      #expect(recognize("$GPGLL,,,,*51" + end) == .broken(length: length, wrong))
    }
  }

  @Test(arguments: [
    "$GPGLL,,,,\r\n", "$GPGLL,,,,\n", "$GPGLL,,,,*5\r\n", "$GPGLL,,,,*\r\n", "$GPGLL,,,,*5x\n",
  ])
  func `is broken without a checksum`(text: String) {
    let length = text.utf8.prefix { $0 >= 0x20 }.count
    #expect(recognize(text) == .broken(length: length, .noChecksum))
  }

  @Test(arguments: [0x00, 0x1F, 0x7F, 0x80, 0xB5, 0xFF, 0x24, 0x09] as [UInt8])
  func `is broken by a stray byte, which is left for whom it belongs to`(byte: UInt8) {
    let bytes = Array("$GPGLL,".utf8) + [byte] + Array(",,,*50\r\n".utf8)
    #expect(recognize(bytes) == .broken(length: 7, .strayByte(byte, at: 7)))
    #expect(recognize(bytes.prefix(8)) == .broken(length: 7, .strayByte(byte, at: 7)))
  }

  @Test func `has the star whose checksum is right, of several`() {
    let line = framed("GPTXT,01,01,02,*00 * **ff*")
    #expect(lengths(recognize(line)) == [line.count, line.count - 4])
    // The first of two that are right ends the sentence: what follows is another's.
    let early = framed("GPTXT,01")
    #expect(lengths(recognize(framed(Array(early.dropFirst())))) == [early.count, 8])
  }

  @Test func `has a checksum in small digits as well`() {
    for body in ["GPHDT,1,T", "GPHDT,99.9,T", "GPHDT,5,T", "GPHDT,7.25,T"] {
      let line = framed(body)
      let small = line.dropLast(2) + line.suffix(2).map { $0 > 0x40 ? $0 | 0x20 : $0 }
      #expect(lengths(recognize(small)) == [line.count, body.utf8.count])
    }
  }

  @Test func `may be empty, which is for others to refuse`() {
    #expect(lengths(recognize("$*00")) == [4, 0])
    #expect(recognize("$\r\n", .lenient) == .broken(length: 1, .noChecksum))
  }

  @Test func `needs no checksum where leniency is asked for, but never a wrong one`() {
    #expect(lengths(recognize("$GPGLL,,,,\r\n", .lenient)) == [10, 9])
    #expect(lengths(recognize("$GPGLL,,,,\n", .lenient)) == [10, 9])
    #expect(recognize("$GPGLL,,,,", .lenient) == .needsMore)
    #expect(lengths(recognize("$GPGLL,,,,*50", .lenient)) == [13, 9])
    #expect(
      recognize("$GPGLL,,,,*51\r", .lenient) == .broken(length: 13, .checksum(found: 0x51, expected: 0x50)))
    #expect(lengths(recognize("$GPTXT,1*x\n", .lenient)) == [10, 9])
  }

  @Test func `is the payload of Ashtech up to the end of the line, or to where another may begin`() {
    let start = Array("$PASHR,MCA,".utf8) + [0x01, 0x80]
    let bytes = start + [0x25, 0x00, 0x0D, 0x41, 0x0D, 0x0A, 0x24]
    #expect(recognize(bytes) == .broken(length: 17, .binary))
    #expect(recognize(bytes.prefix(18)) == .needsMore && recognize(bytes.prefix(12)) == .needsMore)
    #expect(recognize(start + [0x24, 0x00, 0x0D, 0x0A]) == .broken(length: 13, .binary))
  }

  @Test func `is no payload of Ashtech before the second comma has come`() {
    for place in 7...10 {
      var bytes = Array("$PASHR,MCA,".utf8)
      bytes[place] = 0x01
      let answer = SentenceFrame.Answer.broken(length: place, .strayByte(0x01, at: place))
      for end in (place + 1)...bytes.count { #expect(recognize(bytes.prefix(end)) == answer) }
    }
  }

  @Test func `is broken when Ashtech's payload never ends`() {
    let bytes = Array("$PASHR,PBN,".utf8) + [UInt8](repeating: 0x01, count: 2000)
    #expect(recognize(bytes.prefix(1023)) == .needsMore)
    #expect(recognize(bytes.prefix(1024)) == .broken(length: 11, .binary))
    #expect(recognize(bytes) == .broken(length: 11, .binary))
  }
}

@Suite struct `An answer about a frame` {
  /// Beginnings of all kinds, good and bad.
  private static let beginnings: [[UInt8]] = [
    framed("GPGLL,4807.038,N,01131.000,E,120000.00,A"),
    Array("$GPGLL,,,,\r\n".utf8),
    Array("$GPGLL,,,,*51\r\n".utf8),
    framed("GPTXT,01,01,02,2*3=6"),
    Array("$PASHR,\u{1}\u{2},,".utf8),
    Array("$PASHR,MCA,\u{1}\r\n".utf8),
    Array("$PASHR,\u{7F},,,,,".utf8),
    Array("$PASHR,PBN,abc\u{7F}\r\r\n".utf8),
    Array("$GP$GPGLL".utf8),
    Array("$**00*".utf8),
    Array("!AIVDM,1*".utf8),
  ]

  @Test(arguments: [Strictness.standard, .lenient, Strictness(requiresChecksum: false, longest: 82)])
  func `never changes with what follows, once it is given`(strictness: Strictness) {
    var random = SeededGenerator()
    let likely = Array("$!*,,\r\nAB0123456789".utf8) + [0x80, 0x00, 0x0D, 0x0A]
    for round in 0..<3000 {
      let tail = (0..<Int.random(in: 0...120, using: &random)).map { _ in
        likely.randomElement(using: &random) ?? 0
      }
      let bytes = Self.beginnings[round % Self.beginnings.count] + tail
      var given: SentenceFrame.Answer?
      for end in 0...bytes.count {
        let answer = SentenceFrame.recognize(bytes.span.extracting(0..<end), strictness)
        if let given {
          #expect(answer == given, "\(bytes) at \(end), seed \(seed)")
        } else if answer != .needsMore {
          given = answer
        }
      }
    }
  }

  @Test func `never takes more bytes than there are, and always some`() {
    var random = SeededGenerator()
    let likely = Array("$!*,\r\nA0F".utf8) + [0x80]
    for _ in 0..<20_000 {
      let tail = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        likely.randomElement(using: &random) ?? 0
      }
      let bytes = [UInt8(ascii: "$")] + tail
      switch SentenceFrame.recognize(bytes.span, .lenient) {
      case .needsMore, .notMine: break
      case .broken(let length, _): #expect(1...bytes.count ~= length, "\(bytes), seed \(seed)")
      case .sentence(let frame):
        #expect(1...bytes.count ~= frame.length, "\(bytes), seed \(seed)")
        #expect(frame.bodyLength < frame.length, "\(bytes), seed \(seed)")
      }
    }
  }
}
