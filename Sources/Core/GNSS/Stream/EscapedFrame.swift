/// Messages between `10` and `10 03` with each `10` doubled: TSIP, Garmin on a serial line, EverMore.
enum EscapedFrame {
  /// The longest payload of the three protocols, without the doubled bytes.
  private static let longest = 300

  /// Checks whether a message begins with the first byte.
  static func recognize(_ bytes: Span<UInt8>) -> UnknownProtocolFrame.Answer {
    var payload: [UInt8] = []
    var place = 1
    while place < bytes.count, payload.count <= longest {
      let byte = bytes[place]
      if byte == 0x10 {
        guard place + 1 < bytes.count else { return .needsMore }
        if bytes[place + 1] == 0x03 {
          return language(payload).map { .framed($0, length: place + 2) } ?? .notMine
        }
        guard bytes[place + 1] == 0x10 else { return .notMine }
        place += 1
      }
      // After a doubled byte, `10 03` would not be an end.
      if payload.isEmpty, byte == 0x10 || byte == 0x03 { return .notMine }
      payload.append(byte)
      place += 1
    }
    return payload.count > longest ? .notMine : .needsMore
  }

  private static func language(_ payload: [UInt8]) -> BinaryProtocol? {
    let bytes = payload.span
    guard bytes.count > 1 else { return nil }
    if isEvermore(bytes) { return .evermore }
    if isGarmin(bytes) { return .garmin }
    return isTSIP(bytes) ? .tsip : nil
  }

  // `id | length | payload | sum`, and all bytes add up to 0
  private static func isGarmin(_ bytes: Span<UInt8>) -> Bool {
    bytes.count == Int(bytes[1]) + 3 && bytes.sum(0..<bytes.count) == 0
  }

  // `02 | length | payload | sum`
  private static func isEvermore(_ bytes: Span<UInt8>) -> Bool {
    bytes[0] == 0x02 && bytes.count > 3 && bytes.count == Int(bytes[1]) + 1
      && bytes.sum(2..<(bytes.count - 1)) == bytes[bytes.count - 1]
  }

  /// Only the newest TSIP packets have a checksum, so each kind is recognized by its lengths.
  private static func isTSIP(_ bytes: Span<UInt8>) -> Bool {
    let count = bytes.count
    switch bytes[0] {
    case 0x41, 0x45: return count == 11
    case 0x42: return count == 17
    case 0x43, 0x4A, 0x56: return count == 21
    case 0x46: return count == 3
    case 0x47: return count >= 7 && (count - 2) % 5 == 0 && count == 2 + 5 * Int(bytes[1])
    case 0x4B: return count == 4
    case 0x54: return count == 13
    case 0x55: return count == 5
    case 0x57: return count == 9
    case 0x5C: return count == 25
    case 0x6C: return 19...52 ~= count && count == 19 + Int(bytes[18])
    case 0x6D: return 18...50 ~= count && count == 18 + Int(bytes[1] >> 4)
    case 0x82: return count == 2
    case 0x83, 0x84: return count == 37
    case 0x8F: return 4...110 ~= count
    case 0x90...0xA3:
      return count > 4 && count == 4 + (Int(bytes[2]) << 8 | Int(bytes[3])) && bytes.xor(0..<count) == 0
    default: return false
    }
  }
}
