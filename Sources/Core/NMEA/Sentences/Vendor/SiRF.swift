// SiRF's sentences: settings and estimated errors.

/// SiRF: sets the protocol and speed of the line.
///
/// ```
///          1 2   3 4 5
///          | |   | | |
/// $PSRF100,x,x…x,x,x,x*hh
/// $PSRF100,1,9600,8,1,0*0D
/// ```
///
/// Described in the "SiRF NMEA Reference Manual", 1050-0042, "Message ID 100: Set Serial Port".
package struct PSRF100: VendorContent {
  package static var form: SentenceForm { SentenceForm("PSRF100", fewestFields: 5) }
  package init() {}

  /// The protocol to use; 1 is NMEA.
  @SparseCode package var language: Language?
  /// The speed in bits per second.
  @SparseInteger<Int32> package var baudRate: Int?
  /// The number of data bits, 7 or 8.
  @SparseInteger<Int16> package var dataBits: Int?
  /// The number of stop bits, 0 or 1.
  @SparseInteger<Int16> package var stopBits: Int?
  /// The parity; 0 without parity.
  @SparseCode package var parity: Parity?

  package mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.integer(&_language.number, in: 0...255, text)
    fields.integer(&_baudRate, text)
    fields.integer(&_dataBits, text)
    fields.integer(&_stopBits, text)
    fields.integer(&_parity.number, in: 0...255, text)
  }

  /// A protocol of a receiver.
  ///
  /// Unlisted numbers keep their value.
  package struct Language: RawRepresentable, Sendable, Hashable {
    package var rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let binary = Language(rawValue: 0)
    package static let nmea = Language(rawValue: 1)
  }

  /// The parity of a serial line.
  ///
  /// Unlisted numbers keep their value.
  package struct Parity: RawRepresentable, Sendable, Hashable {
    package var rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let none = Parity(rawValue: 0)
    package static let odd = Parity(rawValue: 1)
    package static let even = Parity(rawValue: 2)
  }
}

/// SiRF: sets the rate of a sentence, or queries the sentence once.
///
/// ```
///          1  2  3  4
///          |  |  |  |
/// $PSRF103,xx,xx,xx,xx*hh
/// $PSRF103,00,01,00,01*25
/// ```
///
/// Described in the "SiRF NMEA Reference Manual", 1050-0042, "Message ID 103: Query/Rate Control".
package struct PSRF103: VendorContent {
  package static var form: SentenceForm { SentenceForm("PSRF103", fewestFields: 4) }
  package init() {}

  /// The sentence; 0 is GGA.
  @SparseCode package var output: Output?
  /// Whether to set the rate (0) or to query once (1).
  @SparseCode package var request: Request?
  /// The time between sentences in seconds, or 0 for never.
  @SparseInteger<Int16> package var interval: Int?
  /// Whether the sentence gets a checksum: 1 if it does.
  @SparseInteger<Int16> package var checksum: Int?

  package mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.integer(&_output.number, in: 0...255, width: 2, text)
    fields.integer(&_request.number, in: 0...255, width: 2, text)
    fields.integer(&_interval, width: 2, text)
    fields.integer(&_checksum, width: 2, text)
  }

  /// A sentence, with SiRF's number.
  ///
  /// Unlisted numbers keep their value.
  package struct Output: RawRepresentable, Sendable, Hashable {
    package var rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let gga = Output(rawValue: 0)
    package static let gll = Output(rawValue: 1)
    package static let gsa = Output(rawValue: 2)
    package static let gsv = Output(rawValue: 3)
    package static let rmc = Output(rawValue: 4)
    package static let vtg = Output(rawValue: 5)
    package static let zda = Output(rawValue: 8)
  }

  /// The type of request: a rate, or a single query.
  ///
  /// Unlisted numbers keep their value.
  package struct Request: RawRepresentable, Sendable, Hashable {
    package var rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let setRate = Request(rawValue: 0)
    package static let ask = Request(rawValue: 1)
  }
}

/// SiRF: the estimated errors of a fix.
///
/// ```
///          1          2 3   4    5    6   7
///          |          | |   |    |    |   |
/// $PSRFEPE,hhmmss.sss,a,x.x,x.xx,x.xx,x.x,x.x*hh
/// $PSRFEPE,053232.438,A,1.2,5.77,12.97,1.2,180.0*21
/// ```
///
/// SiRF does not document the confidence level of these errors.
///
/// Described in the manuals of SiRFstarIV receivers, "EPE: Estimated Position Errors".
public struct PSRFEPE: VendorContent {
  public static var form: SentenceForm { SentenceForm("PSRFEPE", fewestFields: 7) }
  public init() {}

  /// The UTC time of the fix.
  public var time: TimeOfDay?
  /// Whether the data is valid.
  public var status: Status?
  /// The horizontal dilution of precision.
  @SparseDecimal public var horizontalDilution: Double?
  /// The horizontal error in meters.
  @SparseDecimal public var horizontalError: Double?
  /// The vertical error in meters.
  @SparseDecimal public var verticalError: Double?
  /// The error of the horizontal velocity in meters per second.
  @SparseDecimal public var velocityError: Double?
  /// The error of the heading in degrees; 180 means that the heading is unknown.
  @SparseDecimal public var headingError: Double?

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.time(&time, text)
    fields.letter(&status, text)
    fields.decimal(&_horizontalDilution, places: 2, text)
    fields.decimal(&_horizontalError, places: 2, text)
    fields.decimal(&_verticalError, places: 2, text)
    fields.decimal(&_velocityError, places: 2, text)
    fields.decimal(&_headingError, places: 2, text)
  }
}
