/// Tells a CASIC receiver how much time to leave between fixes.
///
/// ```
///         1
///         |
/// $PCAS02,xxxx*hh
/// $PCAS02,200*1D
/// ```
///
/// Described in "Multimode Satellite Navigation Receiver: CASIC Protocol Specification", "CAS02".
public struct PCAS02: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PCAS02"
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
