/// SHA-256 of FIPS 180-4, and the message authentication code of RFC 2104.
package enum SHA256 {
  /// The code of a message as hexadecimal digits; creating or checking it requires the key.
  static func code(of message: String, key: [UInt8]) -> String {
    let key = key.count > block ? digest(of: key) : key
    func padded(_ mask: UInt8) -> [UInt8] { (0..<block).map { ($0 < key.count ? key[$0] : 0) ^ mask } }
    let code = digest(of: padded(0x5C) + digest(of: padded(0x36) + Array(message.utf8)))
    return code.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  package static func digest(of message: [UInt8]) -> [UInt8] {
    var bytes = message + [0x80]
    bytes += [UInt8](repeating: 0, count: (2 * block - 8 - bytes.count % block) % block)
    bytes += Self.bytes(of: UInt64(message.count) * 8)
    var state = start
    for at in stride(from: 0, to: bytes.count, by: block) { add(bytes[at..<(at + block)], to: &state) }
    return state.flatMap(Self.bytes)
  }

  private static func add(_ bytes: ArraySlice<UInt8>, to state: inout [UInt32]) {
    var words = stride(from: bytes.startIndex, to: bytes.endIndex, by: 4).map { at in
      bytes[at..<(at + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for at in block / 4..<constants.count {
      let (early, late) = (words[at - 15], words[at - 2])
      let first = turned(early, 7) ^ turned(early, 18) ^ early >> 3
      let second = turned(late, 17) ^ turned(late, 19) ^ late >> 10
      words.append(words[at - 16] &+ first &+ words[at - 7] &+ second)
    }
    var next = state
    for (constant, word) in zip(constants, words) {
      let choice = (next[4] & next[5]) ^ (~next[4] & next[6])
      let majority = (next[0] & next[1]) ^ (next[0] & next[2]) ^ (next[1] & next[2])
      let left = turned(next[4], 6) ^ turned(next[4], 11) ^ turned(next[4], 25)
      let right = turned(next[0], 2) ^ turned(next[0], 13) ^ turned(next[0], 22)
      let sum = next.removeLast() &+ left &+ choice &+ constant &+ word
      next.insert(sum &+ right &+ majority, at: 0)
      next[4] &+= sum
    }
    for place in state.indices { state[place] &+= next[place] }
  }

  /// A word, rotated to the right.
  private static func turned(_ word: UInt32, _ bits: UInt32) -> UInt32 { word >> bits | word << (32 - bits) }

  /// The bytes of a number, the highest first.
  private static func bytes<Number: FixedWidthInteger>(of number: Number) -> [UInt8] {
    stride(from: Number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// The bytes that are added at once.
  private static let block = 64
  private static let start: [UInt32] = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
  ]
  private static let constants: [UInt32] = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
    0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
    0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
    0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
    0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
    0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
    0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
    0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
  ]
}
