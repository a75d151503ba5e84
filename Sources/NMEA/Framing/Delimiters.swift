/// Where the fields of a sentence end: a bit for each comma and for the star, bit 0 the byte behind the `$`.
package struct Delimiters: Sendable {
  /// The first 64 bytes of the body.
  package var low: UInt64 = 0
  /// The next 64.
  package var high: UInt64 = 0
  /// The length of the body: the place of the star.
  ///
  /// Negative where the quick path found no sentence.
  package var star = -1

  /// Fields in all, the tag among them.
  ///
  /// Both words are counted together: the plain x86-64 has no instruction for it.
  @inline(__always)
  package var count: Int {
    let twos: UInt64 = 0x5555_5555_5555_5555
    let fours: UInt64 = 0x3333_3333_3333_3333
    let a = low &- ((low &>> 1) & twos)
    let b = high &- ((high &>> 1) & twos)
    let sum = (a & fours) &+ ((a &>> 2) & fours) &+ (b & fours) &+ ((b &>> 2) & fours)
    let bytes = (sum & 0x0F0F_0F0F_0F0F_0F0F) &+ ((sum &>> 4) & 0x0F0F_0F0F_0F0F_0F0F)
    return Int(truncatingIfNeeded: (bytes &* 0x0101_0101_0101_0101) &>> 56)
  }
}

extension Delimiters {
  /// Finds star and commas, and verifies the checksum, without a loop or a data-dependent branch.
  ///
  /// Answers `star == -1` for whatever is not plainly a good sentence of common length; `SentenceFrame` then looks
  /// at those bytes one by one. So this may refuse too much, and must never accept too much.
  @inline(__always)
  package init(window: Span<UInt8>) {
    guard window.count == SentenceWindow.size else { return }
    let start = SentenceWindow.lead
    let starByte = Lanes(repeating: UInt8(ascii: "*"))
    let comma = Lanes(repeating: UInt8(ascii: ","))
    let a = Lanes(window, at: start)
    let b = Lanes(window, at: start &+ 16)
    let c = Lanes(window, at: start &+ 32)
    let d = Lanes(window, at: start &+ 48)
    let stars =
      a.bits(equalTo: starByte) | b.bits(equalTo: starByte) &<< 16
      | c.bits(equalTo: starByte) &<< 32 | d.bits(equalTo: starByte) &<< 48
    let commas =
      a.bits(equalTo: comma) | b.bits(equalTo: comma) &<< 16
      | c.bits(equalTo: comma) &<< 32 | d.bits(equalTo: comma) &<< 48
    if stars != 0 {
      let length = stars.trailingZeroBitCount
      let bit = stars & (~stars &+ 1)
      let end = SIMD16<Int8>(repeating: Int8(truncatingIfNeeded: length))
      let head = a.before(end, base: 0) ^ b.before(end, base: 16)
      let tail = c.before(end, base: 32) ^ d.before(end, base: 48)
      let sum = (head ^ tail).folded
      guard Checksum.matches(sum, window, at: start &+ length &+ 1) else { return }
      low = (commas & (bit &- 1)) | bit
      star = length
      return
    }
    let e = Lanes(window, at: start &+ 64)
    let f = Lanes(window, at: start &+ 80)
    let laterStars = e.bits(equalTo: starByte) | f.bits(equalTo: starByte) &<< 16
    guard laterStars != 0 else { return }
    let laterCommas = e.bits(equalTo: comma) | f.bits(equalTo: comma) &<< 16
    let length = laterStars.trailingZeroBitCount
    let bit = laterStars & (~laterStars &+ 1)
    let end = SIMD16<Int8>(repeating: Int8(truncatingIfNeeded: length))
    let later = e.before(end, base: 0) ^ f.before(end, base: 16)
    let sum = (((a ^ b) ^ (c ^ d)) ^ later).folded
    guard Checksum.matches(sum, window, at: start &+ 64 &+ length &+ 1) else { return }
    low = commas
    high = (laterCommas & (bit &- 1)) | bit
    star = 64 &+ length
  }
}
