/// The frame of a CASIC message.
///
/// ```
/// 0    1    2      4     5          6        6 + n
/// |    |    |      |     |          |        |
/// 0xBA 0xCE n (LE) class identifier payload… sum U4 (LE)
/// ```
///
/// The length is a multiple of four. The sum adds 32-bit words: one of identifier, class and length, and
/// those in the payload.
package enum CASICFrame: BinaryFrame {
  package static var leader: (UInt8, UInt8) { (0xBA, 0xCE) }
  package static var headerLength: Int { 6 }
  package static var trailerLength: Int { 4 }

  /// The longest payload that is accepted, in bytes; a report on 80 satellites has 968.
  package static let longestPayload = 1024

  package static func payloadLength(_ header: Span<UInt8>) -> Int? {
    let length = Int(header[2]) | Int(header[3]) << 8
    return length <= longestPayload && length % 4 == 0 ? length : nil
  }

  package static func isSumRight(_ frame: Span<UInt8>) -> Bool {
    let payload = payloadRange(frame)
    return word(frame, payload.upperBound) == sum(kind(frame), frame.extracting(payload))
  }

  /// The class and identifier, which define the format of the payload.
  static func kind(_ frame: Span<UInt8>) -> CASICKind { CASICKind(frame[4], frame[5]) }

  /// Frames a payload; returns nil if its length is invalid in the protocol.
  package static func wrap(_ kind: CASICKind, _ payload: [UInt8]) -> [UInt8]? {
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
package struct CASICKind: Sendable, Hashable {
  var messageClass: UInt8
  /// The identifier within the class.
  var identifier: UInt8

  /// Makes a kind from class and identifier, in the order of the wire.
  package init(_ messageClass: UInt8, _ identifier: UInt8) {
    (self.messageClass, self.identifier) = (messageClass, identifier)
  }

  /// NAV-DOP: dilutions of precision.
  static let navDOP = CASICKind(0x01, 0x01)
  /// NAV-PV: position and velocity.
  static let navPV = CASICKind(0x01, 0x03)
  /// NAV-TIMEUTC: date and time.
  static let navTimeUTC = CASICKind(0x01, 0x10)
  /// NAV-GPSINFO: GPS satellites.
  static let navGPSInfo = CASICKind(0x01, 0x20)
  /// NAV-BDSINFO: BeiDou satellites.
  static let navBDSInfo = CASICKind(0x01, 0x21)
  /// NAV-GLNINFO: GLONASS satellites.
  static let navGLNInfo = CASICKind(0x01, 0x22)
  /// ACK: a command was accepted.
  static let ack = CASICKind(0x05, 0x01)
  /// CFG-PRT: protocols and speed of a port.
  package static let cfgPRT = CASICKind(0x06, 0x00)
}
