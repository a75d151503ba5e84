// Garmin's reports of a fix: the whole of it, and what the standard sentences leave out.

/// Garmin's whole fix in one sentence.
///
/// ```
///        1    2      3      4      5  6         7 8          9 10 11 12  13  14 15
///        |    |      |      |      |  |         | |          | |  |  |   |   |  |
/// $PGRMF,xxxx,xxxxxx,ddmmyy,hhmmss,xx,ddmm.mmmm,a,dddmm.mmmm,a,a ,x ,xxx,xxx,x ,x *hh
/// $PGRMF,290,293895,160305,093802,13,5213.1439,N,02100.6511,E,A,2,0,226,2,1*11
/// ```
///
/// Described in "Garmin Proprietary NMEA 0183 Sentences", 190-00684-00.
public struct PGRMF: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PGRMF"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 13

  /// Week of GPS; it starts over every 1024 weeks.
  @SparseInteger<Int16> public var week: Int?
  /// Seconds since the beginning of the week, in GPS time.
  @SparseInteger<Int32> public var secondsOfWeek: Int?
  /// Date of the fix, UTC.
  public var date: DayMonthYear?
  /// Time of the fix, UTC.
  public var time: TimeOfDay?
  /// Seconds between GPS time and UTC.
  @SparseInteger<Int16> public var leapSeconds: Int?
  /// Latitude in degrees, north positive.
  @SparseDecimal public var latitude: Double?
  /// Longitude in degrees, east positive.
  @SparseDecimal public var longitude: Double?
  /// The way in which the receiver chooses between 2D and 3D.
  public var selection: GSA.Selection?
  /// The kind of fix; 0 is none.
  @SparseInteger<Int16> private var fixCode: Int?
  /// Speed over ground in meters per second; sent in whole kilometers per hour.
  @SparseDecimal public var speed: Double?
  /// Course over ground in degrees from true north; sent in whole degrees.
  @SparseDecimal public var course: Double?
  /// Dilution of precision of the position; sent as a whole number.
  @SparseDecimal public var positionDilution: Double?
  /// Dilution of precision of the time; sent as a whole number.
  @SparseDecimal public var timeDilution: Double?

  /// The kind of fix.
  public var fixType: FixType? {
    get { fixCode.map { FixType(rawValue: UInt8($0)) } }
    set { fixCode = newValue.map { Int($0.rawValue) } }
  }

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.integer(&_week, text)
    fields.integer(&_secondsOfWeek, text)
    fields.date(&date, text)
    fields.time(&time, text)
    fields.integer(&_leapSeconds, text)
    fields.latitude(&_latitude, text)
    fields.longitude(&_longitude, text)
    fields.letter(&selection, text)
    fields.integer(&_fixCode, in: 0...255, text)
    fields.decimal(&_speed, scale: KilometersPerHour.inMetersPerSecond, places: 0, text)
    fields.course(&_course, places: 0, text)
    fields.decimal(&_positionDilution, places: 0, text)
    fields.decimal(&_timeDilution, places: 0, text)
  }
}

extension PGRMF {
  /// The kind of a fix.
  ///
  /// Numbers outside the list keep their value.
  public struct FixType: RawRepresentable, Sendable, Hashable {
    /// The number.
    public var rawValue: UInt8
    /// Makes one of its number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// 0: no fix.
    public static let none = FixType(rawValue: 0)
    /// 1: two-dimensional.
    public static let twoDimensional = FixType(rawValue: 1)
    /// 2: three-dimensional.
    public static let threeDimensional = FixType(rawValue: 2)
  }
}

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

/// The map datum that Garmin uses for its positions.
///
/// ```
///        1
///        |
/// $PGRMM,c…c*hh
/// $PGRMM,WGS 84*06
/// ```
///
/// Described in "Garmin Proprietary NMEA 0183 Sentences", 190-00684-00.
public struct PGRMM: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PGRMM"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 1

  /// The name of the datum, as `WGS 84`.
  public var datum = FieldText()

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.text(&datum, text)
  }
}

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

/// The pressure altitude in whole feet.
///
/// ```
///        1   2 3
///        |   | |
/// $PGRMZ,x…x,f,x*hh
/// $PGRMZ,246,f,3*1B
/// ```
///
/// Flight instruments and collision warners send it from their barometer, some with a capital `F`. It differs from the
/// height above mean sea level by what the weather does to the pressure: 100 m are usual.
///
/// Described in "Garmin Proprietary NMEA 0183 Sentences", 190-00684-00.
public struct PGRMZ: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PGRMZ"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 2

  /// Meters of pressure altitude; sent in whole feet.
  @SparseDecimal public var altitude: Double?
  /// The dimensions of the fix; many instruments always send the same number.
  @SparseInteger<Int16> public var dimensions: Int?

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.decimal(&_altitude, scale: Feet.inMeters, places: 0, text)
    fields.unit(UInt8(ascii: "f"), or: UInt8(ascii: "F"), text)
    fields.integer(&_dimensions, text)
  }
}
