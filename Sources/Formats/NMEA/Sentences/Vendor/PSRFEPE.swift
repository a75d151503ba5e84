/// How far off SiRF expects to be.
///
/// ```
///          1          2 3   4    5    6   7
///          |          | |   |    |    |   |
/// $PSRFEPE,hhmmss.sss,a,x.x,x.xx,x.xx,x.x,x.x*hh
/// $PSRFEPE,053232.438,A,1.2,5.77,12.97,1.2,180.0*21
/// ```
///
/// SiRF has never said how many fixes lie within these errors.
///
/// Described in the manuals of SiRFstarIV receivers, "EPE: Estimated Position Errors".
public struct PSRFEPE: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PSRFEPE"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 7

  /// Time of the fix, UTC.
  public var time: TimeOfDay?
  /// Whether the receiver vouches for it.
  public var status: Status?
  /// Dilution of precision, horizontal.
  @SparseDecimal public var horizontalDilution: Double?
  /// Horizontal error, meters.
  @SparseDecimal public var horizontalError: Double?
  /// Vertical error, meters.
  @SparseDecimal public var verticalError: Double?
  /// Error of the horizontal velocity, meters per second.
  @SparseDecimal public var velocityError: Double?
  /// Error of the heading in degrees; 180 says that the heading is not known.
  @SparseDecimal public var headingError: Double?

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.time(&time, text)
    fields.letter(&status, text)
    fields.decimal(&_horizontalDilution, places: 2, text)
    fields.decimal(&_horizontalError, places: 2, text)
    fields.decimal(&_verticalError, places: 2, text)
    fields.decimal(&_velocityError, places: 2, text)
    fields.decimal(&_headingError, places: 2, text)
  }
}
