extension RecordedLog.Header.Field {
  /// Reads `# key: value`; nil for another line.
  ///
  /// Text is UTF-8 here. Where an escape is broken, the letters are taken as they stand: it is a remark.
  init?(line: ArraySlice<UInt8>) {
    guard line.first == UInt8(ascii: "#"), let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      return nil
    }
    key = Self.text(line[line.index(after: line.startIndex)..<colon])
    value = Self.text(line[line.index(after: colon)...])
    if key.isEmpty { return nil }
  }

  /// Appends `# key: value` and a line end.
  func append(to text: inout [UInt8]) {
    text += Array("# ".utf8)
    Self.append(key, to: &text) { $0 == UInt8(ascii: ":") }
    text += Array(": ".utf8)
    Self.append(value, to: &text) { _ in false }
    text.append(0x0A)
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let trimmed = bytes.drop { $0 == 0x20 }.reversed().drop { $0 == 0x20 }.reversed()
    var text: [UInt8] = []
    var rest = Array(trimmed)[...]
    while let byte = rest.first {
      if byte == UInt8(ascii: "\\"), case .success(let bytes) = EscapedBytes.decode(rest.prefix(4)),
        bytes.count == 1
      {
        text += bytes
        rest = rest.dropFirst(4)
      } else {
        text.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func append(_ string: String, to text: inout [UInt8], isSpecial: (UInt8) -> Bool) {
    let bytes = Array(string.utf8)
    for (index, byte) in bytes.enumerated() {
      // Spaces at the ends would be taken for the format's own.
      let isEdge = byte == 0x20 && (index == 0 || index == bytes.count - 1)
      if byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\\") || isEdge || isSpecial(byte) {
        EscapedBytes.appendEscaped(byte, to: &text)
      } else {
        text.append(byte)
      }
    }
  }
}
