/// The reading of a compass, with its known errors.
///
/// ```
///        1   2   3 4   5
///        |   |   | |   |
/// $--HDG,x.x,x.x,a,x.x,a*hh
/// $HCHDG,98.3,0.0,E,12.6,W*57
/// ```
///
/// Reading plus deviation is the magnetic heading; plus variation, the true one.
/// Described at <https://gpsd.io/NMEA.html#_hdg_heading_deviation_variation>.
public struct HDG: TalkerContent {
  /// The three letters behind the talker.
  public static let formatter: StaticString = "HDG"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 5
  /// The talker, the two letters in front of the formatter.
  public var talker: Talker

  /// The reading of the compass, in degrees.
  @SparseDecimal public var reading: Double?
  /// Magnetic deviation, the fault of the ship, in degrees, east positive.
  @SparseDecimal public var deviation: Double?
  /// Magnetic variation, the fault of the place, in degrees, east positive.
  @SparseDecimal public var variation: Double?

  /// Makes a sentence with all fields empty.
  public init(talker: Talker) { self.talker = talker }

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.course(&_reading, places: 3, text)
    fields.signed(
      &_deviation, positive: UInt8(ascii: "E"), negative: UInt8(ascii: "W"), scale: 1, places: 3, text
    )
    fields.signed(
      &_variation, positive: UInt8(ascii: "E"), negative: UInt8(ascii: "W"), scale: 1, places: 3, text
    )
  }
}
