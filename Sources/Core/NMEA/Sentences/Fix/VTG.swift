/// The course and speed over ground.
///
/// ```
///        1   2 3   4 5   6 7   8 9
///        |   | |   | |   | |   | |
/// $--VTG,x.x,T,x.x,M,x.x,N,x.x,K,m*hh
/// $GPVTG,054.7,T,034.4,M,005.5,N,010.2,K*48
/// ```
///
/// Very old receivers send four fields without letters: true course, magnetic course, knots, km/h.
/// Described at <https://gpsd.io/NMEA.html#_vtg_track_made_good_and_ground_speed>.
public struct VTG: TalkerContent {
  /// The form of a valid sentence; the mode came with NMEA 2.3.
  public static var form: SentenceForm { SentenceForm("VTG", fewestFields: 4) }
  public var talker: Talker
  public init(talker: Talker) { self.talker = talker }

  /// The course over ground in degrees from true north.
  @SparseDecimal public var course: Double?
  /// The course over ground in degrees from magnetic north.
  @SparseDecimal public var magneticCourse: Double?
  /// The speed over ground in meters per second, from the field in knots.
  @SparseDecimal public var speed: Double?
  /// The speed over ground in meters per second, from the field in kilometers per hour.
  @SparseDecimal public var speedFromKilometers: Double?
  /// The positioning mode.
  public var mode: ModeIndicator?

  @inline(__always)
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    if let remaining = fields.remaining, remaining == 4 { return walkOldForm(&fields, text) }
    fields.course(&_course, places: 2, from: UInt8(ascii: "T"), text)
    fields.course(&_magneticCourse, places: 2, from: UInt8(ascii: "M"), text)
    fields.decimal(&_speed, scale: Knots.inMetersPerSecond, places: 3, text)
    fields.unit(UInt8(ascii: "N"), text)
    fields.decimal(&_speedFromKilometers, scale: KilometersPerHour.inMetersPerSecond, places: 3, text)
    fields.unit(UInt8(ascii: "K"), text)
    if fields.hasMore(since: .v2_3) { fields.letter(&mode, text) }
  }

  private mutating func walkOldForm(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.course(&_course, places: 2, text)
    fields.course(&_magneticCourse, places: 2, text)
    fields.decimal(&_speed, scale: Knots.inMetersPerSecond, places: 3, text)
    fields.decimal(&_speedFromKilometers, scale: KilometersPerHour.inMetersPerSecond, places: 3, text)
  }
}
