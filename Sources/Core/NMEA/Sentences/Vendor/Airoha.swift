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
public struct PAIR001: VendorContent {
  public static var form: SentenceForm { SentenceForm("PAIR001", fewestFields: 2) }
  public init() {}

  /// The number of the command.
  @SparseInteger<Int16> public var command: Int?
  /// The outcome of the command; 0 is success.
  @SparseCode public var result: Result?

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.integer(&_command, width: 3, text)
    fields.integer(&_result.number, in: 0...255, text)
  }

  /// The outcome of a command.
  ///
  /// Unlisted numbers keep their value.
  public struct Result: RawRepresentable, Sendable, Hashable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// 0: succeeded.
    public static let succeeded = Result(rawValue: 0)
    /// 1: in progress; another answer follows.
    public static let working = Result(rawValue: 1)
    /// 2: failed.
    public static let failed = Result(rawValue: 2)
    /// 3: the command is not supported.
    public static let unsupported = Result(rawValue: 3)
    /// 4: a field is missing or out of range.
    public static let invalid = Result(rawValue: 4)
    /// 5: the receiver is busy.
    public static let busy = Result(rawValue: 5)
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
public struct PAIR050: VendorContent {
  public static var form: SentenceForm { SentenceForm("PAIR050", fewestFields: 1) }
  public init() {}

  /// The time between fixes in seconds; sent in whole milliseconds.
  @SparseDecimal public var interval: Double?

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
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
public struct PAIR062: VendorContent {
  public static var form: SentenceForm { SentenceForm("PAIR062", fewestFields: 2) }
  public init() {}

  /// The sentence; 0 is GGA.
  @SparseCode public var output: Output?
  /// Sent with every Nth fix, or never if 0.
  @SparseInteger<Int16> public var rate: Int?

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.integer(&_output.number, in: -1...127, text)
    fields.integer(&_rate, text)
  }

  /// A sentence, with Airoha's number.
  ///
  /// Unlisted numbers keep their value.
  public struct Output: RawRepresentable, Sendable, Hashable {
    public var rawValue: Int8
    public init(rawValue: Int8) { self.rawValue = rawValue }
    /// -1: all sentences, with their defaults.
    public static let all = Output(rawValue: -1)
    /// 0: GGA, the fix.
    public static let gga = Output(rawValue: 0)
    /// 1: position and time.
    public static let gll = Output(rawValue: 1)
    /// 2: satellites in use.
    public static let gsa = Output(rawValue: 2)
    /// 3: satellites in view.
    public static let gsv = Output(rawValue: 3)
    /// 4: the recommended minimum.
    public static let rmc = Output(rawValue: 4)
    /// 5: course and speed.
    public static let vtg = Output(rawValue: 5)
    /// 6: time and date.
    public static let zda = Output(rawValue: 6)
    /// 7: range residuals.
    public static let grs = Output(rawValue: 7)
    /// 8: error statistics.
    public static let gst = Output(rawValue: 8)
    /// 9: the fix of several constellations.
    public static let gns = Output(rawValue: 9)
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
public struct PAIR864: VendorContent {
  public static var form: SentenceForm { SentenceForm("PAIR864", fewestFields: 3) }
  public init() {}

  /// The type of port; 0 is serial.
  @SparseInteger<Int16> public var portType: Int?
  /// The number of the port within its type, from 0.
  @SparseInteger<Int16> public var port: Int?
  /// The speed in bits per second.
  @SparseInteger<Int32> public var baudRate: Int?

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.integer(&_portType, text)
    fields.integer(&_port, text)
    fields.integer(&_baudRate, text)
  }
}
