/// The velocity in space, in three parts.
///
/// ```
///        1   2   3
///        |   |   |
/// $PGRMV,x.x,x.x,x.x*hh
/// $PGRMV,0.0,0.0,-0.1*70
/// ```
///
/// Described in "Garmin Proprietary NMEA 0183 Sentences", 190-00684-00.
public struct PGRMV: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PGRMV"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 3

  /// Meters per second to the east.
  @SparseDecimal public var eastVelocity: Double?
  /// Meters per second to the north.
  @SparseDecimal public var northVelocity: Double?
  /// Meters per second upwards.
  @SparseDecimal public var upVelocity: Double?

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.decimal(&_eastVelocity, places: 2, text)
    fields.decimal(&_northVelocity, places: 2, text)
    fields.decimal(&_upVelocity, places: 2, text)
  }
}
