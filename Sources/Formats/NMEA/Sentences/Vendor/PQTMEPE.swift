/// How far off Quectel expects to be.
///
/// ```
///          1 2     3     4     5     6
///          | |     |     |     |     |
/// $PQTMEPE,x,x.xxx,x.xxx,x.xxx,x.xxx,x.xxx*hh
/// $PQTMEPE,2,3.393,3.476,12.713,4.857,13.609*5D
/// ```
///
/// Described in Quectel's "LC29H&LC79H GNSS Protocol Specification", "PQTMEPE".
public struct PQTMEPE: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PQTMEPE"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 6

  /// The form of this sentence; only 2 is known.
  @SparseInteger<Int16> public var version: Int?
  /// Error to the north, meters.
  @SparseDecimal public var northError: Double?
  /// Error to the east, meters.
  @SparseDecimal public var eastError: Double?
  /// Error downwards, meters.
  @SparseDecimal public var downError: Double?
  /// Horizontal error, meters.
  @SparseDecimal public var horizontalError: Double?
  /// Error of the position in space, meters.
  @SparseDecimal public var positionError: Double?

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.integer(&_version, text)
    fields.decimal(&_northError, places: 4, text)
    fields.decimal(&_eastError, places: 4, text)
    fields.decimal(&_downError, places: 4, text)
    fields.decimal(&_horizontalError, places: 4, text)
    fields.decimal(&_positionError, places: 4, text)
  }
}
