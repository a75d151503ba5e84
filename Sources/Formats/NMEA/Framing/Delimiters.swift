/// Where the fields of a sentence end: a bit for each comma and for the star, bit 0 the byte behind the `$`.
struct Delimiters: Sendable {
  /// The first 64 bytes of the body.
  var low: UInt64 = 0
  /// The next 64.
  var high: UInt64 = 0
  /// Fields in all, the tag among them.
  ///
  /// Both words are counted together: the plain x86-64 has no instruction for it.
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
  /// Finds the commas of a body of this length, which is at most 95 bytes, and its star.
  @inline(__always)
  init(window: Span<UInt8>, bodyLength: Int) {
    guard window.count == SentenceWindow.size else { return }
    let start = SentenceWindow.lead
    let comma = Lanes(repeating: UInt8(ascii: ","))
    let a = Lanes(window, at: start).bits(equalTo: comma)
    let b = Lanes(window, at: start &+ 16).bits(equalTo: comma)
    let c = Lanes(window, at: start &+ 32).bits(equalTo: comma)
    let d = Lanes(window, at: start &+ 48).bits(equalTo: comma)
    let commas = a | b &<< 16 | c &<< 32 | d &<< 48
    if bodyLength < 64 {
      let star = UInt64(1) &<< UInt64(truncatingIfNeeded: bodyLength)
      low = (commas & (star &- 1)) | star
      return
    }
    low = commas
    let e = Lanes(window, at: start &+ 64).bits(equalTo: comma)
    let f = Lanes(window, at: start &+ 80).bits(equalTo: comma)
    let star = UInt64(1) &<< UInt64(truncatingIfNeeded: bodyLength &- 64)
    high = ((e | f &<< 16) & (star &- 1)) | star
  }
}
