/// The altitude in whole feet.
///
/// ```
///        1   2 3
///        |   | |
/// $PGRMZ,x…x,f,x*hh
/// $PGRMZ,246,f,3*1B
/// ```
///
/// Collision warners for gliders write a capital `F` and mean the pressure altitude; that one is refused.
///
/// Described in "Garmin Proprietary NMEA 0183 Sentences", 190-00684-00.
public struct PGRMZ: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PGRMZ"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 2

  /// Meters above mean sea level; sent in whole feet.
  @SparseDecimal public var altitude: Double?
  /// 1 no fix, 2 an altitude that the user has given, 3 the altitude of the fix.
  @SparseInteger<Int16> public var dimensions: Int?

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.decimal(&_altitude, scale: Feet.inMeters, places: 0, text)
    fields.unit(UInt8(ascii: "f"), text)
    fields.integer(&_dimensions, text)
  }
}
