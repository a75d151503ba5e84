/// Ashtech's whole fix in one sentence.
///
/// ```
///        1   2 3  4         5          6 7           8 9      10 11    12    13    14  15  16  17  18
///        |   | |  |         |          | |           | |      |  |     |     |     |   |   |   |   |
/// $PASHR,POS,x,xx,hhmmss.ss,ddmm.mmmmm,a,dddmm.mmmmm,a,xxx.xx,cc,xxx.x,xxx.x,xxx.x,x.x,x.x,x.x,x.x,cccc*hh
/// $PASHR,POS,0,03,183530.00,2037.76012,N,08704.07373,W,058.48,,359.4,000.0,+000.0,2.2,2.2,0.0,1.0,BQ00*20
/// ```
///
/// Described in Ashtech's "DG14 and DG16 Board & Sensor Reference Manual", "POS: Position Message".
public struct PASHRPOS: VendorContent {
  /// The tag behind the `$`, with the field that is always the same.
  public static let tag: StaticString = "PASHR,POS"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 16

  /// How the position was found; 0 is without help.
  @SparseInteger<Int16> private var solutionCode: Int?
  /// Satellites in use.
  @SparseInteger<Int16> public var satellitesUsed: Int?
  /// Time of the fix, UTC.
  public var time: TimeOfDay?
  /// Latitude in degrees, north positive.
  @SparseDecimal public var latitude: Double?
  /// Longitude in degrees, east positive.
  @SparseDecimal public var longitude: Double?
  /// Meters above the ellipsoid.
  @SparseDecimal public var ellipsoidalAltitude: Double?
  /// The age of the corrections in seconds; older receivers name their site here.
  public var ageOrSite = FieldText()
  /// Course over ground in degrees from true north.
  @SparseDecimal public var course: Double?
  /// Speed over ground in meters per second.
  @SparseDecimal public var speed: Double?
  /// Vertical velocity in meters per second, as the receiver says it.
  @SparseDecimal public var verticalVelocity: Double?
  /// Dilution of precision of the position.
  @SparseDecimal public var positionDilution: Double?
  /// Dilution of precision, horizontal.
  @SparseDecimal public var horizontalDilution: Double?
  /// Dilution of precision, vertical.
  @SparseDecimal public var verticalDilution: Double?
  /// Dilution of precision of the time.
  @SparseDecimal public var timeDilution: Double?
  /// The firmware; newer receivers name the station that sends the corrections here.
  public var firmwareOrStation = FieldText()

  /// How the position was found.
  public var solution: Solution? {
    get { solutionCode.map { Solution(rawValue: UInt8($0)) } }
    set { solutionCode = newValue.map { Int($0.rawValue) } }
  }

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.integer(&_solutionCode, in: 0...255, text)
    fields.integer(&_satellitesUsed, width: 2, text)
    fields.time(&time, text)
    fields.latitude(&_latitude, text)
    fields.longitude(&_longitude, text)
    fields.decimal(&_ellipsoidalAltitude, places: 3, text)
    fields.text(&ageOrSite, text)
    fields.course(&_course, places: 2, text)
    fields.decimal(&_speed, scale: Knots.inMetersPerSecond, places: 3, text)
    fields.decimal(&_verticalVelocity, places: 3, text)
    fields.decimal(&_positionDilution, places: 2, text)
    fields.decimal(&_horizontalDilution, places: 2, text)
    fields.decimal(&_verticalDilution, places: 2, text)
    fields.decimal(&_timeDilution, places: 2, text)
    fields.text(&firmwareOrStation, text)
  }
}

extension PASHRPOS {
  /// How a position was found.
  ///
  /// Numbers outside the list keep their value.
  public struct Solution: RawRepresentable, Sendable, Hashable {
    /// The number.
    public var rawValue: UInt8
    /// Makes one of its number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// 0: autonomous.
    public static let autonomous = Solution(rawValue: 0)
    /// 1: differential.
    public static let differential = Solution(rawValue: 1)
    /// 2: RTK, float.
    public static let rtkFloat = Solution(rawValue: 2)
    /// 3: RTK, fixed.
    public static let rtkFixed = Solution(rawValue: 3)
    /// 5: dead reckoning.
    public static let deadReckoning = Solution(rawValue: 5)
  }
}
