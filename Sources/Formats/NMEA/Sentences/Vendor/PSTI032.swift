/// The position of a SkyTraq receiver relative to the station whose corrections it uses.
///
/// ```
///       1   2          3      4 5 6     7     8     9     10     11 12 13 14 15
///       |   |          |      | | |     |     |     |     |      |  |  |  |  |
/// $PSTI,032,hhmmss.sss,ddmmyy,a,a,x.xxx,x.xxx,x.xxx,x.xxx,xxx.xx,  ,  ,  ,  ,  *hh
/// $PSTI,032,033010.000,111219,A,R,-4.968,-10.817,-1.849,12.046,204.67,,,,,*39
/// ```
///
/// Fields 11 to 15 are reserved.
///
/// Described in SkyTraq's "PX1172R" data sheet, "STI,032: RTK Baseline Data".
public struct PSTI032: VendorContent {
  /// The tag behind the `$`, with the field that is always the same.
  public static let tag: StaticString = "PSTI,032"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 9

  /// Time of the fix, UTC.
  public var time: TimeOfDay?
  /// Date of the fix, UTC.
  public var date: DayMonthYear?
  /// Whether the receiver vouches for it.
  public var status: Status?
  /// Whether RTK is fixed or float.
  public var mode: ModeIndicator?
  /// Meters to the east.
  @SparseDecimal public var east: Double?
  /// Meters to the north.
  @SparseDecimal public var north: Double?
  /// Meters upwards.
  @SparseDecimal public var up: Double?
  /// Meters from the station.
  @SparseDecimal public var length: Double?
  /// Direction in degrees from true north.
  @SparseDecimal public var course: Double?

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.time(&time, text)
    fields.date(&date, text)
    fields.letter(&status, text)
    fields.letter(&mode, text)
    fields.decimal(&_east, places: 3, text)
    fields.decimal(&_north, places: 3, text)
    fields.decimal(&_up, places: 3, text)
    fields.decimal(&_length, places: 3, text)
    fields.course(&_course, places: 2, text)
    for _ in 11...15 { fields.skip(text) }
  }
}
