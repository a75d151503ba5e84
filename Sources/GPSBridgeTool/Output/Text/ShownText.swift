/// Text of others, made fit to be shown: nothing in it can move a cursor or turn a line around.
enum ShownText {
  /// Bytes as text; controls, and bytes that are no UTF-8, as `\xHH`.
  static func of(_ bytes: some Collection<UInt8>) -> String {
    var shown = ""
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var place = bytes.startIndex
    parsing: while true {
      let length: Int
      var scalar: Unicode.Scalar?
      switch parser.parseScalar(from: &rest) {
      case .valid(let encoded):
        length = encoded.count
        scalar = UTF8.decode(encoded)
      case .error(let wrong): length = wrong
      case .emptyInput: break parsing
      }
      let next = bytes.index(place, offsetBy: length)
      if let scalar, isHarmless(scalar) {
        shown.unicodeScalars.append(scalar)
      } else {
        shown += escaped(bytes[place..<next])
      }
      place = next
    }
    return shown
  }

  /// Whether a character only shows itself: no control, and none that changes the direction of writing.
  static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E: true
    case 0...0x9F: false
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: false
    default: true
    }
  }

  static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  private static func escaped(_ bytes: some Collection<UInt8>) -> String {
    bytes.map { "\\x" + hexadecimal(UInt32($0), digits: 2) }.joined()
  }
}
