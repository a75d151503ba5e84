/// A reader of fields of zero to three digits.
///
/// It tests a field and the comma after it as one word: after exclusive or with the expected text, digits are
/// at most 9 and the comma is 0, and one addition shows any mismatch in the top bit of a byte.
struct ShortFields {
  /// The start of the next field; at the end, the index of the star.
  private(set) var place: Int
  private(set) var hasEnded = false
  /// Whether a field had another form or was missing.
  private(set) var isDoubtful = false

  @inline(__always)
  init(from place: Int) { self.place = place }

  /// The next field, or `Int16.min` if it is empty.
  @inline(__always)
  mutating func next(_ text: Span<UInt8>) -> Int16 {
    // Bodies end long before 128; the mask avoids bounds checks.
    let word = Digits.half(text, at: place & 127)
    let two = word ^ 0x2C_3030
    if ((two &+ 0x7F_7676) | two) & 0x80_8080 == 0 {
      place &+= 3
      return Int16(truncatingIfNeeded: (two & 0xFF) &* 10 &+ ((two &>> 8) & 0xFF))
    }
    let three = word ^ 0x2C30_3030
    if ((three &+ 0x7F76_7676) | three) & 0x8080_8080 == 0 {
      place &+= 4
      let ones = (three &>> 16) & 0xFF
      return Int16(truncatingIfNeeded: (three & 0xFF) &* 100 &+ ((three &>> 8) & 0xFF) &* 10 &+ ones)
    }
    return other(word)
  }

  /// The next three fields if they have one, one and two digits, as at the start of GSV; otherwise reads
  /// nothing.
  @inline(__always)
  mutating func head(_ text: Span<UInt8>) -> (Int16, Int16, Int16)? {
    let digits = Digits.word(text, at: place & 127) ^ 0x2C_3030_2C30_2C30
    guard ((digits &+ 0x7F_7676_7F76_7F76) | digits) & 0x80_8080_8080_8080 == 0 else { return nil }
    place &+= 7
    let third = ((digits &>> 32) & 0xFF) &* 10 &+ ((digits &>> 40) & 0xFF)
    return (
      Int16(truncatingIfNeeded: digits & 0xFF), Int16(truncatingIfNeeded: (digits &>> 16) & 0xFF),
      Int16(truncatingIfNeeded: third)
    )
  }

  /// The next four fields if they have two, two, three and two digits, or an empty last field, as most
  /// satellites in view have; otherwise reads nothing.
  @inline(__always)
  mutating func satellite(_ text: Span<UInt8>) -> (Int16, Int16, Int16, Int16)? {
    let digits = Digits.word(text, at: place & 127) ^ 0x3030_2C30_302C_3030
    let rest = Digits.half(text, at: (place & 127) &+ 8) ^ 0x3030_2C30
    let doubts = ((digits &+ 0x7676_7F76_767F_7676) | digits) & 0x8080_8080_8080_8080
    guard doubts == 0, ((rest &+ 0x7F76) | rest) & 0x8080 == 0 else { return nil }
    var length = 12
    var last = Int16.min
    if ((rest &+ 0x7676_0000) | rest) & 0x8080_0000 == 0 {
      last = Int16(truncatingIfNeeded: ((rest &>> 16) & 0xFF) &* 10 &+ (rest &>> 24))
    } else {
      length = 10
    }
    let end = text[(place & 127) &+ length]
    guard end == UInt8(ascii: ",") || end == UInt8(ascii: "*") else { return nil }
    hasEnded = end == UInt8(ascii: "*")
    place &+= hasEnded ? length : length &+ 1
    let pairs = Digits.pairs(digits)
    return (
      Int16(truncatingIfNeeded: pairs & 0xFF), Int16(truncatingIfNeeded: (pairs &>> 24) & 0xFF),
      Int16(truncatingIfNeeded: ((pairs &>> 48) & 0xFF) &* 10 &+ UInt64(rest & 0xFF)), last
    )
  }

  /// The next field as a number with a fraction, of up to seven bytes; NaN if it is empty.
  @inline(__always)
  mutating func decimal(_ text: Span<UInt8>) -> Double {
    let word = Digits.word(text, at: place & 127)
    let stars = Digits.marks(of: UInt8(ascii: "*"), in: word)
    let ends = stars | Digits.marks(of: UInt8(ascii: ","), in: word)
    let bit = UInt64(truncatingIfNeeded: ends.trailingZeroBitCount & ~7)
    let length = Int(bit &>> 3)
    let isLast = stars &>> (bit & 63) & 0x80 != 0
    isDoubtful = isDoubtful || hasEnded || length > 7
    hasEnded = isLast
    place &+= isLast ? length : length &+ 1
    if length == 0 { return .nan }
    let (value, isPlain) = Digits.decimal((word ^ Digits.zeros) &<< (64 &- bit), length: length)
    isDoubtful = isDoubtful || !isPlain
    return value
  }

  /// One letter and the comma after it.
  @inline(__always)
  mutating func letter(_ text: Span<UInt8>) -> UInt8 {
    let byte = text[place & 127]
    isDoubtful = isDoubtful || text[(place &+ 1) & 127] != UInt8(ascii: ",") || (byte | 0x20) &- 0x61 >= 26
    place &+= 2
    return byte
  }

  /// Reads an empty field, a field of one digit, or the last field before the star.
  @inline(__always)
  private mutating func other(_ word: UInt32) -> Int16 {
    let first = word & 0xFF
    if first == UInt32(UInt8(ascii: ",")) {
      place &+= 1
      return .min
    }
    let one = word ^ 0x2C30
    if ((one &+ 0x7F76) | one) & 0x8080 == 0 {
      place &+= 2
      return Int16(truncatingIfNeeded: first &- 0x30)
    }
    let final = word ^ 0x2A30
    if ((final &+ 0x7F76) | final) & 0x8080 == 0 {
      isDoubtful = isDoubtful || hasEnded
      hasEnded = true
      place &+= 1
      return Int16(truncatingIfNeeded: first &- 0x30)
    }
    let (value, length) = Self.last(word)
    isDoubtful = isDoubtful || hasEnded || length < 0
    hasEnded = true
    place &+= length
    return value
  }

  /// The field before the star and its length, which is negative if the field does not exist.
  ///
  /// Takes values, so that the state of the reader stays in registers.
  @inline(never)
  private static func last(_ word: UInt32) -> (Int16, length: Int) {
    var value: Int16 = 0
    for length in 0..<4 {
      let byte = (word &>> UInt32(8 &* length)) & 0xFF
      if byte == UInt32(UInt8(ascii: "*")) { return (length == 0 ? .min : value, length) }
      guard byte &- 0x30 < 10 else { break }
      value = value &* 10 &+ Int16(truncatingIfNeeded: byte &- 0x30)
    }
    return (.min, -1)
  }
}
