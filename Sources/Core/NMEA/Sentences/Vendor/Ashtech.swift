// Ashtech's sentences, which share a tag: the attitude has a time in field 1, all others have a name.

/// The attitude of a vessel or vehicle: heading, roll, pitch, heave.
///
/// ```
///        1          2      3 4     5     6    7     8     9     10 11
///        |          |      | |     |     |    |     |     |     |  |
/// $PASHR,hhmmss.sss,xxx.xx,T,xx.xx,xx.xx,x.xx,x.xxx,x.xxx,x.xxx,x ,x *hh
/// $PASHR,204132.000,010.51,T,+00.39,-00.79,-00.84,0.151,0.075,0.555,1,0*03
/// ```
///
/// Ashtech has many other sentences with this tag, which have a name in field 1 instead of the time.
///
/// Described in the manuals of inertial systems that copy Ashtech's sentence, as "PASHR attitude".
public struct PASHR: VendorContent {
  public static var form: SentenceForm { SentenceForm("PASHR", fewestFields: 10) }
  public init() {}

  /// The UTC time of the measurement.
  public var time: TimeOfDay?
  /// The heading in degrees from true north.
  @SparseDecimal public var heading: Double?
  /// The roll in degrees.
  @SparseDecimal public var roll: Double?
  /// The pitch in degrees, bow up positive.
  @SparseDecimal public var pitch: Double?
  /// The heave in meters.
  @SparseDecimal public var heave: Double?
  /// The standard deviation of the roll in degrees.
  @SparseDecimal public var rollAccuracy: Double?
  /// The standard deviation of the pitch in degrees.
  @SparseDecimal public var pitchAccuracy: Double?
  /// The standard deviation of the heading in degrees.
  @SparseDecimal public var headingAccuracy: Double?
  /// The quality of the position used; 0 without a position.
  @SparseCode public var quality: Quality?
  /// The status of the inertial unit; 0 is good.
  @SparseInteger<Int16> public var inertialStatus: Int?

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.time(&time, text)
    fields.course(&_heading, places: 2, from: UInt8(ascii: "T"), text)
    fields.decimal(&_roll, places: 2, text)
    fields.decimal(&_pitch, places: 2, text)
    fields.decimal(&_heave, places: 2, text)
    fields.decimal(&_rollAccuracy, places: 3, text)
    fields.decimal(&_pitchAccuracy, places: 3, text)
    fields.decimal(&_headingAccuracy, places: 3, text)
    fields.integer(&_quality.number, in: 0...255, text)
    fields.integer(&_inertialStatus, text)
  }

  /// Whether a sentence with this tag is the attitude: field 1 is a time or empty, not a name.
  static func isAttitude(_ body: Span<UInt8>) -> Bool {
    let place = tag.utf8CodeUnitCount + 1
    guard Ascii.hasTag(body, tag), place < body.count else { return false }
    return body[place] == UInt8(ascii: ",") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= body[place]
  }

  /// The quality of the position that an attitude is based on.
  ///
  /// Unlisted numbers keep their value.
  public struct Quality: RawRepresentable, Sendable, Hashable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// 0: no position.
    public static let none = Quality(rawValue: 0)
    /// 1: any position without fixed RTK.
    public static let single = Quality(rawValue: 1)
    /// 2: RTK, fixed.
    public static let rtkFixed = Quality(rawValue: 2)
  }
}

/// Ashtech: the complete fix in one sentence.
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
  public static var form: SentenceForm { SentenceForm("PASHR,POS", fewestFields: 16) }
  public init() {}

  /// The type of solution; 0 is autonomous.
  @SparseCode public var solution: Solution?
  /// The number of satellites in use.
  @SparseInteger<Int16> public var satellitesUsed: Int?
  /// The UTC time of the fix.
  public var time: TimeOfDay?
  /// The latitude in degrees, north positive.
  @SparseDecimal public var latitude: Double?
  /// The longitude in degrees, east positive.
  @SparseDecimal public var longitude: Double?
  /// The height above the ellipsoid in meters.
  @SparseDecimal public var ellipsoidalAltitude: Double?
  /// The age of corrections in seconds; older receivers send their site name.
  public var ageOrSite = FieldText()
  /// The course over ground in degrees from true north.
  @SparseDecimal public var course: Double?
  /// The speed over ground in meters per second.
  @SparseDecimal public var speed: Double?
  /// The vertical velocity in meters per second, with the receiver's sign.
  @SparseDecimal public var verticalVelocity: Double?
  /// The position dilution of precision.
  @SparseDecimal public var positionDilution: Double?
  /// The horizontal dilution of precision.
  @SparseDecimal public var horizontalDilution: Double?
  /// The vertical dilution of precision.
  @SparseDecimal public var verticalDilution: Double?
  /// The time dilution of precision.
  @SparseDecimal public var timeDilution: Double?
  /// The firmware version; newer receivers send the ID of the reference station.
  public var firmwareOrStation = FieldText()

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.integer(&_solution.number, in: 0...255, text)
    fields.integer(&_satellitesUsed, width: 2, text)
    fields.time(&time, text)
    fields.position(&_latitude, &_longitude, text)
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

  /// The type of a solution.
  ///
  /// Unlisted numbers keep their value.
  public struct Solution: RawRepresentable, Sendable, Hashable {
    public var rawValue: UInt8
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
