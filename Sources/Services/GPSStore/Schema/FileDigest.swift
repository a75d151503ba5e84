internal import GPSBase

/// The length and the CRC-64 (ECMA-182, as in xz) of a file, which identify its content.
package struct FileDigest: Sendable, Hashable {
  /// The number of bytes.
  package private(set) var length: Int64 = 0
  private var remainder = UInt64.max

  /// Creates the digest of no bytes.
  package init() {}

  /// The CRC-64.
  package var checksum: UInt64 { ~remainder }

  /// The key in the table `store` that marks a file as added.
  func key(_ word: String) -> String { "\(word) \(length) \(digits)" }

  /// The CRC-64 as 16 digits.
  var digits: String {
    VisibleText.hexadecimal(UInt32(checksum >> 32), digits: 8)
      + VisibleText.hexadecimal(UInt32(truncatingIfNeeded: checksum), digits: 8)
  }

  package mutating func add(_ bytes: Span<UInt8>) {
    length += Int64(bytes.count)
    var crc = remainder
    let tables = Self.tables
    var index = 0
    // Eight bytes at once: a byte at a time takes longer than to decode the file.
    while index + 8 <= bytes.count {
      for place in 0..<8 { crc ^= UInt64(bytes[index + place]) << UInt64(8 * place) }
      var next: UInt64 = 0
      for place in 0..<8 { next ^= tables[(7 - place) * 256 + Int(crc >> UInt64(8 * place) & 0xFF)] }
      crc = next
      index += 8
    }
    while index < bytes.count {
      crc = tables[Int((crc ^ UInt64(bytes[index])) & 0xFF)] ^ crc >> 8
      index += 1
    }
    remainder = crc
  }

  /// One table for each of eight bytes.
  private static let tables: [UInt64] = {
    var tables = [UInt64](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var crc = UInt64(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xC96C_5795_D787_0F42 : crc >> 1 }
      tables[byte] = crc
    }
    for place in 1..<8 {
      for byte in 0..<256 {
        let before = tables[(place - 1) * 256 + byte]
        tables[place * 256 + byte] = tables[Int(before & 0xFF)] ^ before >> 8
      }
    }
    return tables
  }()
}
