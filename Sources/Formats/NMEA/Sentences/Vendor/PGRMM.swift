/// The map datum that Garmin uses for its positions.
///
/// ```
///        1
///        |
/// $PGRMM,c…c*hh
/// $PGRMM,WGS 84*06
/// ```
///
/// Described in "Garmin Proprietary NMEA 0183 Sentences", 190-00684-00.
public struct PGRMM: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PGRMM"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 1

  /// The name of the datum, as `WGS 84`.
  public var datum = FieldText()

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.text(&datum, text)
  }
}
