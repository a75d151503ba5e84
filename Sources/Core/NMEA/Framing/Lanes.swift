// Sixteen bytes at a time. Bit casts between vectors of equal size are the only unsafe code in this file.

/// Sixteen bytes, with the operations that framing needs.
typealias Lanes = SIMD16<UInt8>

extension SIMD16<UInt8> {
  /// The sixteen bytes starting at `index`; a single load if the compiler knows the window's size.
  @inline(__always)
  init(_ bytes: Span<UInt8>, at index: Int) {
    self.init(
      bytes[index], bytes[index &+ 1], bytes[index &+ 2], bytes[index &+ 3],
      bytes[index &+ 4], bytes[index &+ 5], bytes[index &+ 6], bytes[index &+ 7],
      bytes[index &+ 8], bytes[index &+ 9], bytes[index &+ 10], bytes[index &+ 11],
      bytes[index &+ 12], bytes[index &+ 13], bytes[index &+ 14], bytes[index &+ 15])
  }

  /// A bit for each byte that equals `byte`, the first byte's bit lowest.
  @inline(__always)
  func bits(equalTo byte: Lanes) -> UInt64 { Lanes.bits(of: self .== byte) }

  /// A bit for each of 64 bytes from `index` that equals `byte`, the first byte's bit lowest.
  @inline(__always)
  static func bits(_ bytes: Span<UInt8>, at index: Int, equalTo byte: Lanes) -> UInt64 {
    // Each eight bytes have a bit of their own in each byte of one word: a matrix of eight by eight bits,
    // whose transpose has the bits in the order of the bytes.
    let marks =
      (Lanes(bytes, at: index) .== byte).marks(1, 2) | (Lanes(bytes, at: index &+ 16) .== byte).marks(4, 8)
      | (Lanes(bytes, at: index &+ 32) .== byte).marks(16, 32)
      | (Lanes(bytes, at: index &+ 48) .== byte).marks(64, 128)
    let words = unsafe unsafeBitCast(marks, to: SIMD2<UInt64>.self)
    var bits = words.x | words.y
    var changed = (bits ^ bits &>> 7) & 0x00AA_00AA_00AA_00AA
    bits ^= changed ^ changed &<< 7
    changed = (bits ^ bits &>> 14) & 0x0000_CCCC_0000_CCCC
    bits ^= changed ^ changed &<< 14
    changed = (bits ^ bits &>> 28) & 0x0000_0000_F0F0_F0F0
    return bits ^ changed ^ changed &<< 28
  }

  /// The standard library can't convert a mask to bits; two multiplications gather the sixteen sign bits.
  @inline(__always)
  private static func bits(of mask: SIMDMask<SIMD16<Int8>>) -> UInt64 {
    let words = unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    let low = ((words.x & 0x8040_2010_0804_0201) &* 0x0101_0101_0101_0101) &>> 56
    let high = ((words.y & 0x8040_2010_0804_0201) &* 0x0101_0101_0101_0101) &>> 48
    return low | (high & 0xFF00)
  }

  /// The bytes before an index, with zeros for the others; the vector starts at `base`.
  ///
  /// The index is passed in all lanes, so that it is broadcast only once per sentence.
  @inline(__always)
  func before(_ end: SIMD16<Int8>, base: Int8) -> Lanes {
    let first = SIMD16<Int8>(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    let places = first &+ SIMD16<Int8>(repeating: base)
    return self & (unsafe unsafeBitCast(places .< end, to: Lanes.self))
  }

  /// All sixteen bytes, combined by exclusive or.
  @inline(__always)
  var folded: UInt8 {
    let words = unsafe unsafeBitCast(self, to: SIMD2<UInt64>.self)
    var sum = words.x ^ words.y
    sum ^= sum &>> 32
    sum ^= sum &>> 16
    sum ^= sum &>> 8
    return UInt8(truncatingIfNeeded: sum)
  }
}

extension SIMDMask<SIMD16<Int8>> {
  /// `low` in the first eight bytes that are set, `high` in the others that are set.
  @inline(__always)
  fileprivate func marks(_ low: UInt8, _ high: UInt8) -> Lanes {
    let all = Lanes(lowHalf: SIMD8(repeating: low), highHalf: SIMD8(repeating: high))
    return all & (unsafe unsafeBitCast(self, to: Lanes.self))
  }
}
