/// Tells a CASIC receiver how fast to speak.
///
/// ```
///         1
///         |
/// $PCAS01,x*hh
/// $PCAS01,5*19
/// ```
///
/// Described in "Multimode Satellite Navigation Receiver: CASIC Protocol Specification", "CAS01".
public struct PCAS01: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PCAS01"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 1

  /// The number of the rate: 0 is 4800, 5 is 115 200.
  @SparseInteger<Int16> public var code: Int?

  /// Bits per second; a rate without a number of its own is nil.
  public var baudRate: Int? {
    get { code.flatMap { PCAS01.rates.indices ~= $0 ? PCAS01.rates[$0] : nil } }
    set { code = newValue.flatMap { PCAS01.rates.firstIndex(of: $0) } }
  }

  private static var rates: [Int] { [4800, 9600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800] }

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.integer(&_code, text)
  }
}
