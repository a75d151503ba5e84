/// Tells an Airoha receiver how fast to speak on a port, from its next start on.
///
/// ```
///          1 2 3
///          | | |
/// $PAIR864,x,x,x…x*hh
/// $PAIR864,0,0,115200*1B
/// ```
///
/// Described in Quectel's "LC29H&LC79H GNSS Protocol Specification", "PAIR_IO_SET_BAUDRATE".
public struct PAIR864: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PAIR864"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 3

  /// The kind of port; 0 is serial.
  @SparseInteger<Int16> public var portType: Int?
  /// Which port of this kind, from 0.
  @SparseInteger<Int16> public var port: Int?
  /// Bits per second.
  @SparseInteger<Int32> public var baudRate: Int?

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.integer(&_portType, text)
    fields.integer(&_port, text)
    fields.integer(&_baudRate, text)
  }
}
