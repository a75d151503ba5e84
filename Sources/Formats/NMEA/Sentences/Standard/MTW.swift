/// How warm the water is.
///
/// ```
///        1   2
///        |   |
/// $--MTW,x.x,C*hh
/// $INMTW,17.9,C*1B
/// ```
///
/// Described at <https://gpsd.io/NMEA.html#_mtw_mean_temperature_of_water>.
public struct MTW: TalkerContent {
  /// The three letters behind the talker.
  public static let formatter: StaticString = "MTW"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 2
  /// The talker, the two letters in front of the formatter.
  public var talker: Talker

  /// Temperature of the water in degrees Celsius.
  @SparseDecimal public var temperature: Double?

  /// Makes a sentence with all fields empty.
  public init(talker: Talker) { self.talker = talker }

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.decimal(&_temperature, places: 3, text)
    fields.unit(UInt8(ascii: "C"), text)
  }
}
