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
  /// What the sentence begins with.
  public static let tag: StaticString = "PCAS02"
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
