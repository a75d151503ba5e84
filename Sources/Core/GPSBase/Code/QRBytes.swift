/// The bytes of a QR code (ISO/IEC 18004) of error correction level M, in one of the versions 1 to 10.
///
/// The text is split into blocks, each with a Reed-Solomon code over GF(256); the blocks are interleaved.
struct QRBytes {
  /// The version, which determines the size.
  let version: Int
  /// The bytes in the order in which they are drawn.
  let bytes: [UInt8]

  /// By version: the bytes of error correction in a block, the number of blocks, and the number of all bytes.
  static let shapes = [
    (10, 1, 26), (16, 1, 44), (26, 1, 70), (18, 2, 100), (24, 2, 134), (16, 4, 172), (18, 4, 196),
    (22, 4, 242), (22, 5, 292), (26, 5, 346),
  ]

  /// The longest text, in bytes.
  static let longest = room(shapes.count)

  /// Encodes a text in the smallest version with enough room, if one has it.
  init?(_ text: [UInt8]) {
    guard let version = (1...Self.shapes.count).first(where: { text.count <= Self.room($0) }) else {
      return nil
    }
    self.version = version
    bytes = Self.interleaved(Self.data(text, version), Self.shapes[version - 1])
  }

  /// The bytes in front of the text: four bits for the kind, the length, and four bits for the end.
  private static func head(_ version: Int) -> Int { version < 10 ? 2 : 3 }

  private static func dataLength(_ version: Int) -> Int {
    let (correction, blocks, all) = shapes[version - 1]
    return all - correction * blocks
  }

  private static func room(_ version: Int) -> Int { dataLength(version) - head(version) }

  /// The kind, the length, the text, the end and the padding.
  private static func data(_ text: [UInt8], _ version: Int) -> [UInt8] {
    let count = UInt8(text.count)
    var halves: [UInt8] = [4]
    if head(version) == 3 { halves += [0, 0] }
    for byte in [count] + text { halves += [byte >> 4, byte & 15] }
    halves.append(0)
    var data = stride(from: 0, to: halves.count, by: 2).map { halves[$0] << 4 | halves[$0 + 1] }
    var padding: UInt8 = 0xEC
    while data.count < dataLength(version) {
      data.append(padding)
      padding ^= 0xEC ^ 0x11
    }
    return data
  }

  /// The first bytes of all blocks, then the second ones, and so on; the correction of the blocks follows in
  /// the same way.
  private static func interleaved(_ data: [UInt8], _ shape: (Int, Int, Int)) -> [UInt8] {
    let (correction, count, all) = shape
    let factors = factors(correction)
    // The last blocks have a byte more if they can't all be equally long.
    let short = count - all % count
    var blocks: [ArraySlice<UInt8>] = []
    var rest = data[...]
    for index in 0..<count {
      let length = all / count - correction + (index < short ? 0 : 1)
      blocks.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    let corrections = blocks.map { remainder($0, factors)[...] }
    return [blocks, corrections].flatMap { rows in
      (0..<(rows.map(\.count).max() ?? 0)).flatMap { index in rows.compactMap { $0.dropFirst(index).first } }
    }
  }

  /// The product of two elements of GF(256) with the polynomial 0x11D.
  static func product(_ one: UInt8, _ other: UInt8) -> UInt8 {
    var (found, factor, rest) = (UInt8(0), one, other)
    while rest > 0 {
      if rest & 1 == 1 { found ^= factor }
      factor = factor << 1 ^ (factor & 128 == 0 ? 0 : 0x1D)
      rest >>= 1
    }
    return found
  }

  /// The polynomial with the roots 2^0 to 2^(count-1), without its first factor, which is 1.
  private static func factors(_ count: Int) -> [UInt8] {
    var (found, root) = ([UInt8(1)], UInt8(1))
    for _ in 0..<count {
      var next = found + [0]
      for index in found.indices { next[index + 1] ^= product(found[index], root) }
      (found, root) = (next, product(root, 2))
    }
    return Array(found.dropFirst())
  }

  /// The remainder of a block, divided by the polynomial.
  private static func remainder(_ block: ArraySlice<UInt8>, _ factors: [UInt8]) -> [UInt8] {
    var rest = [UInt8](repeating: 0, count: factors.count)
    for byte in block {
      let lead = byte ^ rest.removeFirst()
      rest.append(0)
      for index in factors.indices { rest[index] ^= product(factors[index], lead) }
    }
    return rest
  }
}
