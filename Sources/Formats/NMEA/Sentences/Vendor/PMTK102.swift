/// Tells a MediaTek receiver to forget the ephemerides and start again.
///
/// ```
/// $PMTK102*hh
/// $PMTK102*31
/// ```
///
/// Described in MediaTek's "MT3339 PMTK Command Packet", "Packet Type: 102 PMTK_CMD_WARM_START".
public struct PMTK102: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PMTK102"
  /// It has no fields.
  public static let fewestFields = 0

  /// Makes the sentence.
  public init() {}

  /// Visits nothing: there are no fields.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {}
}
