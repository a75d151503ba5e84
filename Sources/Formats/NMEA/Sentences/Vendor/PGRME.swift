/// How far off Garmin expects to be.
///
/// ```
///        1   2 3   4 5   6
///        |   | |   | |   |
/// $PGRME,x.x,M,x.x,M,x.x,M*hh
/// $PGRME,15.0,M,22.5,M,27.0,M*1A
/// ```
///
/// Half of all fixes lie within these errors, so they are smaller than a standard deviation.
///
/// Described in "Garmin Proprietary NMEA 0183 Sentences", 190-00684-00.
public struct PGRME: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PGRME"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 5

  /// Horizontal error, meters.
  @SparseDecimal public var horizontalError: Double?
  /// Vertical error, meters.
  @SparseDecimal public var verticalError: Double?
  /// Error of the position in space, meters.
  @SparseDecimal public var positionError: Double?

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.decimal(&_horizontalError, places: 2, text)
    fields.unit(UInt8(ascii: "M"), text)
    fields.decimal(&_verticalError, places: 2, text)
    fields.unit(UInt8(ascii: "M"), text)
    fields.decimal(&_positionError, places: 2, text)
    fields.unit(UInt8(ascii: "M"), text)
  }
}
