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
