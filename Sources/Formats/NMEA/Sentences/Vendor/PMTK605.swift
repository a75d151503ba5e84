/// Asks a MediaTek receiver for its firmware; it answers with PMTK705.
///
/// ```
/// $PMTK605*hh
/// $PMTK605*31
/// ```
///
/// Described in MediaTek's "MT3339 PMTK Command Packet", "Packet Type: 605 PMTK_Q_RELEASE".
public struct PMTK605: VendorContent {
  /// What the sentence begins with.
  public static let tag: StaticString = "PMTK605"
  /// It has no fields.
  public static let fewestFields = 0

  /// Makes the sentence.
  public init() {}

  /// There is nothing to lead a visitor over.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {}
}
