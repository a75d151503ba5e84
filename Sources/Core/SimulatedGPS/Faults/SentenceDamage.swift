internal import UBX

/// Damages sentences at random, reproducibly for a seed, before they are sent.
struct SentenceDamage: Sendable {
  /// A fault, and the share of the sentences that it damages.
  struct Risk: Sendable {
    var fault: Scenario.Fault
    var share: Double
  }

  private var random: RandomSource

  init(seed: UInt64) { random = RandomSource(seed: seed, stream: 3) }

  /// Damages the sentences of an epoch; `ends` holds the end of each sentence in `bytes`.
  mutating func damage(_ bytes: [UInt8], _ ends: [Int], _ risks: [Risk]) -> [UInt8] {
    var sentences = zip([0] + ends, ends).map { Array(bytes[$0..<$1]) }
    for risk in risks where risk.fault == .shuffled && random.happens(risk.share) {
      sentences.shuffle(using: &random)
    }
    var damaged: [UInt8] = []
    for sentence in sentences {
      var pieces = [sentence]
      for risk in risks where risk.fault != .shuffled && random.happens(risk.share) {
        hit(&pieces, risk.fault)
      }
      for piece in pieces { damaged += piece }
    }
    return damaged
  }

  /// The first piece is the sentence; bytes inserted after it follow.
  private mutating func hit(_ pieces: inout [[UInt8]], _ fault: Scenario.Fault) {
    switch fault {
    case .wrongChecksum: spoilChecksum(&pieces[0])
    case .cut: pieces[0].removeLast(pieces[0].count - random.index(below: pieces[0].count))
    case .glued: while let last = pieces[0].last, last == 0x0A || last == 0x0D { pieces[0].removeLast() }
    case .nulBytes:
      let nuls = Array(repeating: UInt8(0), count: 1 + random.index(below: 8))
      pieces[0].insert(contentsOf: nuls, at: random.index(below: pieces[0].count + 1))
    case .flippedBit:
      guard !pieces[0].isEmpty else { return }
      pieces[0][random.index(below: pieces[0].count)] ^= 1 << UInt8(random.index(below: 8))
    case .noise: pieces.append((0..<(1 + random.index(below: 40))).map { _ in UInt8(random.next() >> 56) })
    case .binary: pieces.append(random.happens(0.5) ? BinaryNoise.ubx(&random) : BinaryNoise.rtcm(&random))
    case .lost: pieces[0] = []
    case .repeated: pieces.append(pieces[0])
    default: break
    }
  }

  private mutating func spoilChecksum(_ sentence: inout [UInt8]) {
    guard sentence.first != 0xB5 else {
      sentence[sentence.count - 1] &+= UInt8(1 + random.index(below: 255))
      return
    }
    guard let star = sentence.lastIndex(of: UInt8(ascii: "*")), star + 2 < sentence.count else { return }
    let digits = Array("0123456789ABCDEF".utf8)
    let place = star + 1 + random.index(below: 2)
    let value = UInt8(String(decoding: [sentence[place]], as: UTF8.self), radix: 16) ?? 0
    sentence[place] = digits[(Int(value) + 1 + random.index(below: 15)) % 16]
  }
}

/// Binary messages without a position, complete and with valid checksums.
enum BinaryNoise {
  /// u-blox's report on its ports, MON-IO, with a random payload; no client reads it.
  static func ubx(_ random: inout RandomSource) -> [UInt8] {
    let payload = (0..<60).map { _ in UInt8(random.next() >> 56) }
    return (try? Message.unknown(MessageKind(0x0A, 0x02), payload: payload).encoded()) ?? []
  }

  /// A correction message: RTCM 3, type 1230, with its 24-bit checksum.
  static func rtcm(_ random: inout RandomSource) -> [UInt8] {
    var frame: [UInt8] = [0xD3, 0, 12, 0x4C, 0xE0]
    for _ in 0..<10 { frame.append(UInt8(random.next() >> 56)) }
    var sum: UInt32 = 0
    for byte in frame {
      sum ^= UInt32(byte) << 16
      for _ in 0..<8 {
        sum <<= 1
        if sum & 0x100_0000 != 0 { sum ^= 0x186_4CFB }
      }
    }
    return frame + [UInt8(sum >> 16 & 255), UInt8(sum >> 8 & 255), UInt8(sum & 255)]
  }
}
