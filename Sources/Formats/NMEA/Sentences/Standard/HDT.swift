/// The true heading: where the bow points, seen from true north.
///
/// ```
///        1   2
///        |   |
/// $--HDT,x.x,T*hh
/// $GPHDT,274.07,T*03
/// ```
///
/// Described at <https://gpsd.io/NMEA.html#_hdt_heading_true>.
public struct HDT: TalkerContent {
  /// The three letters behind the talker.
  public static let formatter: StaticString = "HDT"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 2
  /// The talker, the two letters in front of the formatter.
  public var talker: Talker

  /// Heading in degrees from true north.
  @SparseDecimal public var heading: Double?

  /// Makes a sentence with all fields empty.
  public init(talker: Talker) { self.talker = talker }

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.course(&_heading, places: 3, text)
    fields.unit(UInt8(ascii: "T"), text)
  }
}
