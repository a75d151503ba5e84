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
          "the byte \(byte) at place \(place) should have been written as \(EscapedBytes.text(byte)); left out"
        )
      }
    }
  }

  /// Decodes a text to bytes; positions in faults count from 1.
  static func decode(_ text: ArraySlice<UInt8>) -> Result<[UInt8], Fault> {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      guard byte == UInt8(ascii: "\\") else {
        guard 0x20...0x7E ~= byte else { return .failure(.rawByte(byte, at: index - text.startIndex + 1)) }
        bytes.append(byte)
        index += 1
        continue
      }
      guard index + 3 < text.endIndex, text[index + 1] == UInt8(ascii: "x"),
        let high = digit(text[index + 2]), let low = digit(text[index + 3])
      else { return .failure(.badEscape(at: index - text.startIndex + 1)) }
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

  private static func text(_ byte: UInt8) -> String {
    var text: [UInt8] = []
    appendEscaped(byte, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  private static func letter(_ digit: UInt8) -> UInt8 { digit < 10 ? 48 + digit : 55 + digit }

  private static func digit(_ letter: UInt8) -> UInt8? {
    switch letter {
    case 48...57: letter - 48
    case 65...70: letter - 55
    case 97...102: letter - 87
    default: nil
    }
  }
}
