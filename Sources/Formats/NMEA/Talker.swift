/// Who speaks: the two letters in front of a sentence's name.
///
/// `GP` is a GPS receiver, `GN` one that combines several constellations, `II` an instrument of a ship.
/// Any two letters are a talker; the ones a receiver uses most have a name here.
public struct Talker: RawRepresentable, Sendable, Hashable {
  /// The first letter in the low byte, the second in the high one.
  public var rawValue: UInt16

  /// Makes a talker of its two letters, the first one in the low byte.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Makes a talker of two ASCII letters.
  public init(_ first: UInt8, _ second: UInt8) {
    rawValue = UInt16(first) | UInt16(second) << 8
  }

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
  /// BeiDou, as older receivers say it.
  public static let bd = Talker(rawValue: 0x4442)
  /// QZSS, since NMEA 4.11.
  public static let gq = Talker(rawValue: 0x5147)
  /// QZSS, as older receivers say it.
  public static let qz = Talker(rawValue: 0x5A51)
  /// NavIC.
  public static let gi = Talker(rawValue: 0x4947)
  /// Several constellations together.
  public static let gn = Talker(rawValue: 0x4E47)
  /// Quectel's own talker for BeiDou and QZSS, which looks like a vendor's sentence.
  public static let pq = Talker(rawValue: 0x5150)
  /// A magnetic compass.
  public static let hc = Talker(rawValue: 0x4348)
  /// A gyro compass, which seeks true north.
  public static let he = Talker(rawValue: 0x4548)
  /// The instruments of a ship, all in one.
  public static let ii = Talker(rawValue: 0x4949)
  /// A depth sounder.
  public static let sd = Talker(rawValue: 0x4453)
  /// A speed log.
  public static let vw = Talker(rawValue: 0x5756)
  /// Weather instruments.
  public static let wi = Talker(rawValue: 0x4957)
}

extension Talker: CustomStringConvertible {
  /// The two letters.
  public var description: String {
    String(Unicode.Scalar(first)) + String(Unicode.Scalar(second))
  }
}
