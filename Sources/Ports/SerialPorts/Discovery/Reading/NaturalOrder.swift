/// Text in the order a person expects: numbers in it count as numbers.
enum NaturalOrder {
  /// Whether the first comes before the second; `usb-0:2` is before `usb-0:10`.
  static func isBefore(_ left: String, _ right: String) -> Bool {
    var left = left.utf8[...]
    var right = right.utf8[...]
    while let first = left.first, let second = right.first {
      if isDigit(first), isDigit(second) {
        let one = number(&left)
        let other = number(&right)
        if one != other {
          return one.count == other.count ? one.lexicographicallyPrecedes(other) : one.count < other.count
        }
      } else {
        if first != second { return first < second }
        left = left.dropFirst()
        right = right.dropFirst()
      }
    }
    return left.isEmpty && !right.isEmpty
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Takes the digits off the front, without leading zeros.
  private static func number(_ text: inout Substring.UTF8View) -> [UInt8] {
    let digits = Array(text.prefix(while: isDigit))
    text = text.dropFirst(digits.count)
    return Array(digits.drop { $0 == 0x30 })
  }
}
