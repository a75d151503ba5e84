// Eight ASCII digits at once, in one machine word. Mind: Swift's shifts bind tighter than its multiplications.

/// What a word of eight text bytes says, the first byte lowest.
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

  /// 0x80 in each byte that is a dot, zero elsewhere.
  @inline(__always)
  static func dots(_ word: UInt64) -> UInt64 {
    let other = word ^ 0x2E2E_2E2E_2E2E_2E2E
    return ~(((other & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7F7F_7F7F_7F7F_7F7F) | other | 0x7F7F_7F7F_7F7F_7F7F)
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
  /// A table in an inline array costs no lazy initialisation, and a division by it is exact to the last bit.
  @inline(__always)
  static func power(_ exponent: Int) -> Double { powers[exponent & 31] }

  private static let powers: InlineArray<32, Double> = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22, 1, 1, 1, 1, 1, 1, 1, 1, 1,
  ]
}
