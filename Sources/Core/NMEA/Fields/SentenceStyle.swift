/// The formatting of a receiver's sentences: decimal places, leading zeros and empty values.
///
/// The standard defines the order of the fields, but not their format. A style defines the format:
///
/// ```swift
/// var writer = SentenceWriter(SentenceStyle())     // 4807.03800,N  0.90  545.4
/// writer.write(gga)
/// ```
public struct SentenceStyle: Sendable, Hashable {
  /// The NMEA revision; newer fields are left out.
  public var revision = Revision.v4_11
  /// The decimal places of seconds; 0 also removes the dot.
  public var timeDecimals = 2
  /// The decimal places of minutes in latitude and longitude.
  public var minuteDecimals = 5
  /// The decimal places of dilutions of precision.
  public var dilutionDecimals = 2
  /// The decimal places of altitudes and geoid separations.
  public var altitudeDecimals = 1
  /// The decimal places of speeds.
  public var speedDecimals = 3
  /// The fewest digits of a speed before the dot.
  public var speedDigits = 1
  /// The decimal places of courses.
  public var courseDecimals = 2
  /// The fewest digits of a course before the dot.
  public var courseDigits = 1
  /// The fewest digits of the magnetic variation before the dot.
  public var variationDigits = 1
  /// The decimal places of estimated errors in meters.
  public var errorDecimals = 1
  /// The fewest digits of the number of satellites in use.
  public var countDigits = 2
  /// The fewest digits of a satellite's azimuth.
  public var azimuthDigits = 3
  /// The format of the signal strength of a satellite without a signal.
  public var silence = Silence.empty
  /// Whether unit letters are written without a fix, between empty fields.
  public var keepsUnits = true
  /// The format of the checksum.
  public var checksum = ChecksumStyle.capital
  /// The line ending.
  public var lineEnd = LineEnd.carriageReturnLineFeed

  /// Makes the style of most current receivers.
  public init() {}

  /// The format of the signal strength of a satellite without a signal.
  public enum Silence: Sendable, Hashable {
    /// An empty field.
    case empty
    /// `00`.
    case zeros
  }

  /// The format of a checksum.
  public enum ChecksumStyle: Sendable, Hashable {
    /// A star and two uppercase digits.
    case capital
    /// A star and two lowercase digits.
    case small
    /// No star and no checksum.
    case none
  }

  /// A line ending.
  public enum LineEnd: Sendable, Hashable {
    /// `\r\n`, as the standard requires.
    case carriageReturnLineFeed
    /// `\n` only.
    case lineFeed
    /// `\r\r\n`.
    case doubleCarriageReturn
  }
}

/// The revisions of NMEA 0183 that changed the content of a sentence.
///
/// Reading ignores them and counts fields instead. Writing uses them, for programs that expect old ones.
public enum Revision: UInt8, Sendable, Hashable, Comparable, CaseIterable {
  /// 2.0 and 2.1.
  case v2_0
  /// 2.3: mode letters in RMC, GLL, VTG.
  case v2_3
  /// 3.0: range scale in DPT, stern speeds in VBW.
  case v3_0
  /// 4.0.
  case v4_0
  /// 4.1: navigational status in RMC and GNS.
  case v4_1
  /// 4.10: system and signal numbers in GSA and GSV.
  case v4_10
  /// 4.11: separate talkers for QZSS and NavIC.
  case v4_11

  /// Orders by revision.
  public static func < (a: Revision, b: Revision) -> Bool { a.rawValue < b.rawValue }
}

/// The decimal places of the next numbers in a sentence, in order, one nibble each.
struct Decimals {
  private var nibbles: UInt64
  /// The nibble for the default number of decimal places.
  private static let own: UInt64 = 15

  /// Makes a list of the first few, each 0 to 14; all others use the default.
  @inline(__always)
  init(_ places: Int...) {
    nibbles = .max
    var shift: UInt64 = 0
    for place in places {
      nibbles = nibbles & ~(15 &<< shift) | UInt64(min(max(place, 0), 14)) &<< shift
      shift &+= 4
    }
  }

  /// Removes and returns the decimal places of the next number.
  @inline(__always)
  mutating func next(own: Int) -> Int {
    let nibble = nibbles & 15
    nibbles = nibbles &>> 4 | Decimals.own &<< 60
    return nibble == Decimals.own ? own : Int(nibble)
  }
}
