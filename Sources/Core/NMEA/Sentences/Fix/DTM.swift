/// The datum that positions refer to.
///
/// ```
///        1   2 3   4 5   6 7   8
///        |   | |   | |   | |   |
/// $--DTM,ccc,a,x.x,a,x.x,a,x.x,ccc*hh
/// $GPDTM,W84,,0.0,N,0.0,E,0.0,W84*6F
/// ```
///
/// Some receivers stop after the second field, which then contains a `C`.
/// The offsets lead from the reference datum to the local one.
/// Described at <https://gpsd.io/NMEA.html#_dtm_datum_reference>.
public struct DTM: TalkerContent {
  public static var form: SentenceForm { SentenceForm("DTM", fewestFields: 2) }
  public var talker: Talker
  public init(talker: Talker) { self.talker = talker }

  /// The local datum: `W84` is WGS 84, `999` is user-defined.
  public var datum = FieldText()
  /// A subdivision of the local datum; usually empty.
  public var subdivision = FieldText()
  /// The offset of the latitude in degrees, north positive.
  @SparseDecimal public var latitudeOffset: Double?
  /// The offset of the longitude in degrees, east positive.
  @SparseDecimal public var longitudeOffset: Double?
  /// The offset of the altitude in meters.
  @SparseDecimal public var altitudeOffset: Double?
  /// The reference datum, usually `W84`.
  public var reference = FieldText()

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.text(&datum, text)
    fields.text(&subdivision, text)
    // The offsets are in minutes of arc.
    fields.signed(
      &_latitudeOffset, positive: UInt8(ascii: "N"), negative: UInt8(ascii: "S"),
      scale: 1.0 / 60, places: 6, text
    )
    fields.signed(
      &_longitudeOffset, positive: UInt8(ascii: "E"), negative: UInt8(ascii: "W"),
      scale: 1.0 / 60, places: 6, text
    )
    fields.decimal(&_altitudeOffset, places: 3, text)
    fields.text(&reference, text)
  }
}
