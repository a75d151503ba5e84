/// The extent of a CASIC message in a byte stream; the caller owns the bytes.
///
/// ```
/// 0    1    2      4     5          6        6 + n
/// |    |    |      |     |          |        |
/// 0xBA 0xCE n (LE) class identifier payload… sum U4 (LE)
/// ```
///
/// The length is a multiple of four. The sum adds 32-bit words: one of identifier, class and length, and
/// those in the payload.
public struct CASICFrame: Sendable, Hashable {
  /// The class and identifier, which define the format of the payload.
  public let kind: CASICKind
  /// The length of the payload in bytes.
  public let payloadLength: Int

  /// The length from the leader to the end of the sum.
  public var length: Int { Self.headerLength + payloadLength + Self.sumLength }

  /// The longest payload that is accepted, in bytes; a report on 80 satellites has 968.
  public static let longestPayload = 1024

  static let leader: (UInt8, UInt8) = (0xBA, 0xCE)
  static let headerLength = 6
  static let sumLength = 4
  /// No message begins with 0xCE, so both leader bytes of a broken message can be skipped.
  static let leaderLength = 2

  /// The result of parsing the first bytes of a buffer.
  public enum Answer: Sendable, Hashable {
    /// More bytes are needed to decide.
    case needsMore
    /// A complete message with a valid sum.
    case message(CASICFrame)
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

  /// The range of the payload within the frame, counted from the leader.
  public var payloadRange: Range<Int> { Self.headerLength..<(Self.headerLength + payloadLength) }

  /// Frames a payload; returns nil if its length is invalid in the protocol.
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

/// The kind of a CASIC message: its class and its identifier within that class.
public struct CASICKind: Sendable, Hashable {
  /// The class of the message.
  public var messageClass: UInt8
  /// The identifier within the class.
  public var identifier: UInt8

  /// Makes a kind from class and identifier, in the order of the wire.
  public init(_ messageClass: UInt8, _ identifier: UInt8) {
    self.messageClass = messageClass
    self.identifier = identifier
  }

  /// NAV-DOP: dilutions of precision.
  public static let navDOP = CASICKind(0x01, 0x01)
  /// NAV-PV: position and velocity.
  public static let navPV = CASICKind(0x01, 0x03)
  /// NAV-TIMEUTC: date and time.
  public static let navTimeUTC = CASICKind(0x01, 0x10)
  /// NAV-GPSINFO: GPS satellites.
  public static let navGPSInfo = CASICKind(0x01, 0x20)
  /// NAV-BDSINFO: BeiDou satellites.
  public static let navBDSInfo = CASICKind(0x01, 0x21)
  /// NAV-GLNINFO: GLONASS satellites.
  public static let navGLNInfo = CASICKind(0x01, 0x22)
  /// NAK: a command was refused.
  public static let nak = CASICKind(0x05, 0x00)
  /// ACK: a command was accepted.
  public static let ack = CASICKind(0x05, 0x01)
  /// CFG-PRT: protocols and speed of a port.
  public static let cfgPRT = CASICKind(0x06, 0x00)
  /// MON-VER: versions of the software and hardware.
  public static let monVER = CASICKind(0x0A, 0x04)
}
