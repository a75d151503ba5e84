/// The extent of a SiRF message in a byte stream; the caller owns the bytes.
///
/// ```
/// 0    1    2      4        4 + n     6 + n
/// |    |    |      |        |         |
/// 0xA0 0xA2 n (BE) payload… sum (BE)  0xB0 0xB3
/// ```
///
/// The sum adds the bytes of the payload, modulo 2¹⁵. The first byte of the payload is the message's ID.
public struct SiRFFrame: Sendable, Hashable {
  /// The length of the payload in bytes, including the ID.
  public let payloadLength: Int

  /// The length from the first leader byte to the second trailer byte.
  public var length: Int { Self.headerLength + payloadLength + Self.trailerLength }

  /// The longest payload that the protocol allows.
  public static let longestPayload = 1023

  static let leader: (UInt8, UInt8) = (0xA0, 0xA2)
  static let trailer: (UInt8, UInt8) = (0xB0, 0xB3)
  static let headerLength = 4
  static let trailerLength = 4
  /// No message begins with 0xA2, so both leader bytes of a broken message can be skipped.
  static let leaderLength = 2

  /// The result of parsing the first bytes of a buffer.
  public enum Answer: Sendable, Hashable {
    /// More bytes are needed to decide.
    case needsMore
    /// A complete message with a valid sum.
    case message(SiRFFrame)
    /// The start of a message that failed validation: skip `length` bytes.
    case broken(length: Int)
    /// The bytes do not begin with a message.
    case notMine
  }

  /// Decides whether a message begins with the first of these bytes.
  ///
  /// The answer depends only on the bytes of the message, not on how many follow.
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

  /// The range of the payload within the frame, counted from the leader.
  public var payloadRange: Range<Int> { Self.headerLength..<(Self.headerLength + payloadLength) }

  /// Frames a payload; returns nil if it is empty or longer than the protocol allows.
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
