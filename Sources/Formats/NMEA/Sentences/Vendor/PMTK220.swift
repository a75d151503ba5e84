/// Tells a MediaTek receiver how much time to leave between fixes.
///
/// ```
///          1
///          |
/// $PMTK220,xxxx*hh
/// $PMTK220,1000*1F
/// ```
///
/// Described in MediaTek's "MT3339 PMTK Command Packet", "Packet Type: 220 PMTK_SET_POS_FIX".
public struct PMTK220: VendorContent {
  /// What the sentence begins with.
  public static let tag: StaticString = "PMTK220"
  /// Fewer fields than this, and the sentence is refused.
  public static let fewestFields = 1

  /// Seconds from fix to fix; sent in whole milliseconds.
  @SparseDecimal public var interval: Double?

  /// Makes a sentence that says nothing yet.
  public init() {}

  /// Leads a visitor over the fields, in their order.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.decimal(&_interval, scale: Milliseconds.inSeconds, places: 0, text)
  }
}
