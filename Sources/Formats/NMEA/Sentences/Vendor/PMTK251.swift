/// Tells a MediaTek receiver how fast to speak.
///
/// ```
///          1
///          |
/// $PMTK251,x…x*hh
/// $PMTK251,115200*1F
/// ```
///
/// Described in MediaTek's "MT3339 PMTK Command Packet", "Packet Type: 251 PMTK_SET_NMEA_BAUDRATE".
public struct PMTK251: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PMTK251"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 1

  /// Bits per second; 0 is the rate that the receiver was built for.
  @SparseInteger<Int32> public var baudRate: Int?

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.integer(&_baudRate, text)
  }
}
