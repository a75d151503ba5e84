// Airoha's sentences, also sent by Quectel's receivers with Airoha chips: commands and their answers.

/// Airoha: acknowledges a command.
///
/// ```
///          1   2
///          |   |
/// $PAIR001,xxx,x*hh
/// $PAIR001,000,4*3F
/// ```
///
/// Described in Quectel's "LC29H&LC79H GNSS Protocol Specification", "PAIR_ACK".
package struct PAIR001: VendorContent {
  package static var form: SentenceForm { SentenceForm("PAIR001", fewestFields: 2) }
  package init() {}

  @SparseInteger<Int16> package var command: Int?
  /// The outcome of the command; 0 is success.
  @SparseCode package var result: Result?

  package mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.integer(&_command, width: 3, text)
    fields.integer(&_result.number, in: 0...255, text)
  }

  /// The outcome of a command.
  ///
  /// Unlisted numbers keep their value.
  package struct Result: RawRepresentable, Sendable, Hashable {
    package var rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let succeeded = Result(rawValue: 0)
    /// 1: in progress; another answer follows.
    package static let working = Result(rawValue: 1)
    package static let failed = Result(rawValue: 2)
    package static let unsupported = Result(rawValue: 3)
    /// 4: a field is missing or out of range.
    package static let invalid = Result(rawValue: 4)
    package static let busy = Result(rawValue: 5)
  }
}

/// Airoha: sets the time between fixes.
///
/// ```
///          1
///          |
/// $PAIR050,xxxx*hh
/// $PAIR050,200*21
/// ```
///
/// Described in Quectel's "LC29H&LC79H GNSS Protocol Specification", "PAIR_COMMON_SET_FIX_RATE".
package struct PAIR050: VendorContent {
  package static var form: SentenceForm { SentenceForm("PAIR050", fewestFields: 1) }
  package init() {}

  /// The time between fixes in seconds; sent in whole milliseconds.
  @SparseDecimal package var interval: Double?

  package mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.decimal(&_interval, scale: Milliseconds.inSeconds, places: 0, text)
  }
}

/// Airoha: sets the rate of a sentence.
///
/// ```
///          1 2
///          | |
/// $PAIR062,x,xx*hh
/// $PAIR062,3,0*3D
/// ```
///
/// Described in Quectel's "LC29H&LC79H GNSS Protocol Specification", "PAIR_COMMON_SET_NMEA_OUTPUT_RATE".
package struct PAIR062: VendorContent {
  package static var form: SentenceForm { SentenceForm("PAIR062", fewestFields: 2) }
  package init() {}

  /// The sentence; 0 is GGA.
  @SparseCode package var output: Output?
  /// Sent with every Nth fix, or never if 0.
  @SparseInteger<Int16> package var rate: Int?

  package mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.integer(&_output.number, in: -1...127, text)
    fields.integer(&_rate, text)
  }

  /// A sentence, with Airoha's number.
  ///
  /// Unlisted numbers keep their value.
  package struct Output: RawRepresentable, Sendable, Hashable {
    package var rawValue: Int8
    package init(rawValue: Int8) { self.rawValue = rawValue }
    /// -1: all sentences, with their defaults.
    package static let all = Output(rawValue: -1)
    package static let gga = Output(rawValue: 0)
    package static let gll = Output(rawValue: 1)
    package static let gsa = Output(rawValue: 2)
    package static let gsv = Output(rawValue: 3)
    package static let rmc = Output(rawValue: 4)
    package static let vtg = Output(rawValue: 5)
    package static let zda = Output(rawValue: 6)
    package static let grs = Output(rawValue: 7)
    package static let gst = Output(rawValue: 8)
    package static let gns = Output(rawValue: 9)
  }
}

/// Airoha: sets the speed of a port, effective from the next start.
///
/// ```
///          1 2 3
///          | | |
/// $PAIR864,x,x,x…x*hh
/// $PAIR864,0,0,115200*1B
/// ```
///
/// Described in Quectel's "LC29H&LC79H GNSS Protocol Specification", "PAIR_IO_SET_BAUDRATE".
package struct PAIR864: VendorContent {
  package static var form: SentenceForm { SentenceForm("PAIR864", fewestFields: 3) }
  package init() {}

  /// The type of port; 0 is serial.
  @SparseInteger<Int16> package var portType: Int?
  /// The number of the port within its type, from 0.
  @SparseInteger<Int16> package var port: Int?
  @SparseInteger<Int32> package var baudRate: Int?

  package mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.integer(&_portType, text)
    fields.integer(&_port, text)
    fields.integer(&_baudRate, text)
  }
}
