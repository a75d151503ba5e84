/// A TAG block before a sentence: its source and its time.
///
/// ```
/// \s:station1,c:1577836800*3F\!AIVDM,…
/// ```
///
/// Described in NMEA 0183 since version 4.0; <https://gpsd.gitlab.io/gpsd/AIVDM.html#_nmea_tag_blocks>.
public struct TagBlock: Sendable, Hashable {
  /// The station that received the sentence (`s:`).
  public var source = FieldText()
  /// The time in milliseconds since 1970 (`c:`, sent in seconds or milliseconds).
  public var milliseconds: Int64?

  /// The longest block in bytes, including both backslashes.
  public static let longest = 256

  /// The result of parsing the first bytes of a buffer.
  public enum Answer: Sendable, Hashable {
    /// More bytes are needed to decide.
    case needsMore
    /// A complete block of this length.
    case block(length: Int)
    /// The start of a block that failed validation: skip `length` bytes.
    case broken(length: Int, SentenceError)
    /// The bytes do not begin with a block.
    case notMine
  }

  /// Decides whether a block begins with the first of these bytes; the answer never depends on later bytes.
  public static func recognize(_ bytes: Span<UInt8>) -> Answer {
    guard bytes.count > 0 else { return .needsMore }
    guard bytes[0] == UInt8(ascii: "\\") else { return .notMine }
    var sum: UInt8 = 0
    var index = 1
    while index < bytes.count, index < longest {
      let byte = bytes[index]
      if byte == UInt8(ascii: "*") {
        guard index + 3 < bytes.count else { return .needsMore }
        guard bytes[index + 3] == UInt8(ascii: "\\") else { return .broken(length: 1, .noChecksum) }
        guard let found = Checksum.value(bytes[index + 1], bytes[index + 2]) else {
          return .broken(length: 1, .noChecksum)
        }
        guard found == sum else { return .broken(length: 1, .checksum(found: found, expected: sum)) }
        guard index + 4 <= longest else {
          return .broken(length: 1, .tooLong(found: index + 4, allowed: longest))
        }
        return .block(length: index + 4)
      }
      guard 0x20..<0x7F ~= byte, byte != UInt8(ascii: "\\") else {
        return .broken(length: 1, .strayByte(byte, at: index))
      }
      sum ^= byte
      index += 1
    }
    return index < longest ? .needsMore : .broken(length: 1, .tooLong(found: index, allowed: longest))
  }

  /// Reads a complete block, including both backslashes; other parameters are ignored.
  public init(_ block: Span<UInt8>) {
    var start = 1
    while start + 2 < block.count {
      var end = start
      while end < block.count, block[end] != UInt8(ascii: ","), block[end] != UInt8(ascii: "*") { end += 1 }
      if end - start > 2, block[start + 1] == UInt8(ascii: ":") { read(block[start], block, start + 2, end) }
      guard end < block.count, block[end] == UInt8(ascii: ",") else { return }
      start = end + 1
    }
  }

  private mutating func read(_ name: UInt8, _ block: Span<UInt8>, _ start: Int, _ end: Int) {
    switch name {
    case UInt8(ascii: "s"): source.bytes = FieldParsing.bytes(block, start, end)
    case UInt8(ascii: "c"):
      guard case .success(let value) = FieldParsing.decimal(block, start, end),
        let number = DecimalText.nearest(value)
      else { return }
      // Seconds have ten digits until the year 2286, milliseconds thirteen since 2001.
      milliseconds = Int64(number) * (number < 100_000_000_000 ? 1000 : 1)
    default: break
    }
  }
}
