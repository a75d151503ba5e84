/// Asks a MediaTek receiver for its firmware; it answers with PMTK705.
///
/// ```
/// $PMTK605*hh
/// $PMTK605*31
/// ```
///
/// Described in MediaTek's "MT3339 PMTK Command Packet", "Packet Type: 605 PMTK_Q_RELEASE".
public struct PMTK605: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PMTK605"
  /// It has no fields.
  public static let fewestFields = 0

  /// Makes the sentence.
  public init() {}

  /// Visits nothing: there are no fields.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {}
}
