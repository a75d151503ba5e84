// Protocols added after the first table, with the same kind of checks.

extension UnknownProtocolFrame {
  /// Whether the checksum of a complete message is valid.
  static func isRightLater(_ language: BinaryProtocol, _ frame: Span<UInt8>) -> Bool {
    let end = frame.count
    return switch language {
    case .superstar: Int(frame.wideSum(0..<(end - 2))) == frame.little16(end - 2)
    case .hemisphere:
      Int(frame.wideSum(8..<(end - 4))) == frame.little16(end - 4) && frame[end - 2] == 0x0D
        && frame[end - 1] == 0x0A
    case .furuno: frame.sum(1..<(end - 1)) == frame[end - 1]
    case .sbp: frame.crc16(1..<(end - 2)) == frame.little16(end - 2)
    case .qgc: frame.isRightFletcher
    case .rtcm2: OldCorrection.isRight(frame)
    default: false
    }
  }

  // `01 | id | its complement | length U1 of the payload | payload | sum U2`
  static func superstar(_ bytes: Span<UInt8>) -> Answer {
    guard bytes.count > 2 else { return .needsMore }
    guard bytes[1] == ~bytes[2] else { return .notMine }
    guard bytes.count > 3 else { return .needsMore }
    return framed(.superstar, length: Int(bytes[3]) + 6)
  }

  // `$BIN | id U2 | length U2 of the payload | payload | sum U2 | 0D 0A`
  static func hemisphere(_ bytes: Span<UInt8>) -> Answer {
    guard let begins = begins(bytes, (0x24, 0x42), 0x49) else { return .needsMore }
    guard begins else { return .notMine }
    guard bytes.count > 3 else { return .needsMore }
    guard bytes[3] == UInt8(ascii: "N") else { return .notMine }
    guard bytes.count > 7 else { return .needsMore }
    return framed(.hemisphere, length: bytes.little16(6) + 12)
  }

  // `8B | id | payload | sum U1`: each kind has a fixed length.
  static func furuno(_ bytes: Span<UInt8>) -> Answer {
    guard bytes.count > 1 else { return .needsMore }
    let length =
      switch bytes[1] {
      case 0x02: 48
      case 0x03: 40
      case 0x06: 21
      case 0x07: 22
      case 0x08: 379
      case 0x20: 227
      case 0x22: 17
      case 0x23: 67
      case 0x24: 68
      case 0x25: 39
      case 0x26: 32
      case 0x27: 98
      default: 0
      }
    return length > 0 ? .framed(.furuno, length: length) : .notMine
  }

  /// Protocols whose first byte is also a letter of GREIS.
  static func lettered(_ bytes: Span<UInt8>) -> Answer {
    switch bytes[0] {
    case 0x51: qgc(bytes)
    case 0x55: sbp(bytes)
    case 0x59, 0x66: OldCorrection.recognize(bytes)
    default: .notMine
    }
  }

  // `51 47 | group | number | length U2 of the payload | payload | two sums`
  private static func qgc(_ bytes: Span<UInt8>) -> Answer {
    guard let begins = begins(bytes, (0x51, 0x47)) else { return .needsMore }
    guard begins else { return .notMine }
    guard bytes.count > 5 else { return .needsMore }
    return framed(.qgc, length: bytes.little16(4) + 8)
  }

  // `55 | kind U2 | sender U2 | length U1 of the payload | payload | CRC U2`
  private static func sbp(_ bytes: Span<UInt8>) -> Answer {
    guard bytes.count > 5 else { return .needsMore }
    return framed(.sbp, length: Int(bytes[5]) + 8)
  }

  // `#NAME,…;…*` or `%NAME,…;…*`, then a CRC of eight digits over everything between; its star ends the text.
  static func novatelText(_ bytes: Span<UInt8>) -> Answer {
    let longest = 2048
    var hasBody = false
    for index in 1..<max(1, min(bytes.count, longest)) {
      let byte = bytes[index]
      // A comment would have a space or a lowercase letter here.
      if index < 5, !(0x41...0x5A ~= byte || 0x30...0x39 ~= byte) { return .notMine }
      if byte == UInt8(ascii: ";") { hasBody = true }
      if byte == UInt8(ascii: "*"), hasBody {
        guard bytes.count > index + 8 else { return .needsMore }
        return hasSum(bytes, of: index) ? .framed(.novatelText, length: index + 9) : .notMine
      }
      if !(0x20...0x7E ~= byte) { return .notMine }
    }
    return bytes.count < longest ? .needsMore : .notMine
  }

  private static func hasSum(_ bytes: Span<UInt8>, of star: Int) -> Bool {
    var told: UInt32 = 0
    for index in (star + 1)...(star + 8) {
      let byte = bytes[index]
      guard let digit = (0x61...0x66 ~= byte ? byte - 0x20 : byte).hexadecimal else { return false }
      told = told << 4 | UInt32(digit)
    }
    return told == bytes.crc32(1..<star)
  }
}

/// The frame of RTCM 2: 30-bit words with GPS parity, six bits per byte, the first bit lowest.
///
/// ```
/// 01100110 | kind 6 bits | station 10 | parity 6 | time 13 | sequence 3 | words that follow 5 | health 3 | parity 6 | …
/// ```
///
/// Only frames that begin at a byte boundary are recognized, as receivers and radio modems send them.
enum OldCorrection {
  private static let wordLength = 5
  private static let parityMasks: [UInt32] = [
    0xBB1F_3480, 0x5D8F_9A40, 0xAEC7_CD00, 0x5763_E680, 0x6BB1_F340, 0x8B7A_89C0,
  ]

  static func recognize(_ bytes: Span<UInt8>) -> UnknownProtocolFrame.Answer {
    for index in 0..<min(bytes.count, 2 * wordLength) where bytes[index] >> 6 != 1 { return .notMine }
    guard bytes.count >= 2 * wordLength else { return .needsMore }
    guard let (_, second) = head(bytes) else { return .notMine }
    return .framed(.rtcm2, length: wordLength * (2 + Int(second >> 9 & 31)))
  }

  static func isRight(_ frame: Span<UInt8>) -> Bool {
    for index in frame.indices where frame[index] >> 6 != 1 { return false }
    guard var (last, _) = head(frame) else { return false }
    for index in 1..<(frame.count / wordLength) {
      guard let word = word(frame, index, after: last) else { return false }
      last = word
    }
    return true
  }

  /// The first two words if their parity is valid; the last two bits of the word before them are unknown.
  private static func head(_ bytes: Span<UInt8>) -> (first: UInt32, second: UInt32)? {
    for before in 0..<4 as Range<UInt32> {
      if let first = word(bytes, 0, after: before), first >> 22 & 0xFF == 0x66,
        let second = word(bytes, 1, after: first)
      {
        return (first, second)
      }
    }
    return nil
  }

  /// A word after the last two bits of the previous one, its data not inverted; nil if the parity is invalid.
  private static func word(_ bytes: Span<UInt8>, _ place: Int, after last: UInt32) -> UInt32? {
    var word = last & 3
    for index in 0..<wordLength {
      let byte = bytes[place * wordLength + index]
      for bit in 0..<6 as Range<UInt8> { word = word << 1 | UInt32(byte >> bit & 1) }
    }
    if word & 0x4000_0000 != 0 { word ^= 0x3FFF_FFC0 }
    var parity: UInt32 = 0
    for mask in parityMasks { parity = parity << 1 | UInt32((word & mask).nonzeroBitCount & 1) }
    return parity == word & 0x3F ? word : nil
  }
}
