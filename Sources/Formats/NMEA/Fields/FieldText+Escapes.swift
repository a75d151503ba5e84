extension FieldText {
  /// Makes a field of any text: what may not stand in a field becomes `^` and two hexadecimal digits.
  ///
  /// Only the characters of ISO 8859-1 can be sent; others become question marks.
  public init(escaping text: String) {
    self.init()
    for scalar in text.unicodeScalars {
      let byte = scalar.value < 256 ? UInt8(truncatingIfNeeded: scalar.value) : UInt8(ascii: "?")
      if byte < 0x7F, FieldText.isAllowed(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "^"), HexDigit.capital(byte >> 4), HexDigit.capital(byte & 15)]
      }
    }
  }

  /// The text as a person reads it: `^` and two hexadecimal digits are a character of ISO 8859-1.
  public var unescaped: String {
    var text = ""
    var index = 0
    // The bytes between two escapes are decoded together: several may be one character.
    var start = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "^"), index + 2 < bytes.count,
        let escaped = Checksum.value(bytes[index + 1], bytes[index + 2])
      {
        text += Self.decoded(bytes[start..<index])
        text.unicodeScalars.append(Unicode.Scalar(escaped))
        index += 3
        start = index
      } else {
        index += 1
      }
    }
    return text + Self.decoded(bytes[start...])
  }
}

extension FieldText {
  /// Several fields as one text, commas between them.
  init(joining parts: [FieldText]) {
    self.init()
    for (index, part) in parts.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += part.bytes
    }
  }

  /// The fields that this text takes up: one, and one more for each comma in it.
  func split() -> [FieldText] {
    bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { part in
      var field = FieldText()
      field.bytes = [UInt8](part)
      return field
    }
  }
}
