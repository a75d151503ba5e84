/// Tells a MediaTek receiver to forget all that and its configuration as well, and start again.
///
/// ```
/// $PMTK104*hh
/// $PMTK104*37
/// ```
///
/// Described in MediaTek's "MT3339 PMTK Command Packet", "Packet Type: 104 PMTK_CMD_FULL_COLD_START".
public struct PMTK104: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PMTK104"
  /// It has no fields.
  public static let fewestFields = 0

  /// Makes the sentence.
  public init() {}

  /// Visits nothing: there are no fields.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {}
}
