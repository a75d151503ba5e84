import TestSupport
import Testing

@testable import NMEA

@Suite struct `The text of a field` {
  private static let reserved = Array(",*$!\\^~".utf8)

  private func isAllowed(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && !Self.reserved.contains(byte)
  }

  @Test func `holds what prints or lies beyond ASCII, and a blank for what may not stand there`() {
    for byte in UInt8.min ... .max {
      #expect(FieldText([byte]).bytes == [isAllowed(byte) || byte >= 0x80 ? byte : 0x20], "\(byte)")
    }
  }

  @Test func `escapes exactly the bytes that may not stand in a field`() {
    for byte in UInt8.min ... .max {
      let text = String(Unicode.Scalar(byte))
      let digits = (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      #expect(FieldText(escaping: text).description == (isAllowed(byte) ? text : "^" + digits), "\(byte)")
    }
  }

  @Test func `brings every character of its alphabet back, and has a question mark for any other`() {
    let all = String(String.UnicodeScalarView((0...255).compactMap { Unicode.Scalar(UInt32($0)) }))
    #expect(FieldText(escaping: all).unescaped.unicodeScalars.elementsEqual(all.unicodeScalars))
    #expect(FieldText(escaping: "100 %, 5*3 = ~15^2").unescaped == "100 %, 5*3 = ~15^2")
    #expect(FieldText(escaping: "Ā🛰é").description == "??^E9")
  }

  @Test(
    arguments: [
      ("^2A", "*"), ("^2a", "*"), ("^", "^"), ("^2", "^2"), ("^2G", "^2G"), ("^^2A", "^*"),
      ("a^2Cb^2Cc", "a,b,c"), ("^5E2A", "^2A"), ("^E9", "é"), ("x^", "x^"), ("", ""),
    ] as [(String, String)])
  func `unescapes a mark only with two digits behind it`(sent: String, shown: String) {
    var text = FieldText()
    text.bytes = Array(sent.utf8)
    #expect(text.unescaped == shown)
  }

  @Test func `is empty without a byte, and not with a blank`() {
    #expect(FieldText().isEmpty && FieldText("").isEmpty && !FieldText(" ").isEmpty)
    #expect(FieldText() == "")
  }

  @Test func `shows bytes beyond ASCII as UTF-8, or one by one where they are none`() {
    for (bytes, shown) in [
      ([0x41, 0xE9, 0xFF], "Aéÿ"), (Array("Zürich".utf8), "Zürich"), ([0x5A, 0xFC, 0x72], "Zür"),
      (Array("駅".utf8), "駅"), ([0xC3], "Ã"), ([0xC3, 0xBC, 0xFC], "Ã¼ü"),
    ] as [([UInt8], String)] {
      #expect(FieldText(bytes).description == shown && FieldText(bytes).unescaped == shown)
    }
  }

  @Test(arguments: [[0x9B, 0x33], [0xC2, 0x9B, 0x33], [0x1B, 0x5B], [0x7F]] as [[UInt8]])
  func `shows no control character`(bytes: [UInt8]) {
    var text = FieldText()
    text.bytes = bytes
    #expect(text.description.unicodeScalars.first == "\u{FFFD}")
  }

  @Test func `shows what is escaped between bytes beyond ASCII`() {
    var text = FieldText()
    text.bytes = Array("Zü^2Crich^".utf8)
    #expect(text.unescaped == "Zü,rich^")
  }

  @Test func `is joined and split at commas, none lost`() {
    let parts: [FieldText] = ["a", "", "b c", ""]
    let joined = FieldText(joining: parts)
    #expect(joined.description == "a,,b c," && joined.split() == parts)
    #expect(FieldText(joining: []).isEmpty && FieldText().split() == [FieldText()])
  }

  @Test func `never breaks the sentence it is written into`() throws {
    let text = FieldText("$GPGGA*47\r\n!AIVDM,~^\\")
    let bod = BOD(.gp) { $0.destination = text }
    #expect(try Sentence(bod.encoded()) == .bod(bod))
  }
}

@Suite struct `A list of modes` {
  private func modes(_ letters: String) -> ModeList { ModeList(letters.utf8.map(ModeIndicator.init)) }

  @Test(arguments: ["", "A", "AN", "DAN", "AAAA", "ABCDE", "NNNNNN", "ABCDEFG", "ABCDEFGH"])
  func `has a mode for each letter, in their order`(letters: String) {
    let list = modes(letters)
    #expect(list.count == letters.utf8.count)
    #expect((0..<list.count).map { list[$0]?.rawValue } == letters.utf8.map { $0 })
  }

  @Test func `takes eight letters and no ninth, and has no mode beyond its ends`() {
    #expect(modes("ABCDEFGHI") == modes("ABCDEFGH") && modes("ABCDEFGHI").count == 8)
    #expect([2, 8, -1].map { modes("AD")[$0] } == [nil, nil, nil])
    #expect(modes("")[0] == nil)
  }

  @Test func `differs from a longer one that begins like it`() {
    #expect(modes("AN") != modes("A") && modes("AN") != modes("NA"))
    #expect(Set([modes("A"), modes("AN"), modes("NA"), modes("A")]).count == 3)
  }

  @Test(arguments: [("AADN", 4), (" AN", 2), ("N       ", 1), ("", 0)])
  func `is read without the blanks around it`(field: String, count: Int) throws {
    let gns: GNS = try read(wire("GNGNS,,,,,,\(field),,,,,,"))
    #expect(gns.modes.count == count)
  }

  @Test(arguments: [
    ("AbN", FieldFault.Reason.notALetter), ("A1", .notALetter), ("A N", .notALetter), ("A-", .notALetter),
    ("ABCDEFGHI", .outOfRange), ("@", .notALetter), ("A@", .notALetter), ("[A", .notALetter),
    ("A\\N", .notALetter), ("AA]", .notALetter), ("^", .notALetter), ("ANNNNNN_", .notALetter),
    ("`", .notALetter), ("?", .notALetter),
  ])
  func `is capital letters only, whichever reader reads it`(field: String, reason: FieldFault.Reason) throws {
    let expected = FieldFault(field: 6, reason: reason)
    #expect(try fault(in: "GNGNS,120000.00,,,,,\(field),08,0.9,,,,,V") == expected)
    #expect(Events(of: wire("GNGNS,120000.00,,,,,\(field),08,0.9,,,,,V")).faults == [expected])
  }
}
