/// What a compass reads, and what is known of its errors.
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
  /// Fewer fields than this, and the sentence is refused.
  public static let fewestFields = 5
  /// Who speaks.
  public var talker: Talker

  /// What the compass reads, degrees.
  @SparseDecimal public var reading: Double?
  /// Magnetic deviation, the fault of the ship, in degrees, east positive.
  @SparseDecimal public var deviation: Double?
  /// Magnetic variation, the fault of the place, in degrees, east positive.
  @SparseDecimal public var variation: Double?

  /// Makes a sentence that says nothing yet.
  public init(talker: Talker) { self.talker = talker }

  /// Leads a visitor over the fields, in their order.
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
