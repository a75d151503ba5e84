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
  /// What the sentence begins with.
  public static let tag: StaticString = "PGRMM"
  /// Fewer fields than this, and the sentence is refused.
  public static let fewestFields = 1

  /// The name of the datum, as `WGS 84`.
  public var datum = FieldText()

  /// Makes a sentence that says nothing yet.
  public init() {}

  /// Leads a visitor over the fields, in their order.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.text(&datum, text)
  }
}
