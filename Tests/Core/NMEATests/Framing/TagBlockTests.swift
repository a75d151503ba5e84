import TestSupport
import Testing

@testable import NMEA

@Suite struct `A TAG block` {
  /// A block with the right checksum.
  private func block(_ body: String) -> [UInt8] {
    [UInt8(ascii: "\\")] + framed(body).dropFirst() + [UInt8(ascii: "\\")]
  }

  private func recognize(_ bytes: some Collection<UInt8>) -> TagBlock.Answer {
    TagBlock.recognize(Array(bytes).span)
  }

  private func read(_ body: String) -> TagBlock { TagBlock(block(body).span) }

  @Test func `reaches from backslash to backslash`() {
    let bytes = block("s:station1,c:1577836800")
    #expect(recognize(bytes) == .block(length: bytes.count))
    #expect(recognize(bytes + Array("!AIVDM".utf8)) == .block(length: bytes.count))
    #expect(recognize(block("")) == .block(length: 5))
  }

  @Test func `is undecided until its last byte, and then decided for good`() {
    let bytes = block("s:r003669945,c:1120959341")
    for end in 0..<bytes.count { #expect(recognize(bytes.prefix(end)) == .needsMore) }
    for extra in 0...3 {
      #expect(recognize(bytes + [UInt8](repeating: 0x5C, count: extra)) == recognize(bytes))
    }
  }

  @Test(arguments: ["$GPGLL", "s:x*00\\", "!AIVDM", " \\"]) func `begins with a backslash`(text: String) {
    #expect(recognize(text.utf8) == .notMine)
  }

  @Test func `is broken by a wrong checksum`() {
    #expect(recognize("\\s:x*00\\".utf8) == .broken(length: 1, .checksum(found: 0, expected: 0x31)))
    #expect(recognize("\\s:x*31\\".utf8) == .block(length: 8))
  }

  @Test(arguments: ["\\s:x*3\\$", "\\s:x*31$", "\\s:x*3g\\", "\\s:x**31", "\\*\\\\\\\\"])
  func `is broken without two digits and a backslash behind its star`(text: String) {
    #expect(recognize(text.utf8) == .broken(length: 1, .noChecksum))
  }

  @Test(arguments: [0x0A, 0x0D, 0x00, 0x1F, 0x7F, 0x80, 0x5C] as [UInt8])
  func `is broken by a byte that does not belong into it`(byte: UInt8) {
    #expect(recognize([0x5C, 0x73, 0x3A, byte]) == .broken(length: 1, .strayByte(byte, at: 3)))
  }

  @Test func `has 256 bytes at most, from one backslash to the other`() {
    let longest = block("s:" + String(repeating: "x", count: TagBlock.longest - 7))
    #expect(longest.count == 256)
    #expect(recognize(longest) == .block(length: 256))
    for extra in 1...6 {
      let longer = block("s:" + String(repeating: "x", count: TagBlock.longest - 7 + extra))
      guard case .broken(1, .tooLong(_, allowed: 256)) = recognize(longer) else {
        Issue.record("\(extra) more: \(recognize(longer))")
        continue
      }
    }
  }

  @Test func `is given up when 256 bytes have come without an end`() {
    let text =
      [UInt8](repeating: UInt8(ascii: "\\"), count: 1) + [UInt8](repeating: UInt8(ascii: "x"), count: 400)
    #expect(recognize(text.prefix(255)) == .needsMore)
    #expect(recognize(text.prefix(256)) == .broken(length: 1, .tooLong(found: 256, allowed: 256)))
    #expect(recognize(text) == .broken(length: 1, .tooLong(found: 256, allowed: 256)))
  }

  @Test func `says who heard it, and when`() {
    let block = read("s:station1,c:1577836800")
    #expect(block.source == "station1" && block.milliseconds == 1_577_836_800_000)
  }

  @Test(
    arguments: [
      ("c:1577836800", 1_577_836_800_000), ("c:1577836800123", 1_577_836_800_123), ("c:0", 0),
      ("c:99999999999", 99_999_999_999_000), ("c:100000000000", 100_000_000_000),
      ("c:1577836800.4", 1_577_836_800_000),
    ] as [(String, Int64)])
  func `counts seconds and milliseconds, told apart by their size`(body: String, milliseconds: Int64) {
    #expect(read(body).milliseconds == milliseconds)
  }

  @Test(arguments: ["", "c:", "c:x", "c:-5", "c", "c:1x", "x:5", "cc:5", "s:5", "c:9999999999999999999"])
  func `says no time when there is none to read`(body: String) { #expect(read(body).milliseconds == nil) }

  @Test func `passes over what has no meaning here, takes the last of two sources, and keeps a colon in it`()
  {
    let block = read("g:1-2-73874,n:157036,,s:r003669945,q:u,c:1241544035,d:,t:text")
    #expect(block.source == "r003669945" && block.milliseconds == 1_241_544_035_000)
    #expect(read("s:a,s:b").source == "b")
    #expect(read("s:a:b").source == "a:b")
    #expect(read("s:,c:5").source.isEmpty)
  }

  @Test func `survives any bytes`() {
    var random = SeededGenerator()
    let likely = Array("\\s:c:12,,*".utf8)
    for _ in 0..<5000 {
      let bytes = (0..<Int.random(in: 0...30, using: &random)).map { _ in
        likely.randomElement(using: &random) ?? 0
      }
      let block = TagBlock(bytes.span)
      #expect(block.milliseconds ?? 0 >= 0, "\(bytes), seed \(seed)")
      guard case .block(let length) = recognize(bytes) else { continue }
      #expect(length <= bytes.count, "\(bytes), seed \(seed)")
    }
  }
}
