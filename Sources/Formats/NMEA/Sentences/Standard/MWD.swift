/// The wind, seen from the ground.
///
/// ```
///        1   2 3   4 5   6 7   8
///        |   | |   | |   | |   |
/// $--MWD,x.x,T,x.x,M,x.x,N,x.x,M*hh
/// $WIMWD,327.5,T,326.1,M,11.4,N,5.9,M*67
/// ```
///
/// Described at <http://www.nuovamarea.net/blog/wimwd>.
public struct MWD: TalkerContent {
  /// The three letters behind the talker.
  public static let formatter: StaticString = "MWD"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 8
  /// The talker, the two letters in front of the formatter.
  public var talker: Talker

  /// The direction the wind comes from, degrees from true north.
  @SparseDecimal public var direction: Double?
  /// The direction the wind comes from, degrees from magnetic north.
  @SparseDecimal public var magneticDirection: Double?
  /// Wind speed in meters per second, as the field in knots says it.
  @SparseDecimal public var speedFromKnots: Double?
  /// Wind speed in meters per second, as the field in meters per second says it.
  @SparseDecimal public var speed: Double?

  /// Makes a sentence with all fields empty.
  public init(talker: Talker) { self.talker = talker }

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.course(&_direction, places: 2, text)
    fields.unit(UInt8(ascii: "T"), text)
    fields.course(&_magneticDirection, places: 2, text)
    fields.unit(UInt8(ascii: "M"), text)
    fields.decimal(&_speedFromKnots, scale: Knots.inMetersPerSecond, places: 3, text)
    fields.unit(UInt8(ascii: "N"), text)
    fields.decimal(&_speed, places: 3, text)
    fields.unit(UInt8(ascii: "M"), text)
  }
}
