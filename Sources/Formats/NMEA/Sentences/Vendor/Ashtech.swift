// Ashtech's sentences, which share one tag: the attitude has a time in field 1, every other one a name.

/// How a vessel or vehicle lies in the water or on the road: heading, roll, pitch, heave.
///
/// ```
///        1          2      3 4     5     6    7     8     9     10 11
///        |          |      | |     |     |    |     |     |     |  |
/// $PASHR,hhmmss.sss,xxx.xx,T,xx.xx,xx.xx,x.xx,x.xxx,x.xxx,x.xxx,x ,x *hh
/// $PASHR,204132.000,010.51,T,+00.39,-00.79,-00.84,0.151,0.075,0.555,1,0*03
/// ```
///
/// Ashtech has many other sentences of this tag, with a name in field 1 where this one has the time.
///
/// Described in the manuals of inertial systems that copy Ashtech's sentence, as "PASHR attitude".
public struct PASHR: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PASHR"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 10

  /// Time of the measurement, UTC.
  public var time: TimeOfDay?
  /// Heading in degrees from true north.
  @SparseDecimal public var heading: Double?
  /// Roll in degrees.
  @SparseDecimal public var roll: Double?
  /// Pitch in degrees, bow up positive.
  @SparseDecimal public var pitch: Double?
  /// Heave in meters.
  @SparseDecimal public var heave: Double?
  /// Standard deviation of the roll, degrees.
  @SparseDecimal public var rollAccuracy: Double?
  /// Standard deviation of the pitch, degrees.
  @SparseDecimal public var pitchAccuracy: Double?
  /// Standard deviation of the heading, degrees.
  @SparseDecimal public var headingAccuracy: Double?
  /// How the position behind it was found; 0 is not at all.
  @SparseInteger<Int16> private var qualityCode: Int?
  /// How the inertial unit is; 0 is well.
  @SparseInteger<Int16> public var inertialStatus: Int?

  /// How the position behind it was found.
  public var quality: Quality? {
    get { qualityCode.map { Quality(rawValue: UInt8($0)) } }
    set { qualityCode = newValue.map { Int($0.rawValue) } }
  }

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.time(&time, text)
    fields.course(&_heading, places: 2, text)
    fields.unit(UInt8(ascii: "T"), text)
    fields.decimal(&_roll, places: 2, text)
    fields.decimal(&_pitch, places: 2, text)
    fields.decimal(&_heave, places: 2, text)
    fields.decimal(&_rollAccuracy, places: 3, text)
    fields.decimal(&_pitchAccuracy, places: 3, text)
    fields.decimal(&_headingAccuracy, places: 3, text)
    fields.integer(&_qualityCode, in: 0...255, text)
    fields.integer(&_inertialStatus, text)
  }
}

extension PASHR {
  /// Whether a sentence of this tag is the attitude: in place of a name there is a time, or nothing.
  static func isAttitude(_ body: Span<UInt8>) -> Bool {
    let place = tag.utf8CodeUnitCount + 1
    guard Ascii.hasTag(body, tag), place < body.count else { return false }
    return body[place] == UInt8(ascii: ",") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= body[place]
  }
}

extension PASHR {
  /// How the position behind an attitude was found.
  ///
  /// Numbers outside the list keep their value.
  public struct Quality: RawRepresentable, Sendable, Hashable {
    /// The number.
    public var rawValue: UInt8
    /// Makes one of its number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// 0: no position.
    public static let none = Quality(rawValue: 0)
    /// 1: every position that is not fixed by RTK.
    public static let single = Quality(rawValue: 1)
    /// 2: RTK, fixed.
    public static let rtkFixed = Quality(rawValue: 2)
  }
}

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
