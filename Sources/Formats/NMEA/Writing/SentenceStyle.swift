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
  /// Decimals of estimated errors, in metres.
  public var errorDecimals = 1
  /// Fewest digits of the number of satellites in use.
  public var countDigits = 2
  /// Fewest digits of a satellite's azimuth.
  public var azimuthDigits = 3
  /// What stands for the strength of a satellite that is known and not heard.
  public var silence = Silence.empty
  /// Whether the letters of units stand there even without a fix, between empty fields.
  public var keepsUnits = true
  /// What stands behind the body.
  public var checksum = ChecksumStyle.capital
  /// What ends the line.
  public var lineEnd = LineEnd.carriageReturnLineFeed

  /// What most receivers do today.
  public init() {}

  /// What stands for the strength of a satellite that is not heard.
  public enum Silence: Sendable, Hashable {
    /// Nothing.
    case empty
    /// `00`.
    case zeros
  }

  /// What stands behind the body.
  public enum ChecksumStyle: Sendable, Hashable {
    /// A star and two capital digits.
    case capital
    /// A star and two small digits.
    case small
    /// Nothing at all.
    case none
  }

  /// What ends a line.
  public enum LineEnd: Sendable, Hashable {
    /// `\r\n`, as the standard says.
    case carriageReturnLineFeed
    /// `\n` alone.
    case lineFeed
    /// `\r\r\n`.
    case doubleCarriageReturn
  }
}
