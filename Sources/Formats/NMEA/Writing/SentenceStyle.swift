/// How a receiver spells what it says: decimals, leading zeros, what stands in for nothing.
///
/// The standard fixes the order of the fields and leaves their look to the maker. A style is that look:
///
/// ```swift
/// var writer = SentenceWriter(SentenceStyle())     // 4807.03800,N  0.90  545.4
/// writer.write(gga)
/// ```
public struct SentenceStyle: Sendable, Hashable {
  /// The edition; fields that came later are left out.
  public var revision = Revision.v4_11
  /// Decimals of the seconds; 0 leaves out the dot too.
  public var timeDecimals = 2
  /// Decimals of the minutes of latitude and longitude.
  public var minuteDecimals = 5
  /// Decimals of a dilution of precision.
  public var dilutionDecimals = 2
  /// Decimals of altitudes and geoid separations.
  public var altitudeDecimals = 1
  /// Decimals of speeds.
  public var speedDecimals = 3
  /// Fewest digits of a speed before the dot.
  public var speedDigits = 1
  /// Decimals of courses.
  public var courseDecimals = 2
  /// Fewest digits of a course before the dot.
  public var courseDigits = 1
  /// Fewest digits of the magnetic variation before the dot.
  public var variationDigits = 1
  /// Decimals of estimated errors, in meters.
  public var errorDecimals = 1
  /// Fewest digits of the number of satellites in use.
  public var countDigits = 2
  /// Fewest digits of a satellite's azimuth.
  public var azimuthDigits = 3
  /// The notation for the strength of a satellite that is known and not heard.
  public var silence = Silence.empty
  /// Whether the letters of units stand there even without a fix, between empty fields.
  public var keepsUnits = true
  /// The ending of the body.
  public var checksum = ChecksumStyle.capital
  /// The ending of the line.
  public var lineEnd = LineEnd.carriageReturnLineFeed

  /// Makes the style of most receivers of today.
  public init() {}

  /// A notation for the strength of a satellite that is not heard.
  public enum Silence: Sendable, Hashable {
    /// Nothing.
    case empty
    /// `00`.
    case zeros
  }

  /// An ending of the body.
  public enum ChecksumStyle: Sendable, Hashable {
    /// A star and two capital digits.
    case capital
    /// A star and two small digits.
    case small
    /// Nothing at all.
    case none
  }

  /// An ending of a line.
  public enum LineEnd: Sendable, Hashable {
    /// `\r\n`, as the standard says.
    case carriageReturnLineFeed
    /// `\n` alone.
    case lineFeed
    /// `\r\r\n`.
    case doubleCarriageReturn
  }
}

/// The editions of NMEA 0183 that changed what a sentence carries.
///
/// Reading ignores it: a sentence's fields are counted. Writing uses it, for programs that expect an old dialect.
public enum Revision: UInt8, Sendable, Hashable, Comparable, CaseIterable {
  /// 2.0 and 2.1.
  case v2_0
  /// 2.3: mode letters in RMC, GLL, VTG.
  case v2_3
  /// 3.0: range scale in DPT, speeds of the stern in VBW.
  case v3_0
  /// 4.0.
  case v4_0
  /// 4.1: navigational status in RMC and GNS.
  case v4_1
  /// 4.10: system and signal numbers in GSA and GSV.
  case v4_10
  /// 4.11: QZSS and NavIC have talkers of their own.
  case v4_11

  /// The order of the editions.
  public static func < (a: Revision, b: Revision) -> Bool { a.rawValue < b.rawValue }
}

/// How many decimals the next numbers of a sentence get, in their order: a row of nibbles.
struct Decimals {
  private var nibbles: UInt64
  /// The nibble for "the sentence's own number of decimals".
  private static let own: UInt64 = 15

  /// The first few, each 0 to 14; those behind them are as the sentence has them.
  @inline(__always)
  init(_ places: Int...) {
    nibbles = .max
    var shift: UInt64 = 0
    for place in places {
      nibbles = nibbles & ~(15 &<< shift) | UInt64(min(max(place, 0), 14)) &<< shift
      shift &+= 4
    }
  }

  /// The next number's decimals.
  @inline(__always)
  mutating func next(own: Int) -> Int {
    let nibble = nibbles & 15
    nibbles = nibbles &>> 4 | Decimals.own &<< 60
    return nibble == Decimals.own ? own : Int(nibble)
  }
}
