/// A MediaTek receiver gives its name when it starts.
///
/// ```
///          1
///          |
/// $PMTK011,c…c*hh
/// $PMTK011,MTKGPS*08
/// ```
///
/// Described in MediaTek's "MT3339 PMTK Command Packet", "Packet Type: 011 PMTK_TXT_MSG".
public struct PMTK011: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PMTK011"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 1

  /// The text, as `MTKGPS`.
  public var message = FieldText()

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.text(&message, text)
  }
}
