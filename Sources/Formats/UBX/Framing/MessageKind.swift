/// The kind of a message: its class and its identifier within that class.
///
/// Any two bytes are a valid kind; the common ones have names.
public struct MessageKind: RawRepresentable, Sendable, Hashable {
  /// The class in the high byte and the identifier in the low byte: NAV-PVT is 0x0107.
  public var rawValue: UInt16

  /// Makes a kind from a number with the class in the high byte.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Makes a kind from class and identifier, in the order of the wire.
  public init(_ messageClass: UInt8, _ identifier: UInt8) {
    rawValue = UInt16(messageClass) << 8 | UInt16(identifier)
  }

  /// The class of the message.
  public var messageClass: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 8) }
  /// The identifier within the class.
  public var identifier: UInt8 { UInt8(truncatingIfNeeded: rawValue) }
}

extension MessageKind: CustomStringConvertible {
  /// The class and identifier in hexadecimal, such as `0x01 0x07`.
  public var description: String { Self.hexadecimal(messageClass) + " " + Self.hexadecimal(identifier) }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0x0" : "0x") + String(byte, radix: 16, uppercase: true)
  }
}

extension MessageKind {
  /// The name to display, such as `NAV-PVT` or `GGA`; class and identifier if the kind has no name here.
  package var word: String { NamedKind.first { $0.kind == self }?.word ?? description }

  /// All kinds with a name.
  package static var named: [MessageKind] { NamedKind.all.flatMap { $0.map { $0.kind } } }
}

/// A row of the table of names: a kind, its name, and the key of its rate if it can be switched on.
struct NamedKind: Sendable {
  let kind: MessageKind
  /// The name to display, such as `NAV-PVT` or `GGA`.
  let word: String
  /// The key of its rate on I²C, the first of five consecutive keys, one for each port; nil without a rate.
  let rateKey: UInt32?
  /// The name in the names of these keys, if it does not follow from `word`.
  private let keyWord: String?

  init(_ kind: MessageKind, _ word: String, _ rateKey: UInt32? = nil, _ keyWord: String? = nil) {
    (self.kind, self.word, self.rateKey, self.keyWord) = (kind, word, rateKey, keyWord)
  }

  /// The name in the names of the keys, such as `UBX_NAV_PVT` or `NMEA_ID_GGA`.
  var keyName: String {
    if let keyWord { return keyWord }
    var name = kind.messageClass == 0xF0 ? "NMEA_ID_" : "UBX_"
    for letter in word.unicodeScalars { name.unicodeScalars.append(letter == "-" ? "_" : letter) }
    return name
  }

  static var all: [[NamedKind]] { [navigation, receiver, sentences] }

  // Not a dictionary: it would need `ceil` from libm, and this module links no C library.
  static func first(where isWanted: (NamedKind) -> Bool) -> NamedKind? {
    navigation.first(where: isWanted) ?? receiver.first(where: isWanted) ?? sentences.first(where: isWanted)
  }
}
