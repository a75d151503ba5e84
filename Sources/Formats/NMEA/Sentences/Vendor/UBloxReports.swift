// Reports of u-blox receivers in sentences of their own, which share one tag and have a number in field 1.

/// Everything about the fix in one sentence of u-blox: position, speed, accuracy.
///
/// ```
///         1  2         3          4 5           6 7       8  9    10   11    12     13     14 15   16   17   18 19 20
///         |  |         |          | |           | |       |  |    |    |     |      |      |  |    |    |    |  |  |
/// $PUBX,00,hhmmss.ss,ddmm.mmmmm,a,dddmm.mmmmm,a,x.xxx,cc,x.xx,x.xx,x.xxx,xxx.xx,x.xxx,xx,x.xx,x.xx,x.xx,xx,xx,xx*hh
/// $PUBX,00,081350.00,4717.113210,N,00833.915187,E,546.589,G3,2.1,2.0,0.007,77.52,0.007,,0.92,1.19,0.77,9,0,0*5F
/// ```
///
/// Described in u-blox's receiver descriptions, "UBX,00 Lat/Long Position Data".
public struct PUBX00: VendorContent {
  /// The tag behind the `$`, with the field that is always the same.
  public static let tag: StaticString = "PUBX,00"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 18

  /// Time of the fix, UTC.
  public var time: TimeOfDay?
  /// Latitude in degrees, north positive.
  @SparseDecimal public var latitude: Double?
  /// Longitude in degrees, east positive.
  @SparseDecimal public var longitude: Double?
  /// Meters above the ellipsoid.
  @SparseDecimal public var ellipsoidalAltitude: Double?
  /// `NF`, `DR`, `G2`, `G3`, `D2`, `D3`, `RK` or `TT`.
  public var navigationStatus = FieldText()
  /// Horizontal accuracy estimate, meters, one standard deviation.
  @SparseDecimal public var horizontalAccuracy: Double?
  /// Vertical accuracy estimate, meters, one standard deviation.
  @SparseDecimal public var verticalAccuracy: Double?
  /// Speed over ground in meters per second.
  @SparseDecimal public var speed: Double?
  /// Course over ground in degrees from true north.
  @SparseDecimal public var course: Double?
  /// Meters per second, down positive, as the receiver says it.
  @SparseDecimal public var verticalVelocity: Double?
  /// Seconds since the last differential correction.
  @SparseDecimal public var differentialAge: Double?
  /// Dilution of precision, horizontal.
  @SparseDecimal public var horizontalDilution: Double?
  /// Dilution of precision, vertical.
  @SparseDecimal public var verticalDilution: Double?
  /// Dilution of precision of the time.
  @SparseDecimal public var timeDilution: Double?
  /// Satellites in use.
  @SparseInteger<Int16> public var satellitesUsed: Int?
  /// Always zero.
  @SparseInteger<Int16> public var reserved: Int?
  /// Whether dead reckoning is used.
  @SparseInteger<Int16> public var deadReckoning: Int?

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.time(&time, text)
    fields.latitude(&_latitude, text)
    fields.longitude(&_longitude, text)
    fields.decimal(&_ellipsoidalAltitude, places: 3, text)
    fields.text(&navigationStatus, text)
    fields.decimal(&_horizontalAccuracy, places: 2, text)
    fields.decimal(&_verticalAccuracy, places: 2, text)
    fields.decimal(&_speed, scale: KilometersPerHour.inMetersPerSecond, places: 3, text)
    fields.course(&_course, places: 2, text)
    fields.decimal(&_verticalVelocity, places: 3, text)
    fields.decimal(&_differentialAge, text)
    fields.decimal(&_horizontalDilution, places: 2, text)
    fields.decimal(&_verticalDilution, places: 2, text)
    fields.decimal(&_timeDilution, places: 2, text)
    fields.integer(&_satellitesUsed, text)
    fields.integer(&_reserved, text)
    fields.integer(&_deadReckoning, text)
  }
}

/// The satellites as u-blox sees them: where each stands, how well it is heard, whether it is used.
///
/// ```
///       1  2  3  4 5   6  7  8
///       |  |  |  | |   |  |  |
/// $PUBX,03,xx,xx,a,xxx,xx,xx,xxx,…*hh
/// $PUBX,03,4,5,U,063,15,18,000,12,U,100,36,40,064,14,-,257,05,,000,18,-,219,67,20,000*14
/// ```
///
/// Fields 3 to 8 come again for each satellite.
///
/// Described in u-blox's receiver descriptions, "UBX,03 Satellite Status".
public struct PUBX03: VendorContent {
  /// The tag behind the `$`, with the field that is always the same.
  public static let tag: StaticString = "PUBX,03"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 1

  /// The satellites, any number of them.
  ///
  /// Their count is written in front of them; when reading, what is there counts, not what is announced.
  public var satellites: [Satellite] = []

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    var count = SparseInteger<Int16>(wrappedValue: satellites.count)
    fields.integer(&count, width: 2, text)
    if let remaining = fields.remaining {
      satellites = [Satellite](repeating: Satellite(), count: max(0, remaining / 6))
    }
    for index in satellites.indices { satellites[index].walk(&fields, text) }
  }
}

extension PUBX03 {
  /// One satellite.
  public struct Satellite: Sendable, Hashable {
    /// The number, as u-blox counts.
    @SparseInteger<Int16> public var number: Int?
    /// Whether it is used.
    public var usage: Usage?
    /// Degrees from true north.
    @SparseInteger<Int16> public var azimuth: Int?
    /// Degrees above the horizon.
    @SparseInteger<Int16> public var elevation: Int?
    /// Carrier to noise density in dB-Hz; nil where the satellite is known but not heard.
    @SparseInteger<Int16> public var signalToNoise: Int?
    /// Seconds for which the carrier has been locked, up to 64.
    @SparseInteger<Int16> public var lockTime: Int?

    /// Makes a satellite without any value.
    public init() {}

    mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
      fields.integer(&_number, width: 2, text)
      fields.letter(&usage, text)
      fields.integer(&_azimuth, in: 0...360, width: 3, text)
      fields.integer(&_elevation, in: -90...90, width: 2, text)
      fields.integer(&_signalToNoise, width: 2, text)
      fields.integer(&_lockTime, width: 3, text)
    }
  }
}

extension PUBX03 {
  /// Whether a satellite is used.
  ///
  /// Letters outside the list keep their value.
  public struct Usage: RawRepresentable, Sendable, Hashable {
    /// The letter.
    public var rawValue: UInt8
    /// Makes one of its letter.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// `-`: not used.
    public static let unused = Usage(rawValue: UInt8(ascii: "-"))
    /// `U`: used for the fix.
    public static let used = Usage(rawValue: UInt8(ascii: "U"))
    /// `e`: its ephemeris is known, but it is not used.
    public static let usable = Usage(rawValue: UInt8(ascii: "e"))
  }
}

/// The time, and the receiver's own clock beside it.
///
/// ```
///       1  2         3      4         5    6   7   8       9
///       |  |         |      |         |    |   |   |       |
/// $PUBX,04,hhmmss.ss,ddmmyy,xxxxxx.xx,xxxx,xxx,x…x,x…x.xxx,xx*hh
/// $PUBX,04,202604.00,150824,419164.00,2327,18,-672045,-11949.632,21*11
/// ```
///
/// Described in u-blox's receiver descriptions, "UBX,04 Time of Day".
public struct PUBX04: VendorContent {
  /// The tag behind the `$`, with the field that is always the same.
  public static let tag: StaticString = "PUBX,04"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 8

  /// Time of day, UTC.
  public var time: TimeOfDay?
  /// The date, UTC.
  public var date: DayMonthYear?
  /// Seconds since the beginning of the UTC week.
  @SparseDecimal public var secondsOfWeek: Double?
  /// The week, counted from January 1980.
  @SparseInteger<Int16> public var week: Int?
  /// The leap seconds as they were sent, with a `D` behind an unconfirmed number.
  var leapSecondsText = FieldText()
  /// Seconds by which the receiver's clock is off.
  @SparseDecimal public var clockBias: Double?
  /// Seconds that the receiver's clock loses or wins in a second.
  @SparseDecimal public var clockDrift: Double?
  /// The step of the time pulse, in seconds.
  @SparseDecimal public var timePulseGranularity: Double?

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.time(&time, text)
    fields.date(&date, text)
    fields.decimal(&_secondsOfWeek, places: 3, text)
    fields.integer(&_week, text)
    fields.text(&leapSecondsText, text)
    fields.decimal(&_clockBias, scale: Nanoseconds.inSeconds, places: 0, text)
    fields.decimal(&_clockDrift, scale: Nanoseconds.inSeconds, places: 3, text)
    fields.decimal(&_timePulseGranularity, scale: Nanoseconds.inSeconds, places: 0, text)
  }
}

extension PUBX04 {
  /// Seconds between GPS time and UTC; nil where the field is no number.
  public var leapSeconds: Int? {
    get {
      let bytes = leapSecondsText.bytes
      let end = bytes.count - (leapSecondsAreDefault ? 1 : 0)
      guard case .success(let seconds) = FieldParsing.integer(bytes.span, 0, end, in: 0...999)
      else { return nil }
      return seconds.map { Int($0) }
    }
    set {
      let mark = leapSecondsAreDefault ? [UInt8(ascii: "D")] : []
      leapSecondsText.bytes = newValue.map { DecimalText.integer($0, width: 1) + mark } ?? mark
    }
  }

  /// Whether the leap seconds are those the firmware was built with, and no satellite has confirmed them yet.
  public var leapSecondsAreDefault: Bool {
    get { leapSecondsText.bytes.last == UInt8(ascii: "D") }
    set {
      guard newValue != leapSecondsAreDefault else { return }
      leapSecondsText.bytes =
        newValue ? leapSecondsText.bytes + [UInt8(ascii: "D")] : leapSecondsText.bytes.dropLast()
    }
  }
}
