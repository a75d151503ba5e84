/// The sender of a sentence: the two letters before the formatter.
///
/// `GP` is a GPS receiver, `GN` one that combines several constellations, `II` an instrument of a ship. Any
/// two letters are a valid talker; the common ones have names.
public struct Talker: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// The first letter in the low byte and the second in the high byte.
  public var rawValue: UInt16

  /// Makes a talker from its two letters, with the first in the low byte.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Makes a talker from two ASCII letters.
  public init(_ first: UInt8, _ second: UInt8) { rawValue = UInt16(first) | UInt16(second) << 8 }

  /// The first letter.
  public var first: UInt8 { UInt8(truncatingIfNeeded: rawValue) }
  /// The second letter.
  public var second: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 8) }

  /// GPS.
  public static let gp = Talker(rawValue: 0x5047)
  /// GLONASS.
  public static let gl = Talker(rawValue: 0x4C47)
  /// Galileo.
  public static let ga = Talker(rawValue: 0x4147)
  /// BeiDou.
  public static let gb = Talker(rawValue: 0x4247)
  /// BeiDou, from older receivers.
  public static let bd = Talker(rawValue: 0x4442)
  /// QZSS, since NMEA 4.11.
  public static let gq = Talker(rawValue: 0x5147)
  /// QZSS, from older receivers.
  public static let qz = Talker(rawValue: 0x5A51)
  /// NavIC.
  public static let gi = Talker(rawValue: 0x4947)
  /// Several constellations combined.
  public static let gn = Talker(rawValue: 0x4E47)
  /// Quectel's talker for BeiDou and QZSS, which looks like a vendor's tag.
  public static let pq = Talker(rawValue: 0x5150)
  /// A magnetic compass.
  public static let hc = Talker(rawValue: 0x4348)
  /// A north-seeking gyrocompass.
  public static let he = Talker(rawValue: 0x4548)
  /// Integrated instrumentation of a ship.
  public static let ii = Talker(rawValue: 0x4949)
  /// A depth sounder.
  public static let sd = Talker(rawValue: 0x4453)
  /// A speed log.
  public static let vw = Talker(rawValue: 0x5756)
  /// Weather instruments.
  public static let wi = Talker(rawValue: 0x4957)

  /// The two letters.
  public var description: String { String(Unicode.Scalar(first)) + String(Unicode.Scalar(second)) }
}
