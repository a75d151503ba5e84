/// The extent of a SiRF message in a stream: pure framing over bytes that the caller keeps.
///
/// ```
/// 0    1    2      4        4 + n     6 + n
/// |    |    |      |        |         |
/// 0xA0 0xA2 n (BE) payload… sum (BE)  0xB0 0xB3
/// ```
///
/// The sum is that of the payload's bytes, 15 bits of it; the first byte of the payload says what the message is.
public struct SiRFFrame: Sendable, Hashable {
  /// Bytes of the payload, its identifier among them.
  public let payloadLength: Int

  /// Bytes from the leader to the second byte of the trailer.
  public var length: Int { Self.headerLength + payloadLength + Self.trailerLength }

  /// The longest payload that the protocol allows.
  public static let longestPayload = 1023

  static let leader: (UInt8, UInt8) = (0xA0, 0xA2)
  static let trailer: (UInt8, UInt8) = (0xB0, 0xB3)
  static let headerLength = 4
  static let trailerLength = 4
  /// 0xA2 begins nothing, so both bytes of a leader are lost when no message follows.
  static let leaderLength = 2

  /// The verdict on the bytes at some place.
  public enum Answer: Sendable, Hashable {
    /// More bytes must come before it can be told.
    case needsMore
    /// A whole message, its sum right.
    case message(SiRFFrame)
    /// It began like a message and is not one: so many bytes are lost.
    case broken(length: Int)
    /// Nothing that begins here is a message.
    case notMine
  }

  /// Asks whether a message begins with the first of these bytes.
  ///
  /// The answer depends on the bytes of the message alone, never on how many follow.
  public static func recognize(_ bytes: Span<UInt8>) -> Answer {
    guard bytes.count > 0 else { return .needsMore }
    guard bytes[0] == leader.0 else { return .notMine }
    guard bytes.count > 1 else { return .needsMore }
    guard bytes[1] == leader.1 else { return .notMine }
    guard bytes.count >= headerLength else { return .needsMore }
    let frame = SiRFFrame(payloadLength: Int(bytes[2]) << 8 | Int(bytes[3]))
    guard 1...longestPayload ~= frame.payloadLength else { return .broken(length: leaderLength) }
    guard bytes.count >= frame.length else { return .needsMore }
    let end = headerLength + frame.payloadLength
    let found = Int(bytes[end]) << 8 | Int(bytes[end + 1])
    guard found == sum(of: bytes.extracting(headerLength..<end)), bytes[end + 2] == trailer.0,
      bytes[end + 3] == trailer.1
    else { return .broken(length: leaderLength) }
    return .message(frame)
  }

  /// Where the payload lies in the bytes that the frame was found in.
  public var payloadRange: Range<Int> { Self.headerLength..<(Self.headerLength + payloadLength) }

  /// Puts a frame around a payload; nil for a payload that the protocol has no room for.
  public static func wrap(_ payload: [UInt8]) -> [UInt8]? {
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
