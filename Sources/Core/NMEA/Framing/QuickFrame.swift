/// The memory of fixed size around a sentence, which the quick path reads.
///
/// The fixed size lets the compiler drop every bounds check: the code is safe and as fast as with pointers.
/// There are 16 bytes before the body, so that a number can be loaded backward from its end, and after it
/// enough bytes for two words of delimiters and the checksum.
package enum SentenceWindow {
  /// The number of bytes before the body, including the `$`.
  package static let lead = 16
  /// The total size in bytes.
  package static let size = 160
  /// The number of bytes from the `$`.
  package static let reach = size - lead + 1
}

/// Finds the star of a sentence of common length and verifies the checksum, in a few instructions.
struct QuickFrame {
  /// The number of bytes between `$` and `*`; negative unless it is a valid sentence of common length.
  private(set) var bodyLength = -1

  /// The longest body that is supported.
  static let longestBody = 95

  /// Finds the star and verifies the checksum, without loops or branches that depend on the text.
  ///
  /// `SentenceFrame` handles the sentences that this rejects, byte by byte. So this may reject too much, but
  /// must never accept too much; the field readers check that all bytes are plain.
  @inline(__always)
  init(window: Span<UInt8>) {
    guard window.count == SentenceWindow.size else { return }
    let start = SentenceWindow.lead
    let star = Lanes(repeating: UInt8(ascii: "*"))
    let stars = Lanes.bits(window, at: start, equalTo: star)
    var place = stars.trailingZeroBitCount
    if stars == 0 {
      let later =
        Lanes(window, at: start &+ 64).bits(equalTo: star)
        | Lanes(window, at: start &+ 80).bits(equalTo: star) &<< 16
      place = 64 &+ later.trailingZeroBitCount
    }
    if Self.isRight(window, bodyLength: place) { bodyLength = place }
  }

  /// Verifies the checksum of a body of at most `longestBody` bytes, whose star is known.
  @inline(__always)
  static func isRight(_ window: Span<UInt8>, bodyLength: Int) -> Bool {
    guard window.count == SentenceWindow.size, 0...longestBody ~= bodyLength else { return false }
    let start = SentenceWindow.lead
    let end = SIMD16<Int8>(repeating: Int8(truncatingIfNeeded: bodyLength))
    let a = Lanes(window, at: start)
    let b = Lanes(window, at: start &+ 16)
    let c = Lanes(window, at: start &+ 32)
    let d = Lanes(window, at: start &+ 48)
    var sum: Lanes
    if bodyLength < 64 {
      sum =
        a.before(end, base: 0) ^ b.before(end, base: 16) ^ c.before(end, base: 32) ^ d.before(end, base: 48)
    } else {
      sum = a ^ b ^ c ^ d ^ Lanes(window, at: start &+ 64).before(end, base: 64)
      if bodyLength > 80 { sum ^= Lanes(window, at: start &+ 80).before(end, base: 80) }
    }
    return Checksum.matches(sum.folded, window, at: start &+ bodyLength &+ 1)
  }
}

/// The ends of the fields: a bit for each comma and for the star, bit 0 for the byte after the `$`.
struct Delimiters: Sendable {
  /// The first 64 bytes of the body.
  var low: UInt64 = 0
  /// The next 64 bytes.
  var high: UInt64 = 0
  /// The number of fields, including the tag.
  ///
  /// Counts both words at once, because baseline x86-64 lacks a population count instruction.
  @inline(__always)
  var count: Int {
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
  /// Finds the commas and the star of a body of this length, at most 95 bytes.
  @inline(__always)
  init(window: Span<UInt8>, bodyLength: Int) {
    guard window.count == SentenceWindow.size else { return }
    let start = SentenceWindow.lead
    let comma = Lanes(repeating: UInt8(ascii: ","))
    let commas = Lanes.bits(window, at: start, equalTo: comma)
    if bodyLength < 64 {
      let star = UInt64(1) &<< UInt64(truncatingIfNeeded: bodyLength)
      low = (commas & (star &- 1)) | star
      return
    }
    low = commas
    var later = Lanes(window, at: start &+ 64).bits(equalTo: comma)
    if bodyLength > 80 { later |= Lanes(window, at: start &+ 80).bits(equalTo: comma) &<< 16 }
    let star = UInt64(1) &<< UInt64(truncatingIfNeeded: bodyLength &- 64)
    high = (later & (star &- 1)) | star
  }
}
