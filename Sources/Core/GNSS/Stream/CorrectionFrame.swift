/// The frame of an RTCM 3 message: corrections, which a receiver may echo between its sentences.
///
/// ```
/// 0xD3 | six zero bits, ten bits of length | payload | 24 bits of checksum
/// ```
package enum CorrectionFrame {
  /// Checks whether a message begins with the first byte; the answer is the same if more bytes follow it.
  package static func recognize(_ bytes: Span<UInt8>) -> FrameAnswer {
    guard bytes.count > 0 else { return .needsMore }
    guard bytes[0] == 0xD3 else { return .notMine }
    guard bytes.count > 1 else { return .needsMore }
    guard bytes[1] & 0xFC == 0 else { return .notMine }
    guard bytes.count > 2 else { return .needsMore }
    let length = 6 + (Int(bytes[1]) << 8 | Int(bytes[2]))
    guard bytes.count >= length else { return .needsMore }
    var sum: UInt32 = 0
    for index in 0..<(length - 3) { sum = step(sum, bytes[index]) }
    let found = UInt32(bytes[length - 3]) << 16 | UInt32(bytes[length - 2]) << 8 | UInt32(bytes[length - 1])
    return found == sum ? .frame(length: length) : .broken(length: 1)
  }

  /// Adds one byte to the CRC-24Q.
  private static func step(_ sum: UInt32, _ byte: UInt8) -> UInt32 {
    var sum = sum ^ UInt32(byte) << 16
    for _ in 0..<8 {
      sum <<= 1
      if sum & 0x100_0000 != 0 { sum ^= 0x186_4CFB }
    }
    return sum & 0xFF_FFFF
  }
}

/// A line that begins with `#`: a recording's header, or a log in NovAtel's format.
enum CommentFrame {
  private static let longest = 1024

  /// Checks whether a comment begins with the first byte, which must be at the beginning of a line.
  static func recognize(_ bytes: Span<UInt8>) -> FrameAnswer {
    guard bytes.count > 0 else { return .needsMore }
    guard bytes[0] == UInt8(ascii: "#") else { return .notMine }
    for index in 1..<max(1, min(bytes.count, longest)) {
      if bytes[index] == 0x0A || bytes[index] == 0x0D { return .frame(length: index) }
      // Names of people and places may be UTF-8; control characters are noise.
      if bytes[index] < 0x20 && bytes[index] != 0x09 || bytes[index] == 0x7F { return .notMine }
    }
    return bytes.count < longest ? .needsMore : .notMine
  }
}
