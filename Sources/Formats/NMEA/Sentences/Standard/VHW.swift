/// Speed through the water, and heading.
///
/// ```
///        1   2 3   4 5   6 7   8
///        |   | |   | |   | |   |
/// $--VHW,x.x,T,x.x,M,x.x,N,x.x,K*hh
/// $SDVHW,232.7,T,231.4,M,6.4,N,12.0,K*73
/// ```
///
/// Described at <https://gpsd.io/NMEA.html#_vhw_water_speed_and_heading>.
public struct VHW: TalkerContent {
  /// The three letters behind the talker.
  public static let formatter: StaticString = "VHW"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 8
  /// The talker, the two letters in front of the formatter.
  public var talker: Talker

  /// Heading in degrees from true north.
  @SparseDecimal public var heading: Double?
  /// Heading in degrees from magnetic north.
  @SparseDecimal public var magneticHeading: Double?
  /// Speed through the water in meters per second, as the field in knots says it.
  @SparseDecimal public var speed: Double?
  /// Speed through the water in meters per second, as the field in kilometers per hour says it.
  @SparseDecimal public var speedFromKilometers: Double?

  /// Makes a sentence with all fields empty.
  public init(talker: Talker) { self.talker = talker }

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.course(&_heading, places: 2, text)
    fields.unit(UInt8(ascii: "T"), text)
    fields.course(&_magneticHeading, places: 2, text)
    fields.unit(UInt8(ascii: "M"), text)
    fields.decimal(&_speed, scale: Knots.inMetersPerSecond, places: 3, text)
    fields.unit(UInt8(ascii: "N"), text)
    fields.decimal(&_speedFromKilometers, scale: KilometersPerHour.inMetersPerSecond, places: 3, text)
    fields.unit(UInt8(ascii: "K"), text)
  }
}
