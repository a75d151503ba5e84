/// The two hexadecimal digits after the star: all bytes between `$` and `*`, combined by exclusive or.
package enum Checksum {
  /// The checksum of a body, the bytes between `$` and `*`.
  package static func of(_ body: Span<UInt8>) -> UInt8 {
    var sum: UInt8 = 0
    for index in body.indices { sum ^= body[index] }
    return sum
  }

  /// The value of two hexadecimal digits in either case, or nil if they are not digits.
  @inline(never)
  static func value(_ high: UInt8, _ low: UInt8) -> UInt8? {
    guard let high = HexDigit.value(high), let low = HexDigit.value(low) else { return nil }
    return high << 4 | low
  }

  /// Whether the two bytes at `index` are `sum` in hexadecimal, in either case; uppercase is the fast path.
  @inline(__always)
  static func matches(_ sum: UInt8, _ bytes: Span<UInt8>, at index: Int) -> Bool {
    let first = bytes[index]
    let second = bytes[index &+ 1]
    let said = UInt16(first) | UInt16(second) &<< 8
    let capital = UInt16(HexDigit.capital(sum &>> 4)) | UInt16(HexDigit.capital(sum & 15)) &<< 8
    return said == capital || value(first, second) == sum
  }
}

/// One hexadecimal digit, parsed and formatted.
enum HexDigit {
  /// The uppercase digit for a value below 16.
  @inline(__always)
  static func capital(_ value: UInt8) -> UInt8 { value &+ (value > 9 ? 55 : 48) }

  /// The value of a digit in either case.
  static func value(_ digit: UInt8) -> UInt8? {
    let number = digit &- 48
    if number < 10 { return number }
    let letter = (digit | 32) &- 97
    return letter < 6 ? letter &+ 10 : nil
  }
}

enum Framing {
  /// Adds `$`, `*`, the checksum, carriage return and line feed.
  static func wrap(_ body: [UInt8], isEncapsulated: Bool = false) -> [UInt8] {
    let sum = Checksum.of(body.span)
    return [isEncapsulated ? UInt8(ascii: "!") : UInt8(ascii: "$")] + body + [UInt8(ascii: "*")]
      + [HexDigit.capital(sum >> 4), HexDigit.capital(sum & 15), 0x0D, 0x0A]
  }
}
