/// What a message is: its class and its identifier in that class.
///
/// Any two bytes are a kind; the ones that receivers send most have a name here.
public struct MessageKind: RawRepresentable, Sendable, Hashable {
  /// The class in the high byte, the identifier in the low one: NAV-PVT is 0x0107.
  public var rawValue: UInt16

  /// Makes a kind of its number, the class in the high byte.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Makes a kind of class and identifier, in the order of the wire.
  public init(_ messageClass: UInt8, _ identifier: UInt8) {
    rawValue = UInt16(messageClass) << 8 | UInt16(identifier)
  }

  /// The class: what the message is about.
  public var messageClass: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 8) }
  /// The identifier inside its class.
  public var identifier: UInt8 { UInt8(truncatingIfNeeded: rawValue) }
}

extension MessageKind: CustomStringConvertible {
  /// Class and identifier in hexadecimal, as `0x01 0x07`.
  public var description: String { Self.hexadecimal(messageClass) + " " + Self.hexadecimal(identifier) }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0x0" : "0x") + String(byte, radix: 16, uppercase: true)
  }
}
