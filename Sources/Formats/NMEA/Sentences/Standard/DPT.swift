/// How deep the water is, and where the transducer sits.
///
/// ```
///        1   2   3
///        |   |   |
/// $--DPT,x.x,x.x,x.x*hh
/// $INDPT,2.3,0.0*46
/// ```
///
/// Field 3 came with NMEA 3.0.
/// Described at <https://gpsd.io/NMEA.html#_dpt_depth_of_water>.
public struct DPT: TalkerContent {
  /// The three letters behind the talker.
  public static let formatter: StaticString = "DPT"
  /// A sentence with fewer fields is refused; the range scale came with NMEA 3.0.
  public static let fewestFields = 2
  /// The talker, the two letters in front of the formatter.
  public var talker: Talker

  /// Depth below the transducer in meters.
  @SparseDecimal public var depth: Double?
  /// Meters from the transducer: up to the water line positive, down to the keel negative.
  @SparseDecimal public var offset: Double?
  /// The greatest depth that the sounder is set to, meters.
  @SparseDecimal public var rangeScale: Double?

  /// Makes a sentence with all fields empty.
  public init(talker: Talker) { self.talker = talker }

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.decimal(&_depth, places: 3, text)
    fields.decimal(&_offset, places: 3, text)
    if fields.hasMore(since: .v3_0) { fields.decimal(&_rangeScale, places: 3, text) }
  }
}
