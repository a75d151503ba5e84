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
    var bytes: [UInt8] = []
    return decode(text.span, to: &bytes).map { .failure($0) } ?? .success(bytes)
  }

  /// Decodes a text, and appends its bytes; returns why it can't be decoded.
  static func decode(_ text: Span<UInt8>, to bytes: inout [UInt8]) -> Fault? {
    bytes.reserveCapacity(bytes.count + text.count)
    var index = 0
    while index < text.count {
      let end = plainEnd(of: text, from: index)
      unsafe text.extracting(index..<end).withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
      index = end
      guard index < text.count else { break }
      guard text[index] == UInt8(ascii: "\\") else { return .rawByte(text[index], at: index + 1) }
      guard index + 3 < text.count, text[index + 1] == UInt8(ascii: "x"),
        let high = Hexadecimal.nibble(text[index + 2]), let low = Hexadecimal.nibble(text[index + 3])
      else { return .badEscape(at: index + 1) }
      bytes.append(high << 4 | low)
      index += 4
    }
    return nil
  }

  /// The index of the next byte that does not stand for itself, or the end.
  private static func plainEnd(of text: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index + 8 <= text.count {
      let word = unsafe UInt64(
        littleEndian: text.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
      // The highest bit of each byte: clear in ASCII, and set by each sum unless the byte stands for something else.
      let plain =
        ~word & (word &+ each(0x60)) & ((word ^ each(0x7F)) &+ each(0x7F))
        & ((word ^ each(0x5C)) &+ each(0x7F))
      // A byte that is not ASCII may carry into later ones, so only the first one counts.
      let other = ~plain & each(0x80)
      if other != 0 { return index + other.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < text.count, 0x20...0x7E ~= text[index], text[index] != UInt8(ascii: "\\") { index += 1 }
    return index
  }

  /// A word of eight equal bytes.
  @inline(__always) private static func each(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }

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
