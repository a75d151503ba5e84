// Eight ASCII digits at once, in one machine word. Mind: Swift's shifts bind tighter than its multiplications.

/// Eight bytes of text as one word, the first byte lowest.
enum Digits {
  /// Eight bytes of `'0'`.
  static let zeros: UInt64 = 0x3030_3030_3030_3030

  /// The number that eight digits spell.
  @inline(__always)
  static func value(_ word: UInt64) -> UInt32 {
    let pairs = ((word & 0x0F0F_0F0F_0F0F_0F0F) &* 2561) &>> 8
    let fours = ((pairs & 0x00FF_00FF_00FF_00FF) &* 6_553_601) &>> 16
    let eight = ((fours & 0x0000_FFFF_0000_FFFF) &* 42_949_672_960_001) &>> 32
    return UInt32(truncatingIfNeeded: eight)
  }

  /// Whether all eight bytes are digits.
  @inline(__always)
  static func areAll(_ word: UInt64) -> Bool {
    let high = word & 0xF0F0_F0F0_F0F0_F0F0
    let carried = ((word &+ 0x0606_0606_0606_0606) & 0xF0F0_F0F0_F0F0_F0F0) &>> 4
    return (high | carried) == 0x3333_3333_3333_3333
  }

  /// 0x80 in each byte that equals `byte`, zero elsewhere.
  @inline(__always)
  static func marks(of byte: UInt8, in word: UInt64) -> UInt64 {
    let other = word ^ (UInt64(byte) &* 0x0101_0101_0101_0101)
    return ~(((other & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7F7F_7F7F_7F7F_7F7F) | other | 0x7F7F_7F7F_7F7F_7F7F)
  }

  /// The number that a text of one to eight bytes spells, and whether it is nothing but digits and one dot.
  ///
  /// The text stands at the end of the word, with zeros in front.
  @inline(__always)
  static func decimal(_ text: UInt64, length: Int) -> (Double, isPlain: Bool) {
    var word = text
    let dots = marks(of: UInt8(ascii: "."), in: word)
    var places = 0
    if dots != 0 {
      // Squeeze the dot out: the bytes before it move up by one. A dot alone would read as zero, and is no number.
      let bit = dots.trailingZeroBitCount & ~7
      let before = (UInt64(1) &<< UInt64(truncatingIfNeeded: bit)) &- 1
      places = 7 &- (bit &>> 3)
      word = (word & ~(before &<< 8 | 0xFF)) | (word & before) &<< 8 | 0x30
    }
    return (Double(value(word)) / power(places), areAll(word) && (dots == 0 || length > 1))
  }

  /// The eight bytes from `index` on, the first one lowest.
  ///
  /// The bounds are checked; unsafe is only that any bytes are taken for a number, and of a number any bytes are one.
  @inline(__always)
  static func word(_ bytes: Span<UInt8>, at index: Int) -> UInt64 {
    UInt64(littleEndian: unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// The number that four digits spell.
  @inline(__always)
  static func value(_ word: UInt32) -> UInt32 {
    let pairs = ((word & 0x0F0F_0F0F) &* 2561) &>> 8
    return ((pairs & 0x00FF_00FF) &* 6_553_601) &>> 16
  }

  /// Zero if all four bytes are digits.
  @inline(__always)
  static func odd(_ word: UInt32) -> UInt32 {
    ((word & 0xF0F0_F0F0) | (((word &+ 0x0606_0606) & 0xF0F0_F0F0) &>> 4)) ^ 0x3333_3333
  }

  /// The four bytes from `index` on, the first one lowest.
  @inline(__always)
  static func half(_ bytes: Span<UInt8>, at index: Int) -> UInt32 {
    UInt32(littleEndian: unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt32.self))
  }

  /// 10 to the power of `exponent`, 0 to 18.
  ///
  /// A table in an inline array costs no lazy initialization, and a division by it is exact to the last bit.
  @inline(__always)
  static func power(_ exponent: Int) -> Double { powers[exponent & 31] }

  private static let powers: InlineArray<32, Double> = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22, 1, 1, 1, 1, 1, 1, 1, 1, 1,
  ]
}
