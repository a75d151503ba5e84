/// Tells a MediaTek receiver to keep everything and start again.
///
/// ```
/// $PMTK101*hh
/// $PMTK101*32
/// ```
///
/// Described in MediaTek's "MT3339 PMTK Command Packet", "Packet Type: 101 PMTK_CMD_HOT_START".
public struct PMTK101: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PMTK101"
  /// It has no fields.
  public static let fewestFields = 0

  /// Makes the sentence.
  public init() {}

  /// Visits nothing: there are no fields.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {}
}
