/// The extent of a message in a stream: pure framing over bytes that the caller keeps.
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
  /// Class and identifier: what the payload means.
  public let kind: MessageKind
  /// Bytes of the payload.
  public let payloadLength: Int

  /// Bytes from the leader 0xB5 to the second byte of the checksum.
  public var length: Int { Self.headerLength + payloadLength + Self.checksumLength }

  /// The places of the payload among the bytes of the frame, in which the leader is the first.
  public var payloadRange: Range<Int> { Self.headerLength..<Self.headerLength + payloadLength }

  /// The longest payload that is waited for, in bytes.
  ///
  /// The length field can say 65535, and behind a false leader it says anything: at 9600 baud the sentences
  /// that follow would be held back for a minute.
  /// The longest message that receivers really send is RXM-RAWX. It counts its measurements in one byte, and
  /// 255 of them make 16 + 32 × 255 = 8176 bytes; NAV-SIG, the next one, ends at 8 + 16 × 255 = 4088.
  public static let longestPayload = 8192

  static let leader: (UInt8, UInt8) = (0xB5, 0x62)
  static let headerLength = 6
  static let checksumLength = 2
  /// 0x62 begins nothing, so both bytes of a leader are surely lost when no message follows.
  static let leaderLength = 2

  /// The verdict on the bytes at some place.
  public enum Answer: Sendable, Hashable {
    /// More bytes must come before it can be told.
    case needsMore
    /// A whole message, its checksum right.
    case message(MessageFrame)
    /// It began like a message and is not one: `length` bytes are lost, for this reason.
    case broken(length: Int, MessageError)
    /// Nothing that begins here is a message.
    case notMine
  }

  /// Asks whether a message begins with the first of these bytes.
  ///
  /// The answer depends on the bytes of the message alone, never on how many follow:
  /// however a stream is cut, the same messages come out.
  /// A broken message loses its leader and nothing else, since a sentence or another message may lie inside it.
  public static func recognize(_ bytes: Span<UInt8>) -> Answer {
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

  /// Puts a frame around a payload.
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

/// Why bytes that look like a message are none: what was found, and what was expected.
public enum MessageError: Error, Sendable, Hashable {
  /// The checksum that stands behind the payload is not the one computed over the message.
  case checksum(found: UBXChecksum, expected: UBXChecksum)
  /// A payload of more bytes than the bound allows.
  case tooLong(found: Int, allowed: Int)
}

/// The two bytes that end a message: 8-bit Fletcher over class, identifier, length and payload.
///
/// The first byte is a plain sum, the second the sum of all first bytes on the way,
/// so that two bytes that changed places are noticed.
public struct UBXChecksum: Sendable, Hashable {
  /// The first byte on the wire: the sum.
  public var first: UInt8
  /// The second byte on the wire: the sum of the sums.
  public var second: UInt8

  /// Takes the two bytes as they stand on the wire.
  public init(_ first: UInt8, _ second: UInt8) {
    self.first = first
    self.second = second
  }

  /// Computes the checksum of a message's bytes, from its class to the end of its payload.
  ///
  /// Sixteen bytes at a time, each in a lane of its own. An addend counts in the sum of the sums as often as sums follow it:
  /// sixteen times for each block behind its own, which is what `before` adds up, and within its block as its place says.
  public init(of bytes: Span<UInt8>) {
    var lanes = SIMD16<UInt8>()
    var before = SIMD16<UInt8>()
    var place = 0
    while 16 <= bytes.count &- place {
      // Any sixteen bytes are such lanes, and they are there.
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
