/// The sender of a sentence: the two letters before the formatter.
///
/// `GP` is a GPS receiver, `GN` one that combines several constellations, `II` an instrument of a ship. Any
/// two letters are a valid talker; the common ones have names.
public struct Talker: RawRepresentable, Sendable, Hashable {
  /// The first letter in the low byte and the second in the high byte.
  public var rawValue: UInt16

  /// Makes a talker from its two letters, with the first in the low byte.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Makes a talker from two ASCII letters.
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
}

extension Talker: CustomStringConvertible {
  /// The two letters.
  public var description: String {
    String(Unicode.Scalar(first)) + String(Unicode.Scalar(second))
  }
}

/// The three letters of a standard sentence in one word, so that each test is a single comparison.
struct Formatter: Equatable {
  let rawValue: UInt32

  @inline(__always)
  init(_ first: UInt8, _ second: UInt8, _ third: UInt8) {
    rawValue = UInt32(first) | UInt32(second) &<< 8 | UInt32(third) &<< 16
  }

  @inline(__always)
  private init(_ a: Unicode.Scalar, _ b: Unicode.Scalar, _ c: Unicode.Scalar) {
    self.init(UInt8(ascii: a), UInt8(ascii: b), UInt8(ascii: c))
  }

  static var apb: Formatter { Formatter("A", "P", "B") }
  static var bod: Formatter { Formatter("B", "O", "D") }
  static var bwc: Formatter { Formatter("B", "W", "C") }
  static var bwr: Formatter { Formatter("B", "W", "R") }
  static var dbt: Formatter { Formatter("D", "B", "T") }
  static var dpt: Formatter { Formatter("D", "P", "T") }
  static var dtm: Formatter { Formatter("D", "T", "M") }
  static var gbs: Formatter { Formatter("G", "B", "S") }
  static var gga: Formatter { Formatter("G", "G", "A") }
  static var gll: Formatter { Formatter("G", "L", "L") }
  static var gns: Formatter { Formatter("G", "N", "S") }
  static var grs: Formatter { Formatter("G", "R", "S") }
  static var gsa: Formatter { Formatter("G", "S", "A") }
  static var gst: Formatter { Formatter("G", "S", "T") }
  static var gsv: Formatter { Formatter("G", "S", "V") }
  static var hdg: Formatter { Formatter("H", "D", "G") }
  static var hdm: Formatter { Formatter("H", "D", "M") }
  static var hdt: Formatter { Formatter("H", "D", "T") }
  static var mtw: Formatter { Formatter("M", "T", "W") }
  static var mwd: Formatter { Formatter("M", "W", "D") }
  static var mwv: Formatter { Formatter("M", "W", "V") }
  static var rmb: Formatter { Formatter("R", "M", "B") }
  static var rmc: Formatter { Formatter("R", "M", "C") }
  static var rot: Formatter { Formatter("R", "O", "T") }
  static var rte: Formatter { Formatter("R", "T", "E") }
  static var ths: Formatter { Formatter("T", "H", "S") }
  static var txt: Formatter { Formatter("T", "X", "T") }
  static var vbw: Formatter { Formatter("V", "B", "W") }
  static var vhw: Formatter { Formatter("V", "H", "W") }
  static var vtg: Formatter { Formatter("V", "T", "G") }
  static var wpl: Formatter { Formatter("W", "P", "L") }
  static var xdr: Formatter { Formatter("X", "D", "R") }
  static var xte: Formatter { Formatter("X", "T", "E") }
  static var zda: Formatter { Formatter("Z", "D", "A") }
}
