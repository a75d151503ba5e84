/// Numbers and checksums in frames.
extension Span where Element == UInt8 {
  /// A 16-bit number, little endian.
  func little16(_ place: Int) -> Int { Int(self[place]) | Int(self[place + 1]) << 8 }

  func xor(_ range: Range<Int>) -> UInt8 {
    var sum: UInt8 = 0
    for index in range { sum ^= self[index] }
    return sum
  }

  /// The sum of all bytes in a range, modulo 256.
  func sum(_ range: Range<Int>) -> UInt8 {
    var sum: UInt8 = 0
    for index in range { sum &+= self[index] }
    return sum
  }

  /// The sum of all bytes in a range, modulo 65,536.
  func wideSum(_ range: Range<Int>) -> UInt16 {
    var sum: UInt16 = 0
    for index in range { sum &+= UInt16(self[index]) }
    return sum
  }

  /// Whether the last two bytes are u-blox's Fletcher checksum of all bytes after a two-byte preamble.
  var isRightFletcher: Bool {
    var sums: (UInt8, UInt8) = (0, 0)
    for index in 2..<(count - 2) {
      sums.0 &+= self[index]
      sums.1 &+= sums.0
    }
    return sums == (self[count - 2], self[count - 1])
  }

  /// The sum of little-endian 16-bit words, modulo 65,536.
  func words(_ range: Range<Int>) -> UInt16 {
    var sum: UInt16 = 0
    for index in stride(from: range.lowerBound, to: range.upperBound, by: 2) {
      sum &+= UInt16(truncatingIfNeeded: little16(index))
    }
    return sum
  }

  /// The CRC with the polynomial 0x1021 and the initial value 0.
  func crc16(_ range: Range<Int>) -> Int {
    var sum: UInt16 = 0
    for index in range {
      sum ^= UInt16(self[index]) << 8
      for _ in 0..<8 { sum = sum & 0x8000 != 0 ? sum << 1 ^ 0x1021 : sum << 1 }
    }
    return Int(sum)
  }

  /// The reflected CRC with the polynomial 0xEDB88320, the initial value 0 and no final inversion.
  func crc32(_ range: Range<Int>) -> UInt32 {
    var sum: UInt32 = 0
    for index in range {
      sum ^= UInt32(self[index])
      for _ in 0..<8 { sum = sum & 1 != 0 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return sum
  }
}
