/// A MediaTek receiver says who it is when it starts.
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
  /// What the sentence begins with.
  public static let tag: StaticString = "PMTK011"
  /// Fewer fields than this, and the sentence is refused.
  public static let fewestFields = 1

  /// The text, as `MTKGPS`.
  public var message = FieldText()

  /// Makes a sentence that says nothing yet.
  public init() {}

  /// Leads a visitor over the fields, in their order.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.text(&message, text)
  }
}
