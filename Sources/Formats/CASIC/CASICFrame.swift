/// The extent of a CASIC message in a stream: pure framing over bytes that the caller keeps.
///
/// ```
/// 0    1    2      4     5          6        6 + n
/// |    |    |      |     |          |        |
/// 0xBA 0xCE n (LE) class identifier payload… sum U4 (LE)
/// ```
///
/// The length is a multiple of four. The sum is that of 32-bit words: one of identifier, class and length, and those of
/// the payload.
public struct CASICFrame: Sendable, Hashable {
  /// Class and identifier: what the payload means.
  public let kind: CASICKind
  /// Bytes of the payload.
  public let payloadLength: Int

  /// Bytes from the leader to the end of the sum.
  public var length: Int { Self.headerLength + payloadLength + Self.sumLength }

  /// The longest payload that is waited for: a sky of 80 satellites has 968 bytes.
  public static let longestPayload = 1024

  static let leader: (UInt8, UInt8) = (0xBA, 0xCE)
  static let headerLength = 6
  static let sumLength = 4
  /// 0xCE begins nothing, so both bytes of a leader are lost when no message follows.
  static let leaderLength = 2

  /// The verdict on the bytes at some place.
  public enum Answer: Sendable, Hashable {
    /// More bytes must come before it can be told.
    case needsMore
    /// A whole message, its sum right.
    case message(CASICFrame)
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
    let payloadLength = Int(bytes[2]) | Int(bytes[3]) << 8
    guard payloadLength <= longestPayload, payloadLength % 4 == 0 else {
      return .broken(length: leaderLength)
    }
    let frame = CASICFrame(kind: CASICKind(bytes[4], bytes[5]), payloadLength: payloadLength)
    guard bytes.count >= frame.length else { return .needsMore }
    let end = headerLength + payloadLength
    guard word(bytes, end) == sum(frame.kind, bytes.extracting(headerLength..<end)) else {
      return .broken(length: leaderLength)
    }
    return .message(frame)
  }

  /// Where the payload lies in the bytes that the frame was found in.
  public var payloadRange: Range<Int> { Self.headerLength..<(Self.headerLength + payloadLength) }

  /// Puts a frame around a payload; nil for a length that the protocol does not have.
  public static func wrap(_ kind: CASICKind, _ payload: [UInt8]) -> [UInt8]? {
    guard payload.count <= longestPayload, payload.count % 4 == 0 else { return nil }
    var bytes = [leader.0, leader.1, UInt8(payload.count & 0xFF), UInt8(payload.count >> 8)]
    bytes += [kind.messageClass, kind.identifier]
    bytes += payload
    let sum = sum(kind, payload.span)
    for shift in stride(from: 0, through: 24, by: 8) { bytes.append(UInt8(truncatingIfNeeded: sum >> shift)) }
    return bytes
  }

  private static func sum(_ kind: CASICKind, _ payload: Span<UInt8>) -> UInt32 {
    var sum = UInt32(kind.identifier) << 24 | UInt32(kind.messageClass) << 16
    sum |= UInt32(truncatingIfNeeded: payload.count)
    for index in stride(from: 0, to: payload.count, by: 4) { sum &+= word(payload, index) }
    return sum
  }

  private static func word(_ bytes: Span<UInt8>, _ place: Int) -> UInt32 {
    var word: UInt32 = 0
    for index in 0..<4 { word |= UInt32(bytes[place + index]) << (8 * UInt32(index)) }
    return word
  }
}

/// The kind of a CASIC message: its class and its identifier in that class.
public struct CASICKind: Sendable, Hashable {
  /// The class: what the message is about.
  public var messageClass: UInt8
  /// The identifier inside its class.
  public var identifier: UInt8

  /// Makes a kind of class and identifier, in the order of the wire.
  public init(_ messageClass: UInt8, _ identifier: UInt8) {
    self.messageClass = messageClass
    self.identifier = identifier
  }

  /// Dilutions of precision.
  public static let navDOP = CASICKind(0x01, 0x01)
  /// Position and velocity.
  public static let navPV = CASICKind(0x01, 0x03)
  /// UTC.
  public static let navTimeUTC = CASICKind(0x01, 0x10)
  /// Satellites of GPS.
  public static let navGPSInfo = CASICKind(0x01, 0x20)
  /// Satellites of BeiDou.
  public static let navBDSInfo = CASICKind(0x01, 0x21)
  /// Satellites of GLONASS.
  public static let navGLNInfo = CASICKind(0x01, 0x22)
  /// A command was refused.
  public static let nak = CASICKind(0x05, 0x00)
  /// A command was accepted.
  public static let ack = CASICKind(0x05, 0x01)
  /// A port's protocols and speed.
  public static let cfgPRT = CASICKind(0x06, 0x00)
  /// Versions of software and hardware.
  public static let monVER = CASICKind(0x0A, 0x04)
}
