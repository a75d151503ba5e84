/// Counts the messages of SiRF's binary protocol in a stream, and understands none.
///
/// ```
/// A0 A2 | length, two bytes | payload | sum, two bytes | B0 B3
/// ```
///
/// The sum is that of the payload's bytes, 15 bits of it. Only messages whose frame and sum are right count, so that
/// noise does not; nothing is kept but a few numbers.
struct SiRFRecognizer: Sendable {
  /// Whole messages so far.
  private(set) var messages = 0
  private var part = Part.firstLeader

  private enum Part: Sendable {
    case firstLeader, secondLeader
    case lengthHigh
    case lengthLow(Int)
    case payload(left: Int, sum: Int)
    case sumHigh(Int)
    case sumLow(sum: Int, high: Int)
    case firstTrailer, secondTrailer
  }

  /// The longest payload that the protocol allows.
  private static let longest = 1023

  /// Takes the next bytes of the stream.
  mutating func take(_ bytes: Span<UInt8>) {
    for index in bytes.indices { take(bytes[index]) }
  }

  private mutating func take(_ byte: UInt8) {
    let value = Int(byte)
    switch part {
    case .firstLeader: part = byte == 0xA0 ? .secondLeader : .firstLeader
    case .secondLeader: part = byte == 0xA2 ? .lengthHigh : restart(with: byte)
    case .lengthHigh: part = .lengthLow(value)
    case .lengthLow(let high):
      let length = high << 8 | value
      part = (1...Self.longest).contains(length) ? .payload(left: length, sum: 0) : restart(with: byte)
    case .payload(let left, let sum):
      let sum = (sum + value) & 0x7FFF
      part = left > 1 ? .payload(left: left - 1, sum: sum) : .sumHigh(sum)
    case .sumHigh(let sum): part = .sumLow(sum: sum, high: value)
    case .sumLow(let sum, let high): part = sum == high << 8 | value ? .firstTrailer : restart(with: byte)
    case .firstTrailer: part = byte == 0xB0 ? .secondTrailer : restart(with: byte)
    case .secondTrailer:
      if byte == 0xB3 { messages += 1 }
      part = restart(with: byte)
    }
  }

  private func restart(with byte: UInt8) -> Part { byte == 0xA0 ? .secondLeader : .firstLeader }
}
