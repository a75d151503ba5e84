/// The text form of binary messages, for clients that read lines.
package enum PacketText {
  /// Returns a message in hexadecimal, as a line.
  package static func hexadecimal(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(2 * bytes.count + 2)
    for byte in bytes { text += [digit(byte >> 4), digit(byte & 15)] }
    return text + [0x0D, 0x0A]
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
}
