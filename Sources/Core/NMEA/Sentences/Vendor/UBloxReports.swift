// Proprietary reports of u-blox receivers, which share a tag and have a number in field 1.

/// u-blox: the complete fix in one sentence, with position, speed and accuracy.
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
  public static var form: SentenceForm { SentenceForm("PUBX,00", fewestFields: 18) }
  public init() {}

  /// The UTC time of the fix.
  public var time: TimeOfDay?
  /// The latitude in degrees, north positive.
  @SparseDecimal public var latitude: Double?
  /// The longitude in degrees, east positive.
  @SparseDecimal public var longitude: Double?
  /// The height above the ellipsoid in meters.
  @SparseDecimal public var ellipsoidalAltitude: Double?
  /// The navigation status: `NF`, `DR`, `G2`, `G3`, `D2`, `D3`, `RK` or `TT`.
  public var navigationStatus = FieldText()
  /// The horizontal accuracy in meters, one standard deviation.
  @SparseDecimal public var horizontalAccuracy: Double?
  /// The vertical accuracy in meters, one standard deviation.
  @SparseDecimal public var verticalAccuracy: Double?
  /// The speed over ground in meters per second.
  @SparseDecimal public var speed: Double?
  /// The course over ground in degrees from true north.
  @SparseDecimal public var course: Double?
  /// The vertical velocity in meters per second, down positive.
  @SparseDecimal public var verticalVelocity: Double?
  /// The age of differential corrections in seconds.
  @SparseDecimal public var differentialAge: Double?
  /// The horizontal dilution of precision.
  @SparseDecimal public var horizontalDilution: Double?
  /// The vertical dilution of precision.
  @SparseDecimal public var verticalDilution: Double?
  /// The time dilution of precision.
  @SparseDecimal public var timeDilution: Double?
  /// The number of satellites in use.
  @SparseInteger<Int16> public var satellitesUsed: Int?
  /// Always zero.
  @SparseInteger<Int16> public var reserved: Int?
  /// 1 if dead reckoning is used, otherwise 0.
  @SparseInteger<Int16> public var deadReckoning: Int?

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.time(&time, text)
    fields.position(&_latitude, &_longitude, text)
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

/// u-blox: the satellites, with direction, signal strength and use in the fix.
///
/// ```
///       1  2  3  4 5   6  7  8
///       |  |  |  | |   |  |  |
/// $PUBX,03,xx,xx,a,xxx,xx,xx,xxx,…*hh
/// $PUBX,03,4,5,U,063,15,18,000,12,U,100,36,40,064,14,-,257,05,,000,18,-,219,67,20,000*14
/// ```
///
/// Fields 3 to 8 are repeated for each satellite.
///
/// Described in u-blox's receiver descriptions, "UBX,03 Satellite Status".
public struct PUBX03: VendorContent {
  public static var form: SentenceForm { SentenceForm("PUBX,03", fewestFields: 1) }
  public init() {}

  /// Any number of satellites.
  ///
  /// Writing puts their count before them; reading ignores the count and uses the number of fields.
  public var satellites: [Satellite] = []

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    var count = SparseInteger<Int16>(wrappedValue: satellites.count)
    fields.integer(&count, width: 2, text)
    if let remaining = fields.remaining {
      satellites = [Satellite](repeating: Satellite(), count: max(0, remaining / 6))
    }
    for index in satellites.indices { satellites[index].walk(&fields, text) }
  }

  /// One satellite.
  public struct Satellite: Sendable, Hashable {
    /// The satellite's number, with u-blox's numbering.
    @SparseInteger<Int16> public var number: Int?
    /// Whether the satellite is used.
    public var usage: Usage?
    /// The azimuth in degrees from true north.
    @SparseInteger<Int16> public var azimuth: Int?
    /// The elevation in degrees.
    @SparseInteger<Int16> public var elevation: Int?
    /// The carrier-to-noise density in dB-Hz; nil without a signal.
    @SparseInteger<Int16> public var signalToNoise: Int?
    /// The carrier lock time in seconds, at most 64.
    @SparseInteger<Int16> public var lockTime: Int?

    /// Makes a satellite without values.
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

  /// Whether a satellite is used.
  ///
  /// Unlisted letters keep their value.
  public struct Usage: RawRepresentable, Sendable, Hashable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// `-`: not used.
    public static let unused = Usage(rawValue: UInt8(ascii: "-"))
    /// `U`: used in the fix.
    public static let used = Usage(rawValue: UInt8(ascii: "U"))
    /// `e`: not used, but its ephemeris is available.
    public static let usable = Usage(rawValue: UInt8(ascii: "e"))
  }
}

/// u-blox: the time, and the state of the receiver's clock.
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
  public static var form: SentenceForm { SentenceForm("PUBX,04", fewestFields: 8) }
  public init() {}

  /// The UTC time of day.
  public var time: TimeOfDay?
  /// The UTC date.
  public var date: DayMonthYear?
  /// The seconds since the start of the UTC week.
  @SparseDecimal public var secondsOfWeek: Double?
  /// The week, counted from January 1980.
  @SparseInteger<Int16> public var week: Int?
  /// The leap seconds as sent, followed by a `D` if unconfirmed.
  var leapSecondsText = FieldText()
  /// The clock bias in seconds.
  @SparseDecimal public var clockBias: Double?
  /// The clock drift in seconds per second.
  @SparseDecimal public var clockDrift: Double?
  /// The granularity of the time pulse in seconds.
  @SparseDecimal public var timePulseGranularity: Double?

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

  /// The offset between GPS time and UTC in seconds; nil if the field is not a number.
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

  /// Whether the leap seconds are the firmware's default, not yet confirmed by a satellite.
  public var leapSecondsAreDefault: Bool {
    get { leapSecondsText.bytes.last == UInt8(ascii: "D") }
    set {
      guard newValue != leapSecondsAreDefault else { return }
      leapSecondsText.bytes =
        newValue ? leapSecondsText.bytes + [UInt8(ascii: "D")] : leapSecondsText.bytes.dropLast()
    }
  }
}
