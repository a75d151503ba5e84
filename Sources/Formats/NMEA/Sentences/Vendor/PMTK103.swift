/// Tells a MediaTek receiver to forget time, position, almanac and ephemerides, and start again.
///
/// ```
/// $PMTK103*hh
/// $PMTK103*30
/// ```
///
/// Described in MediaTek's "MT3339 PMTK Command Packet", "Packet Type: 103 PMTK_CMD_COLD_START".
public struct PMTK103: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PMTK103"
  /// It has no fields.
  public static let fewestFields = 0

  /// Makes the sentence.
  public init() {}

  /// Visits nothing: there are no fields.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {}
}
