// The commands of CASIC receivers: speed of the line, pace of the fixes, sentences. They are not answered.

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

/// Tells a CASIC receiver which sentences to send, and how often.
///
/// ```
///         1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18
///         | | | | | | | | | |  |  |  |  |  |  |  |  |
/// $PCAS03,x,x,x,x,x,x,x,x,x,x ,x ,x ,x ,x ,x ,x ,x ,x *hh
/// $PCAS03,1,0,0,0,1,0,0,0,0,0,,,0,0*02
/// ```
///
/// Described in "Multimode Satellite Navigation Receiver: CASIC Protocol Specification", "CAS03".
public struct PCAS03: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PCAS03"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 1

  /// The number of fixes for one sentence, in the order of ``Output``; 0 is never, nil leaves it as it was.
  var rates = SparseIntegers<18>()
  /// Places in the sentence; older receivers know 8 or 14.
  var places = 14

  /// Sends these sentences with every fix, and none of the others that all CASIC receivers know.
  public static func only(_ outputs: [Output]) -> PCAS03 {
    PCAS03 {
      $0.places = 8
      for place in 0..<8 { $0.rates[place] = 0 }
      for output in outputs { $0[output] = 1 }
    }
  }

  /// The number of fixes for one sentence, 0 to 9; 0 is never, nil leaves it as it was.
  public subscript(output: Output) -> Int? {
    get { rates[output.rawValue] }
    set {
      rates[output.rawValue] = newValue
      places = max(places, output.rawValue + 1)
    }
  }

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    if let remaining = fields.remaining { places = min(max(1, remaining), 18) }
    fields.integers(&rates, count: places, width: 1, text)
  }
}

extension PCAS03 {
  /// A sentence, by its place.
  public enum Output: Int, Sendable, Hashable, CaseIterable {
    /// The fix.
    case gga = 0
    /// Position and time.
    case gll = 1
    /// Satellites in use.
    case gsa = 2
    /// Satellites in view.
    case gsv = 3
    /// The recommended minimum.
    case rmc = 4
    /// Course and speed.
    case vtg = 5
    /// Time and date.
    case zda = 6
    /// The state of the antenna, as text.
    case ant = 7
    /// The velocity in space.
    case dhv = 8
    /// Satellites and the local position.
    case lps = 9
    /// Time and leap seconds.
    case utc = 12
    /// Error statistics.
    case gst = 13
    /// Time and its quality.
    case tim = 17
  }
}
