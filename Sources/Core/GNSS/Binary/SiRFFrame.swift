/// The frame of a SiRF message.
///
/// ```
/// 0    1    2      4        4 + n     6 + n
/// |    |    |      |        |         |
/// 0xA0 0xA2 n (BE) payload… sum (BE)  0xB0 0xB3
/// ```
///
/// The sum adds the bytes of the payload, modulo 2¹⁵. The first byte of the payload is the message's ID.
package enum SiRFFrame: BinaryFrame {
  package static var leader: (UInt8, UInt8) { (0xA0, 0xA2) }
  package static var headerLength: Int { 4 }
  package static var trailerLength: Int { 4 }

  /// The longest payload that the protocol allows.
  package static let longestPayload = 1023

  private static let trailer: (UInt8, UInt8) = (0xB0, 0xB3)

  package static func payloadLength(_ header: Span<UInt8>) -> Int? {
    let length = Int(header[2]) << 8 | Int(header[3])
    return 1...longestPayload ~= length ? length : nil
  }

  package static func isSumRight(_ frame: Span<UInt8>) -> Bool {
    let payload = payloadRange(frame)
    let end = payload.upperBound
    return Int(frame[end]) << 8 | Int(frame[end + 1]) == sum(of: frame.extracting(payload))
      && frame[end + 2] == trailer.0 && frame[end + 3] == trailer.1
  }

  /// Frames a payload; returns nil if it is empty or longer than the protocol allows.
  package static func wrap(_ payload: [UInt8]) -> [UInt8]? {
    guard 1...longestPayload ~= payload.count else { return nil }
    var bytes = [leader.0, leader.1, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    bytes += payload
    let sum = sum(of: payload.span)
    bytes += [UInt8(sum >> 8), UInt8(sum & 0xFF), trailer.0, trailer.1]
    return bytes
  }

  private static func sum(of payload: Span<UInt8>) -> Int {
    var sum = 0
    for index in payload.indices { sum += Int(payload[index]) }
    return sum & 0x7FFF
  }
}
