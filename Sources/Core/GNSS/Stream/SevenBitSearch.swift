internal import NMEA

/// Searches a stream for sentences whose bytes carry a parity bit in place of bit 7.
///
/// Old marine devices send 7 data bits and a parity bit. Clearing bit 7 of each byte makes their lines valid.
struct SevenBitSearch: Sendable {
  private(set) var found = 0
  /// The beginning of the sentence, with bit 7 cleared.
  private var sentence: [UInt8] = []
  private var hasParity = false

  private static let longest = 128

  mutating func take(_ bytes: Span<UInt8>) {
    for index in bytes.indices {
      let byte = bytes[index] & 0x7F
      if byte == UInt8(ascii: "$") {
        sentence.removeAll(keepingCapacity: true)
        hasParity = false
      } else if sentence.isEmpty || sentence.count == Self.longest {
        continue
      }
      sentence.append(byte)
      if bytes[index] > 0x7F { hasParity = true }
      guard byte == 0x0A else { continue }
      if hasParity, case .sentence = SentenceFrame.recognize(sentence.span) { found += 1 }
      sentence.removeAll(keepingCapacity: true)
    }
  }
}
