/// How deep the water is below the transducer.
///
/// ```
///        1   2 3   4 5   6
///        |   | |   | |   |
/// $--DBT,x.x,f,x.x,M,x.x,F*hh
/// $SDDBT,7.8,f,2.4,M,1.3,F*0D
/// ```
///
/// Some sounders fill only one of the three.
/// Described at <https://gpsd.io/NMEA.html#_dbt_depth_below_transducer>.
public struct DBT: TalkerContent {
  /// The three letters behind the talker.
  public static let formatter: StaticString = "DBT"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 6
  /// The talker, the two letters in front of the formatter.
  public var talker: Talker

  /// Depth in meters, as the field in feet says it.
  @SparseDecimal public var depthFromFeet: Double?
  /// Depth in meters, as the field in meters says it.
  @SparseDecimal public var depth: Double?
  /// Depth in meters, as the field in fathoms says it.
  @SparseDecimal public var depthFromFathoms: Double?

  /// Makes a sentence with all fields empty.
  public init(talker: Talker) { self.talker = talker }

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.decimal(&_depthFromFeet, scale: Feet.inMeters, places: 2, text)
    fields.unit(UInt8(ascii: "f"), text)
    fields.decimal(&_depth, places: 3, text)
    fields.unit(UInt8(ascii: "M"), text)
    fields.decimal(&_depthFromFathoms, scale: Fathoms.inMeters, places: 3, text)
    fields.unit(UInt8(ascii: "F"), text)
  }
}
