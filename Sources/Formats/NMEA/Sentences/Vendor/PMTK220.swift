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
  /// The tag behind the `$`.
  public static let tag: StaticString = "PMTK220"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 1

  /// Seconds from fix to fix; sent in whole milliseconds.
  @SparseDecimal public var interval: Double?

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.decimal(&_interval, scale: Milliseconds.inSeconds, places: 0, text)
  }
}
