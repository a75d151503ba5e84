/// A message of a protocol that is recognized but not decoded.
///
/// The first bytes select the protocols to try, and the checksum decides; TSIP has none, so its lengths do.
/// The splitter waits for a bounded number of bytes.
enum UnknownProtocolFrame {
  enum Answer: Equatable {
    /// More bytes are needed to determine the length.
    case needsMore
    /// The bytes begin like a message of this length, which must be complete before it can be verified.
    case framed(BinaryProtocol, length: Int)
    /// No message begins here.
    case notMine
  }

  /// The longest message that we wait for.
  static let longest = 4096

  /// Checks whether a message begins with the first byte; the answer is the same if more bytes follow it.
  static func recognize(_ bytes: Span<UInt8>) -> Answer {
    guard bytes.count > 0 else { return .needsMore }
    switch bytes[0] {
    case 0x10: return EscapedFrame.recognize(bytes)
    case 0x01: return superstar(bytes)
    case 0x02: return navcom(bytes)
    case 0x14: return garminUSB(bytes)
    case 0x23, 0x25: return novatelText(bytes)
    case 0x24: return bytes.count > 1 && bytes[1] == UInt8(ascii: "B") ? hemisphere(bytes) : sbf(bytes)
    case 0x3C: return italk(bytes)
    case 0x40: return oncore(bytes)
    case 0x8B: return furuno(bytes)
    case 0xA0: return skytraq(bytes)
    case 0xAA: return novatel(bytes)
    case 0xF1: return allystar(bytes)
    case 0xFF: return zodiac(bytes)
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "~"):
      let answer = greis(bytes)
      return answer == .notMine ? lettered(bytes) : answer
    default: return .notMine
    }
  }

  /// Whether the checksum of a complete message framed by ``recognize(_:)`` is valid.
  static func isRight(_ language: BinaryProtocol, _ frame: Span<UInt8>) -> Bool {
    let end = frame.count
    return switch language {
    case .navcom: frame[end - 1] == 0x03 && frame.xor(3..<(end - 2)) == frame[end - 2]
    case .sbf: frame.crc16(4..<end) == frame.little16(2)
    case .italk: isRightItalk(frame)
    case .skytraq:
      frame.xor(4..<(end - 3)) == frame[end - 3] && frame[end - 2] == 0x0D && frame[end - 1] == 0x0A
    case .novatel, .unicore: isRightNovatel(frame)
    case .allystar, .qgc: frame.isRightFletcher
    case .zodiac: end == 10 || frame.words(10..<end) == 0
    case .greis: isRightGreis(frame)
    case .superstar: Int(frame.wideSum(0..<(end - 2))) == frame.little16(end - 2)
    case .hemisphere:
      Int(frame.wideSum(8..<(end - 4))) == frame.little16(end - 4) && frame[end - 2] == 0x0D
        && frame[end - 1] == 0x0A
    case .furuno: frame.sum(1..<(end - 1)) == frame[end - 1]
    case .sbp: frame.crc16(1..<(end - 2)) == frame.little16(end - 2)
    case .rtcm2: OldCorrection.isRight(frame)
    // Already verified while finding the end, or Garmin's on USB, which has no checksum.
    default: true
    }
  }

  /// The answer while the first `count` bytes are not all there, or have another preamble; nil otherwise.
  private static func missing(
    _ bytes: Span<UInt8>, _ leader: (UInt8, UInt8), _ third: UInt8? = nil, upTo count: Int
  ) -> Answer? {
    guard bytes[0] == leader.0, bytes.count < 2 || bytes[1] == leader.1 else { return .notMine }
    if let third, bytes.count > 2, bytes[2] != third { return .notMine }
    return bytes.count < count ? .needsMore : nil
  }

  /// The answer for the length in a message's header.
  static func framed(_ language: BinaryProtocol, length: Int) -> Answer {
    length <= longest ? .framed(language, length: length) : .notMine
  }

  // `02 99 66 | kind | length U2 from here to the sum | payload | xor | 03`
  private static func navcom(_ bytes: Span<UInt8>) -> Answer {
    if let answer = missing(bytes, (0x02, 0x99), 0x66, upTo: 6) { return answer }
    let length = bytes.little16(4) + 4
    guard length >= 8 else { return .notMine }
    return framed(.navcom, length: length)
  }

  // `14 00 00 00 | id U2 | 00 00 | length U4 | payload`: packets of Garmin's own USB cable, of fixed lengths.
  private static func garminUSB(_ bytes: Span<UInt8>) -> Answer {
    for index in 1..<min(4, max(1, bytes.count)) where bytes[index] != 0 { return .notMine }
    guard bytes.count >= 12 else { return .needsMore }
    let payload = bytes.little16(8)
    guard bytes[6] == 0, bytes[7] == 0, bytes[10] == 0, bytes[11] == 0 else { return .notMine }
    // Position data, and satellite data.
    guard (bytes.little16(4), payload) == (0x33, 64) || (bytes.little16(4), payload) == (0x72, 84) else {
      return .notMine
    }
    return framed(.garmin, length: 12 + payload)
  }

  // `24 40 | CRC U2 | id U2 | length U2 of all, a multiple of 4 | payload`
  private static func sbf(_ bytes: Span<UInt8>) -> Answer {
    if let answer = missing(bytes, (0x24, 0x40), upTo: 8) { return answer }
    let length = bytes.little16(6)
    guard length >= 8, length % 4 == 0 else { return .notMine }
    return framed(.sbf, length: length)
  }

  // `3C 21 | four bytes | words U1 | payload of 16-bit words | sum U2 | 3E`
  private static func italk(_ bytes: Span<UInt8>) -> Answer {
    if let answer = missing(bytes, (0x3C, 0x21), upTo: 7) { return answer }
    return bytes[6] > 0 ? framed(.italk, length: 10 + 2 * Int(bytes[6])) : .notMine
  }

  private static func isRightItalk(_ frame: Span<UInt8>) -> Bool {
    let count = Int(frame[6])
    var sum: UInt32 = 0
    for index in 0..<count {
      let product = (sum &+ 1) &* UInt32(frame.little16(7 + 2 * index) + index)
      sum ^= (product & 0xFFFF) ^ (product >> 16)
    }
    return Int(sum) == frame.little16(7 + 2 * count) && frame[9 + 2 * count] == 0x3E
  }

  // `40 40 | two letters | payload | xor | 0D 0A`: no length, so the first end with a valid XOR counts.
  private static func oncore(_ bytes: Span<UInt8>) -> Answer {
    let longest = 294
    if let answer = missing(bytes, (0x40, 0x40), upTo: 2) { return answer }
    for index in 2..<min(4, max(2, bytes.count)) where !(bytes[index] | 0x20).isLetter { return .notMine }
    var sum: UInt8 = 0
    var index = 2
    while index < min(bytes.count - 2, longest - 2) {
      if index >= 4, bytes[index] == sum, bytes[index + 1] == 0x0D, bytes[index + 2] == 0x0A {
        return .framed(.oncore, length: index + 3)
      }
      sum ^= bytes[index]
      index += 1
    }
    return bytes.count < longest ? .needsMore : .notMine
  }

  // `A0 A1 | length U2 big endian | payload | xor | 0D 0A`
  private static func skytraq(_ bytes: Span<UInt8>) -> Answer {
    if let answer = missing(bytes, (0xA0, 0xA1), upTo: 4) { return answer }
    let payload = Int(bytes[2]) << 8 | Int(bytes[3])
    guard payload > 0 else { return .notMine }
    return framed(.skytraq, length: payload + 7)
  }

  // `AA 44 12 | header length | … length U2 at 8 …`, or `AA 44 13 | length`; Unicore has
  // `AA 44 B5 | … length U2 at 6 …`. A CRC U4 follows the payload.
  // OEM3 has `AA 44 11 | xor of all | id U4 | length U4 of all`.
  private static func novatel(_ bytes: Span<UInt8>) -> Answer {
    if let answer = missing(bytes, (0xAA, 0x44), upTo: 10) { return answer }
    let length: Int
    var language = BinaryProtocol.novatel
    switch bytes[2] {
    case 0x12 where bytes[3] >= 28: length = Int(bytes[3]) + bytes.little16(8) + 4
    case 0x13: length = 12 + Int(bytes[3]) + 4
    case 0x11:
      guard bytes.count > 11 else { return .needsMore }
      guard bytes[10] == 0, bytes[11] == 0, bytes.little16(8) >= 12 else { return .notMine }
      length = bytes.little16(8)
    case 0xB5:
      length = 24 + bytes.little16(6) + 4
      language = .unicore
    default: return .notMine
    }
    return framed(language, length: length)
  }

  private static func isRightNovatel(_ frame: Span<UInt8>) -> Bool {
    let end = frame.count
    if frame[2] == 0x11 { return frame.xor(0..<end) == 0 }
    let sum = frame.crc32(0..<(end - 4))
    return frame.little16(end - 4) == Int(sum & 0xFFFF) && frame.little16(end - 2) == Int(sum >> 16)
  }

  // `F1 D9 | class | id | length U2 | payload | two sums`, like u-blox
  private static func allystar(_ bytes: Span<UInt8>) -> Answer {
    if let answer = missing(bytes, (0xF1, 0xD9), upTo: 6) { return answer }
    return framed(.allystar, length: bytes.little16(4) + 8)
  }

  // `FF 81 | id U2 | words U2 | flags U2 | sum U2 | payload | sum U2`: each part adds up to 0
  private static func zodiac(_ bytes: Span<UInt8>) -> Answer {
    if let answer = missing(bytes, (0xFF, 0x81), upTo: 10) { return answer }
    guard bytes.words(0..<10) == 0 else { return .notMine }
    let payload = 2 * bytes.little16(4)
    return framed(.zodiac, length: payload > 0 ? 12 + payload : 10)
  }

  // Two letters, three hexadecimal digits of length, the payload, and a rotating checksum as its last byte
  private static func greis(_ bytes: Span<UInt8>) -> Answer {
    var length = 5
    for index in 0..<min(5, bytes.count) {
      guard index > 1 else {
        guard (bytes[index] | 0x20).isLetter || bytes[0] == 0x7E && bytes[index] == 0x7E else {
          return .notMine
        }
        continue
      }
      guard let digit = bytes[index].hexadecimal else { return .notMine }
      length += digit << (4 * (4 - index))
    }
    guard bytes.count > 5 else { return .needsMore }
    guard length > 5 else { return .notMine }
    return framed(.greis, length: length)
  }

  private static func isRightGreis(_ frame: Span<UInt8>) -> Bool {
    var sum: UInt8 = 0
    for index in 0..<(frame.count - 1) { sum = (sum << 2 | sum >> 6) ^ frame[index] }
    return sum << 2 | sum >> 6 == frame[frame.count - 1]
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
    if let answer = missing(bytes, (0x24, 0x42), 0x49, upTo: 4) { return answer }
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
    if let answer = missing(bytes, (0x51, 0x47), upTo: 6) { return answer }
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

extension UInt8 {
  /// Whether the byte is a lowercase ASCII letter.
  fileprivate var isLetter: Bool { 0x61...0x7A ~= self }

  /// The value of a hexadecimal digit; uppercase letters only.
  var hexadecimal: Int? {
    switch self {
    case 0x30...0x39: Int(self) - 0x30
    case 0x41...0x46: Int(self) - 0x37
    default: nil
    }
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
