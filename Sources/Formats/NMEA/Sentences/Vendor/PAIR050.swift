/// Tells an Airoha receiver how much time to leave between fixes.
///
/// ```
///          1
///          |
/// $PAIR050,xxxx*hh
/// $PAIR050,200*21
/// ```
///
/// Described in Quectel's "LC29H&LC79H GNSS Protocol Specification", "PAIR_COMMON_SET_FIX_RATE".
public struct PAIR050: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PAIR050"
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
