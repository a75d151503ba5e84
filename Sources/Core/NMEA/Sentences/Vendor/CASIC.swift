// Commands for CASIC receivers: line speed, fix interval and sentence rates. Receivers do not answer them.

/// CASIC: sets the speed of the line.
///
/// ```
///         1
///         |
/// $PCAS01,x*hh
/// $PCAS01,5*19
/// ```
///
/// Described in "Multimode Satellite Navigation Receiver: CASIC Protocol Specification", "CAS01".
package struct PCAS01: VendorContent {
  package static var form: SentenceForm { SentenceForm("PCAS01", fewestFields: 1) }
  package init() {}

  /// The code of the speed: 0 is 4800, 5 is 115 200.
  @SparseInteger<Int16> package var code: Int?

  /// The speed in bits per second; setting a speed without a code sets nil.
  package var baudRate: Int? {
    get { code.flatMap { PCAS01.rates.indices ~= $0 ? PCAS01.rates[$0] : nil } }
    set { code = newValue.flatMap { PCAS01.rates.firstIndex(of: $0) } }
  }

  private static var rates: [Int] { [4800, 9600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800] }

  package mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.integer(&_code, text)
  }
}

/// CASIC: sets the time between fixes.
///
/// ```
///         1
///         |
/// $PCAS02,xxxx*hh
/// $PCAS02,200*1D
/// ```
///
/// Described in "Multimode Satellite Navigation Receiver: CASIC Protocol Specification", "CAS02".
package struct PCAS02: VendorContent {
  package static var form: SentenceForm { SentenceForm("PCAS02", fewestFields: 1) }
  package init() {}

  /// The time between fixes in seconds; sent in whole milliseconds.
  @SparseDecimal package var interval: Double?

  package mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.decimal(&_interval, scale: Milliseconds.inSeconds, places: 0, text)
  }
}

/// CASIC: sets the rates of the sentences.
///
/// ```
///         1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18
///         | | | | | | | | | |  |  |  |  |  |  |  |  |
/// $PCAS03,x,x,x,x,x,x,x,x,x,x ,x ,x ,x ,x ,x ,x ,x ,x *hh
/// $PCAS03,1,0,0,0,1,0,0,0,0,0,,,0,0*02
/// ```
///
/// Described in "Multimode Satellite Navigation Receiver: CASIC Protocol Specification", "CAS03".
package struct PCAS03: VendorContent {
  package static var form: SentenceForm { SentenceForm("PCAS03", fewestFields: 1) }
  package init() {}

  /// The rates in the order of ``Output``: every Nth fix, 0 for never, nil to keep the current rate.
  var rates = SparseIntegers<18>()
  /// The number of fields in the sentence; older receivers support 8 or 14.
  var places = 14

  /// Enables these sentences for every fix, and disables all others that every CASIC receiver supports.
  package static func only(_ outputs: [Output]) -> PCAS03 {
    PCAS03 {
      $0.places = 8
      for place in 0..<8 { $0.rates[place] = 0 }
      for output in outputs { $0[output] = 1 }
    }
  }

  /// The rate of a sentence: every Nth fix up to 9, 0 for never, nil to keep the current rate.
  package subscript(output: Output) -> Int? {
    get { rates[output.rawValue] }
    set {
      rates[output.rawValue] = newValue
      places = max(places, output.rawValue + 1)
    }
  }

  package mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    if let remaining = fields.remaining { places = min(max(1, remaining), 18) }
    fields.integers(&rates, count: places, width: 1, text)
  }

  /// A sentence; the raw value is the position of its field.
  package enum Output: Int, Sendable, Hashable, CaseIterable {
    case gga = 0
    case gll = 1
    case gsa = 2
    case gsv = 3
    case rmc = 4
    case vtg = 5
    case zda = 6
    /// ANT, the antenna status as text.
    case ant = 7
    /// DHV, the three-dimensional velocity.
    case dhv = 8
    /// LPS, satellites and the local position.
    case lps = 9
    /// UTC, time and leap seconds.
    case utc = 12
    case gst = 13
    /// TIM, time and its quality.
    case tim = 17
  }
}
