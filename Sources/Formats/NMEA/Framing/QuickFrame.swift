/// The star of a sentence of common length, found and its checksum verified in a handful of instructions.
struct QuickFrame {
  /// Bytes between `$` and `*`; negative where there is plainly no good sentence of common length.
  private(set) var bodyLength = -1

  /// The longest body that is looked at.
  static let longestBody = 95

  /// Finds the star and verifies the checksum, without a loop or a branch that depends on the text.
  ///
  /// What it does not find is for `SentenceFrame`, which looks at the bytes one by one. So this may refuse too much,
  /// and must never accept too much: that all bytes are plain is for the readers of the fields to see.
  @inline(__always)
  init(window: Span<UInt8>) {
    guard window.count == SentenceWindow.size else { return }
    let start = SentenceWindow.lead
    let star = Lanes(repeating: UInt8(ascii: "*"))
    let a = Lanes(window, at: start)
    let b = Lanes(window, at: start &+ 16)
    let c = Lanes(window, at: start &+ 32)
    let d = Lanes(window, at: start &+ 48)
    let stars =
      a.bits(equalTo: star) | b.bits(equalTo: star) &<< 16
      | c.bits(equalTo: star) &<< 32 | d.bits(equalTo: star) &<< 48
    if stars != 0 {
      let place = stars.trailingZeroBitCount
      let end = SIMD16<Int8>(repeating: Int8(truncatingIfNeeded: place))
      let head = a.before(end, base: 0) ^ b.before(end, base: 16)
      let tail = c.before(end, base: 32) ^ d.before(end, base: 48)
      guard Checksum.matches((head ^ tail).folded, window, at: start &+ place &+ 1) else { return }
      bodyLength = place
      return
    }
    let e = Lanes(window, at: start &+ 64)
    let f = Lanes(window, at: start &+ 80)
    let laterStars = e.bits(equalTo: star) | f.bits(equalTo: star) &<< 16
    guard laterStars != 0 else { return }
    let place = laterStars.trailingZeroBitCount
    let end = SIMD16<Int8>(repeating: Int8(truncatingIfNeeded: place))
    let later = e.before(end, base: 0) ^ f.before(end, base: 16)
    let sum = (((a ^ b) ^ (c ^ d)) ^ later).folded
    guard Checksum.matches(sum, window, at: start &+ 64 &+ place &+ 1) else { return }
    bodyLength = 64 &+ place
  }

  /// Verifies the checksum of a body whose star has been found; at most `longestBody` bytes.
  @inline(__always)
  static func isRight(_ window: Span<UInt8>, bodyLength: Int) -> Bool {
    guard window.count == SentenceWindow.size, bodyLength > 0, bodyLength <= longestBody else { return false }
    let start = SentenceWindow.lead
    let end = SIMD16<Int8>(repeating: Int8(truncatingIfNeeded: bodyLength))
    let head =
      Lanes(window, at: start).before(end, base: 0) ^ Lanes(window, at: start &+ 16).before(end, base: 16)
    let middle =
      Lanes(window, at: start &+ 32).before(end, base: 32)
      ^ Lanes(window, at: start &+ 48).before(end, base: 48)
    let tail =
      Lanes(window, at: start &+ 64).before(end, base: 64)
      ^ Lanes(window, at: start &+ 80).before(end, base: 80)
    return Checksum.matches((head ^ middle ^ tail).folded, window, at: start &+ bodyLength &+ 1)
  }
}
