/// Speed through the water and over ground, along the ship and across it.
///
/// ```
///        1   2   3 4   5   6 7   8 9   10
///        |   |   | |   |   | |   | |   |
/// $--VBW,x.x,x.x,A,x.x,x.x,A,x.x,A,x.x,A*hh
/// $IIVBW,11.0,02.0,A,07.0,01.0,A*47
/// ```
///
/// Fields 7 to 10, the stern, came with NMEA 3.0.
/// Described at <https://gpsd.io/NMEA.html#_vbw_dual_groundwater_speed>.
public struct VBW: TalkerContent {
  /// The three letters behind the talker.
  public static let formatter: StaticString = "VBW"
  /// A sentence with fewer fields is refused; the speeds of the stern came with NMEA 3.0.
  public static let fewestFields = 6
  /// The talker, the two letters in front of the formatter.
  public var talker: Talker

  /// Speed through the water in meters per second, ahead positive.
  @SparseDecimal public var waterSpeed: Double?
  /// Speed through the water across the ship in meters per second, to starboard positive.
  @SparseDecimal public var transverseWaterSpeed: Double?
  /// Whether the sensor vouches for the speeds through the water.
  public var waterStatus: Status?
  /// Speed over ground in meters per second, ahead positive.
  @SparseDecimal public var groundSpeed: Double?
  /// Speed over ground across the ship in meters per second, to starboard positive.
  @SparseDecimal public var transverseGroundSpeed: Double?
  /// Whether the sensor vouches for the speeds over ground.
  public var groundStatus: Status?
  /// Speed of the stern through the water across the ship in meters per second, to starboard positive.
  @SparseDecimal public var sternWaterSpeed: Double?
  /// Whether the sensor vouches for the speed of the stern through the water.
  public var sternWaterStatus: Status?
  /// Speed of the stern over ground across the ship in meters per second, to starboard positive.
  @SparseDecimal public var sternGroundSpeed: Double?
  /// Whether the sensor vouches for the speed of the stern over ground.
  public var sternGroundStatus: Status?

  /// Makes a sentence with all fields empty.
  public init(talker: Talker) { self.talker = talker }

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.decimal(&_waterSpeed, scale: Knots.inMetersPerSecond, places: 3, text)
    fields.decimal(&_transverseWaterSpeed, scale: Knots.inMetersPerSecond, places: 3, text)
    fields.letter(&waterStatus, text)
    fields.decimal(&_groundSpeed, scale: Knots.inMetersPerSecond, places: 3, text)
    fields.decimal(&_transverseGroundSpeed, scale: Knots.inMetersPerSecond, places: 3, text)
    fields.letter(&groundStatus, text)
    guard fields.hasMore(since: .v3_0) else { return }
    fields.decimal(&_sternWaterSpeed, scale: Knots.inMetersPerSecond, places: 3, text)
    fields.letter(&sternWaterStatus, text)
    fields.decimal(&_sternGroundSpeed, scale: Knots.inMetersPerSecond, places: 3, text)
    fields.letter(&sternGroundStatus, text)
  }
}
