import TestSupport
import Testing

@testable import NMEA

@Suite struct `Digits in a machine word` {
  private static let ascii = Array("0123456789".utf8)

  /// Four bytes as a word, the first one lowest.
  private func half(_ bytes: [UInt8]) -> UInt32 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Eight bytes as a word, the first one lowest.
  private func word(_ bytes: [UInt8]) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func isDigit(_ byte: UInt8) -> Bool { Self.ascii.contains(byte) }

  @Test(
    arguments: [
      0, 1, 9, 10, 99_999_999, 10_000_000, 12_345_678, 87_654_321, 90_909_090, 9_090_909, 50_000_005,
    ] as [UInt64])
  func `are the number that a loop reads, for eight`(number: UInt64) {
    let bytes = DecimalText.digits(number, width: 8)
    #expect(UInt64(Digits.value(word(bytes) ^ Digits.zeros)) == number)
    #expect(Digits.odd(word(bytes) ^ Digits.zeros) == 0)
  }

  @Test func `are the number that a loop reads, for any eight`() {
    var random = SeededGenerator()
    for _ in 0..<20_000 {
      let number = UInt64.random(in: 0...99_999_999, using: &random)
      let bytes = DecimalText.digits(number, width: 8)
      #expect(UInt64(Digits.value(word(bytes) ^ Digits.zeros)) == number, "seed \(seed)")
    }
  }

  @Test func `are a pair with the one behind them, at each place`() {
    for number in 0...99 {
      let bytes = DecimalText.digits(UInt64(number), width: 2)
      let pairs = Digits.pairs(word(bytes + bytes + bytes + bytes) ^ Digits.zeros)
      for place in [0, 2, 4, 6] as [UInt64] { #expect(pairs >> (8 * place) & 0xFF == number) }
    }
  }

  @Test(arguments: 0..<8) func `are told from every other byte at each place`(place: Int) {
    var bytes = Array("90817263".utf8)
    for byte in UInt8.min ... .max {
      bytes[place] = byte
      #expect((Digits.odd(word(bytes) ^ Digits.zeros) == 0) == isDigit(byte), "\(byte)")
    }
  }

  @Test func `are told from any other bytes, however they carry`() {
    var random = SeededGenerator()
    let likely: [UInt8] = Self.ascii + [0x2F, 0x3A, 0x3F, 0x2E, 0xFA, 0xFF, 0xB0, 0x00]
    for _ in 0..<20_000 {
      let bytes = (0..<8).map { _ in likely.randomElement(using: &random) ?? 0 }
      #expect(
        (Digits.odd(word(bytes) ^ Digits.zeros) == 0) == bytes.allSatisfy(isDigit), "\(bytes), seed \(seed)")
    }
  }

  @Test func `leave a mark at each dot and nowhere else`() {
    var random = SeededGenerator()
    let likely: [UInt8] = [0x2E, 0x2D, 0x2F, 0xAE, 0x6E, 0x30, 0x00, 0xFF, 0x80]
    for _ in 0..<20_000 {
      let bytes = (0..<8).map { _ in likely.randomElement(using: &random) ?? 0 }
      let marks: [UInt8] = bytes.map { $0 == 0x2E ? 0x80 : 0 }
      #expect(Digits.marks(of: UInt8(ascii: "."), in: word(bytes)) == word(marks), "\(bytes), seed \(seed)")
    }
  }

  @Test func `lie in a word with the first byte lowest`() {
    let bytes = Array("ABCDEFGHIJ".utf8)
    #expect(Digits.word(bytes.span, at: 1) == word(Array("BCDEFGHI".utf8)))
    #expect(Digits.half(bytes.span, at: 6) == half(Array("GHIJ".utf8)))
  }

  @Test(arguments: 0...22) func `are shifted by exact powers of ten`(exponent: Int) {
    #expect(Digits.power(exponent) == Double("1e\(exponent)"))
  }

  @Test(
    arguments: [
      (0, 0, "0"), (0, 3, "000"), (5, 1, "5"), (5, 3, "005"), (1000, 3, "1000"),
      (18_446_744_073_709_551_615, 1, "18446744073709551615"),
    ] as [(UInt64, Int, String)])
  func `are spelled with zeros in front`(number: UInt64, width: Int, expected: String) {
    #expect(String(decoding: DecimalText.digits(number, width: width), as: UTF8.self) == expected)
  }
}

@Suite struct `A checksum` {
  @Test func `combines all bytes of a body`() {
    func sum(_ text: String) -> UInt8 { Checksum.of(Array(text.utf8).span) }
    #expect(sum("") == 0)
    #expect(sum("A") == 0x41)
    #expect(sum("AA") == 0)
    #expect(sum("GPGLL,4916.45,N,12311.12,W,225444,A") == 0x31)
  }

  @Test func `is said by two hexadecimal digits, capital or small, and by nothing else`() {
    for high in UInt8.min ... .max {
      for low in [UInt8(ascii: "0"), UInt8(ascii: "f"), UInt8(ascii: "G"), 0x00, 0xB5] {
        let text = String(Unicode.Scalar(high)) + String(Unicode.Scalar(low))
        let isSaid = text.utf8.count == 2 && text.allSatisfy(\.isHexDigit)
        #expect(Checksum.value(high, low) == (isSaid ? UInt8(text, radix: 16) : nil), "\(high), \(low)")
      }
    }
  }

  @Test func `matches its digits in any case, and no others`() {
    for sum in UInt8.min ... .max {
      let small = Array((sum < 16 ? "0" : "").utf8) + Array(String(sum, radix: 16).utf8)
      let capital = Array(String(decoding: small, as: UTF8.self).uppercased().utf8)
      func matches(_ bytes: [UInt8], _ sum: UInt8) -> Bool { Checksum.matches(sum, bytes.span, at: 0) }
      #expect(matches(small, sum))
      #expect(matches(capital, sum))
      #expect(!matches(capital, sum ^ 0x01))
      #expect(!matches(capital, sum ^ 0x80))
      #expect(!matches([capital[1], capital[0]], sum) || capital[0] == capital[1])
    }
  }
}
