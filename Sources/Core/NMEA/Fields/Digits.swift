// Eight ASCII digits at once, in one machine word. Note: in Swift, shifts bind tighter than multiplications.

/// Eight bytes of text as a word, the first byte in the lowest position.
enum Digits {
  /// Eight bytes of `'0'`.
  static let zeros: UInt64 = 0x3030_3030_3030_3030

  /// The number that eight digits represent; each byte is the value of a digit, 0 to 9.
  @inline(__always)
  static func value(_ digits: UInt64) -> UInt32 {
    let pairs = (digits &* 2561) &>> 8
    let fours = ((pairs & 0x00FF_00FF_00FF_00FF) &* 6_553_601) &>> 16
    let eight = ((fours & 0x0000_FFFF_0000_FFFF) &* 42_949_672_960_001) &>> 32
    return UInt32(truncatingIfNeeded: eight)
  }

  /// Zero if each byte is a digit value.
  @inline(__always)
  static func odd(_ digits: UInt64) -> UInt64 {
    ((digits &+ 0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080
  }

  /// Ten times each byte plus the byte after it; sums never overflow a byte.
  @inline(__always)
  static func pairs(_ digits: UInt64) -> UInt64 { digits &* 10 &+ (digits &>> 8) }

  /// 0x80 in each byte that equals `byte`, zero elsewhere.
  @inline(__always)
  static func marks(of byte: UInt8, in word: UInt64) -> UInt64 {
    let other = word ^ (UInt64(byte) &* 0x0101_0101_0101_0101)
    return ~(((other & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7F7F_7F7F_7F7F_7F7F) | other | 0x7F7F_7F7F_7F7F_7F7F)
  }

  /// Parses one to eight bytes, and returns whether they consist only of digits and one dot.
  ///
  /// The text is at the end of the word, preceded by zeros, and each of its bytes is combined with `'0'` by
  /// exclusive or.
  @inline(__always)
  static func decimal(_ text: UInt64, length: Int) -> (Double, isPlain: Bool) {
    // The lowest bit is exact, and a second dot is not a digit.
    let other = text ^ 0x1E1E_1E1E_1E1E_1E1E
    let dots = (other &- 0x0101_0101_0101_0101) & ~other & 0x8080_8080_8080_8080
    if dots == 0 { return (Double(value(text)), odd(text) == 0) }
    let (number, isPlain) = decimal(text, dotAt: dots.trailingZeroBitCount & ~7)
    // A dot alone would read as zero, which is wrong.
    return (number, isPlain && length > 1)
  }

  /// Parses the same with a dot in a known byte, whose lowest bit is `bit`.
  @inline(__always)
  static func decimal(_ text: UInt64, dotAt bit: Int) -> (Double, isPlain: Bool) {
    let bit = UInt64(truncatingIfNeeded: bit)
    // Remove the dot: the bytes before it move up by one.
    let before = text & ((1 &<< bit) &- 1)
    let digits = (text ^ (0x1E &<< bit)) &- before &+ before &<< 8
    return (Double(value(digits)) / power(7 &- Int(bit &>> 3)), odd(digits) == 0)
  }

  /// The eight bytes starting at `index`, the first in the lowest position.
  ///
  /// The bounds are checked; the load is unsafe only because it reinterprets bytes, which is valid here.
  @inline(__always)
  static func word(_ bytes: Span<UInt8>, at index: Int) -> UInt64 {
    UInt64(littleEndian: unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// The four bytes starting at `index`, the first in the lowest position.
  @inline(__always)
  static func half(_ bytes: Span<UInt8>, at index: Int) -> UInt32 {
    UInt32(littleEndian: unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt32.self))
  }

  /// 10 to the power of `exponent`, 0 to 18.
  ///
  /// An inline table needs no lazy initialization, and division by its values is exact to the last bit.
  @inline(__always)
  static func power(_ exponent: Int) -> Double { powers[exponent & 31] }

  private static let powers: InlineArray<32, Double> = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22, 1, 1, 1, 1, 1, 1, 1, 1, 1,
  ]
}
