/// The extent of a message in a byte stream; the caller owns the bytes.
///
/// ```
/// 0    1    2     3          4      6        6 + n
/// |    |    |     |          |      |        |
/// 0xB5 0x62 class identifier n (LE) payload… checksum (2)
/// ```
///
/// The frame is described in "UBX protocol key features" of any interface description at
/// <https://www.u-blox.com/en/product-resources>.
public struct MessageFrame: Sendable, Hashable {
  /// The class and identifier, which define the format of the payload.
  public let kind: MessageKind
  /// The length of the payload in bytes.
  public let payloadLength: Int

  /// The length from the first leader byte (0xB5) to the second checksum byte.
  public var length: Int { Self.headerLength + payloadLength + Self.checksumLength }

  /// The range of the payload within the frame, counted from the leader.
  public var payloadRange: Range<Int> { Self.headerLength..<Self.headerLength + payloadLength }

  /// The longest payload that is accepted, in bytes.
  ///
  /// The length field allows 65535, and after a false leader it is arbitrary: waiting for that many bytes
  /// would hold back the following sentences for a minute at 9600 baud.
  /// The longest message that receivers send is RXM-RAWX, with at most 16 + 32 × 255 = 8176 bytes; the next
  /// longest is NAV-SIG with at most 8 + 16 × 255 = 4088.
  public static let longestPayload = 8192

  static let leader: (UInt8, UInt8) = (0xB5, 0x62)
  static let headerLength = 6
  static let checksumLength = 2
  /// No message begins with 0x62, so both leader bytes of a broken message can be skipped.
  static let leaderLength = 2

  /// The result of parsing the first bytes of a buffer.
  package enum Answer: Sendable, Hashable {
    case needsMore
    /// A complete message with a valid checksum.
    case message(MessageFrame)
    /// The start of a message that failed validation: skip `length` bytes.
    case broken(length: Int, MessageError)
    /// The bytes do not begin with a message.
    case notMine
  }

  /// Decides whether a message begins with the first of these bytes.
  ///
  /// The answer depends only on the bytes of the message, not on how many follow, so the same messages are
  /// found however the stream is split.
  /// Only the leader of a broken message is skipped: its bytes may contain a sentence or another message.
  package static func recognize(_ bytes: Span<UInt8>) -> Answer {
    guard bytes.count > 0 else { return .needsMore }
    guard bytes[0] == leader.0 else { return .notMine }
    guard bytes.count > 1 else { return .needsMore }
    guard bytes[1] == leader.1 else { return .notMine }
    guard bytes.count >= headerLength else { return .needsMore }
    let payloadLength = Int(bytes[4]) | Int(bytes[5]) << 8
    guard payloadLength <= longestPayload else {
      return .broken(length: leaderLength, .tooLong(found: payloadLength, allowed: longestPayload))
    }
    let frame = MessageFrame(kind: MessageKind(bytes[2], bytes[3]), payloadLength: payloadLength)
    guard bytes.count >= frame.length else { return .needsMore }
    let end = headerLength + payloadLength
    let found = UBXChecksum(bytes[end], bytes[end + 1])
    let expected = UBXChecksum(of: bytes.extracting(leaderLength..<end))
    guard found == expected else {
      return .broken(length: leaderLength, .checksum(found: found, expected: expected))
    }
    return .message(frame)
  }

  static func wrap(_ kind: MessageKind, _ payload: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(headerLength + payload.count + checksumLength)
    let count = UInt16(payload.count)
    bytes += [leader.0, leader.1, kind.messageClass, kind.identifier]
    bytes += [UInt8(truncatingIfNeeded: count), UInt8(truncatingIfNeeded: count >> 8)]
    bytes += payload
    let checksum = UBXChecksum(of: bytes.span.extracting(leaderLength..<bytes.count))
    bytes += [checksum.first, checksum.second]
    return bytes
  }
}

/// The reason why bytes that look like a message were rejected.
public enum MessageError: Error, Sendable, Hashable {
  /// The received checksum differs from the computed one.
  case checksum(found: UBXChecksum, expected: UBXChecksum)
  /// The payload is longer than the limit.
  case tooLong(found: Int, allowed: Int)
}

/// The two bytes that end a message: 8-bit Fletcher over class, identifier, length and payload.
///
/// The first byte is the sum of all bytes, the second the sum of all intermediate sums, so swapped bytes are
/// detected.
public struct UBXChecksum: Sendable, Hashable {
  /// The first byte on the wire: the sum.
  public var first: UInt8
  /// The second byte on the wire: the sum of the sums.
  public var second: UInt8

  /// Makes a checksum from its two bytes, in the order of the wire.
  public init(_ first: UInt8, _ second: UInt8) { (self.first, self.second) = (first, second) }

  /// Computes the checksum of a message's bytes, from its class to the end of its payload.
  ///
  /// Sums sixteen bytes at a time, one per lane. The second sum weights each byte: 16 for each later block,
  /// which `before` accumulates, plus its weight within its own block.
  public init(of bytes: Span<UInt8>) {
    var lanes = SIMD16<UInt8>()
    var before = SIMD16<UInt8>()
    var place = 0
    while 16 <= bytes.count &- place {
      // Any 16 bytes are a valid vector, and the loop condition guarantees that they exist.
      let block = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self)
      before &+= lanes
      lanes &+= block
      place &+= 16
    }
    let weights = SIMD16<UInt8>(16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
    self.init(lanes.wrappedSum(), before.wrappedSum() &* 16 &+ (lanes &* weights).wrappedSum())
    while place < bytes.count {
      first &+= bytes[place]
      second &+= first
      place &+= 1
    }
  }
}
