/// How fast the bow turns.
///
/// ```
///        1   2
///        |   |
/// $--ROT,x.x,A*hh
/// $APROT,-0.007,A*1D
/// ```
///
/// Described at <https://gpsd.io/NMEA.html#_rot_rate_of_turn>.
public struct ROT: TalkerContent {
  /// The three letters behind the talker.
  public static let formatter: StaticString = "ROT"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 2
  /// The talker, the two letters in front of the formatter.
  public var talker: Talker

  /// Rate of turn in degrees per minute, to starboard positive.
  @SparseDecimal public var rate: Double?
  /// Whether the sensor vouches for the rate.
  public var status: Status?

  /// Makes a sentence with all fields empty.
  public init(talker: Talker) { self.talker = talker }

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.decimal(&_rate, places: 3, text)
    fields.letter(&status, text)
  }
}
