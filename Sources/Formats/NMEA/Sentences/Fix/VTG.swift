/// Course and speed over ground.
///
/// ```
///        1   2 3   4 5   6 7   8 9
///        |   | |   | |   | |   | |
/// $--VTG,x.x,T,x.x,M,x.x,N,x.x,K,m*hh
/// $GPVTG,054.7,T,034.4,M,005.5,N,010.2,K*48
/// ```
///
/// Very old receivers send four fields without the letters: true course, magnetic course, knots, km/h.
/// Described at <https://gpsd.io/NMEA.html#_vtg_track_made_good_and_ground_speed>.
public struct VTG: TalkerContent {
  /// The three letters behind the talker.
  public static let formatter: StaticString = "VTG"
  /// A sentence with fewer fields is refused; the mode came with NMEA 2.3.
  public static let fewestFields = 4
  /// The talker, the two letters in front of the formatter.
  public var talker: Talker

  /// Course over ground in degrees from true north.
  @SparseDecimal public var course: Double?
  /// Course over ground in degrees from magnetic north.
  @SparseDecimal public var magneticCourse: Double?
  /// Speed over ground in meters per second, as the field in knots says it.
  @SparseDecimal public var speed: Double?
  /// Speed over ground in meters per second, as the field in kilometers per hour says it.
  @SparseDecimal public var speedFromKilometers: Double?
  /// How the position was found.
  public var mode: ModeIndicator?

  /// Makes a sentence with all fields empty.
  public init(talker: Talker) { self.talker = talker }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    if let remaining = fields.remaining, remaining == 4 {
      return walkOldForm(&fields, text)
    }
    fields.course(&_course, places: 2, text)
    fields.unit(UInt8(ascii: "T"), text)
    fields.course(&_magneticCourse, places: 2, text)
    fields.unit(UInt8(ascii: "M"), text)
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
