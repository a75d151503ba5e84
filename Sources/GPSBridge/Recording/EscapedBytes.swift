internal import GPSBase

/// Bytes in the notation of recordings: printable ASCII as is, other bytes and the backslash as `\xHH`.
enum EscapedBytes {
  /// Why a line can't be decoded.
  enum Fault: Error, Equatable {
    case badEscape(at: Int)
    case rawByte(UInt8, at: Int)

    func problem(line: Int) -> RecordedLog.Problem {
      switch self {
      case .badEscape(let place):
        RecordedLog.Problem(
          .badEscape, line: line,
          "the backslash at byte \(place) is not followed by x and two hexadecimal digits; left out")
      case .rawByte(let byte, let place):
        RecordedLog.Problem(
          .rawByte, line: line,
          "the byte \(byte) at place \(place) should have been written as \\x\(Hexadecimal.text(byte)); left out"
        )
      }
    }
  }

  /// Decodes a text to bytes; positions in faults count from 1.
  static func decode(_ text: ArraySlice<UInt8>) -> Result<[UInt8], Fault> {
    let text = text.span
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      let start = index
      while index < text.count, 0x20...0x7E ~= text[index], text[index] != UInt8(ascii: "\\") { index += 1 }
      unsafe text.extracting(start..<index).withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
      guard index < text.count else { break }
      guard text[index] == UInt8(ascii: "\\") else { return .failure(.rawByte(text[index], at: index + 1)) }
      guard index + 3 < text.count, text[index + 1] == UInt8(ascii: "x"),
        let high = Hexadecimal.nibble(text[index + 2]), let low = Hexadecimal.nibble(text[index + 3])
      else { return .failure(.badEscape(at: index + 1)) }
      bytes.append(high << 4 | low)
      index += 4
    }
    return .success(bytes)
  }

  /// Appends a byte as text.
  static func append(_ byte: UInt8, to text: inout [UInt8]) {
    guard !(0x20...0x7E ~= byte) || byte == UInt8(ascii: "\\") else { return text.append(byte) }
    appendEscaped(byte, to: &text)
  }

  /// Appends any byte as `\xHH`.
  static func appendEscaped(_ byte: UInt8, to text: inout [UInt8]) {
    text += [UInt8(ascii: "\\"), UInt8(ascii: "x"), letter(byte >> 4), letter(byte & 15)]
  }

  private static func letter(_ digit: UInt8) -> UInt8 { digit < 10 ? 48 + digit : 55 + digit }
}
