/// Walks over fields of none to three digits.
///
/// A field and the comma behind it are one word, looked at as a whole: with what is expected taken away from it by
/// exclusive or, digits are at most 9 and the comma is 0, and one addition shows in the top bit of each byte whether
/// that is so.
struct ShortFields {
  private var place: Int
  /// Where the star stands, which ends the last field as a comma ends the others.
  private let end: Int
  /// Whether a field was anything else, or one was asked for that is not there.
  private(set) var isDoubtful = false

  @inline(__always)
  init(from place: Int, to end: Int) {
    self.place = place
    self.end = end
  }

  /// Whether a field begins here; the last one may be empty, and then begins at the star.
  @inline(__always)
  var hasMore: Bool { place <= end }

  /// Whether all fields are read and none was asked for behind the star, where digits and a comma may stand too.
  @inline(__always)
  var isAtEnd: Bool { place == end &+ 1 }

  /// The next field, or `Int16.min` for an empty one.
  @inline(__always)
  mutating func next(_ text: Span<UInt8>) -> Int16 {
    // Bodies end long before 128: the mask spares the checks of bounds.
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

  /// An empty field, one digit, or the last field, which the star ends.
  @inline(__always)
  private mutating func other(_ word: UInt32) -> Int16 {
    let first = word & 0xFF
    if first == UInt32(UInt8(ascii: ",")), place < end {
      place &+= 1
      return .min
    }
    let one = word ^ 0x2C30
    if ((one &+ 0x7F76) | one) & 0x8080 == 0 {
      place &+= 2
      return Int16(truncatingIfNeeded: first &- 0x30)
    }
    let (value, isFault) = Self.last(word, length: end &- place)
    isDoubtful = isDoubtful || isFault
    place = end &+ 1
    return value
  }

  /// The field before the star.
  ///
  /// By value: the walker's own state stays in registers.
  @inline(never)
  private static func last(_ word: UInt32, length: Int) -> (Int16, isFault: Bool) {
    guard 1...3 ~= length else { return (.min, length != 0) }
    var value: Int16 = 0
    var isFault = false
    for index in 0..<UInt32(length) {
      let digit = (word &>> (8 &* index)) & 0xFF &- 0x30
      isFault = isFault || digit > 9
      value = value &* 10 &+ Int16(truncatingIfNeeded: digit)
    }
    return (value, isFault)
  }
}
