// Settings of u-blox receivers as sentences, which receivers do not answer; all other settings need UBX.

/// u-blox: sets the rate of a sentence on each port.
///
/// ```
///       1  2   3 4 5 6 7 8
///       |  |   | | | | | |
/// $PUBX,40,ccc,x,x,x,x,x,xx*hh
/// $PUBX,40,GLL,1,0,0,0,0,0*5D
/// ```
///
/// Described in u-blox's receiver descriptions, "UBX,40 Set NMEA Message Output Rate".
package struct PUBX40: VendorContent {
  package static var form: SentenceForm { SentenceForm("PUBX,40", fewestFields: 2) }
  package init() {}

  /// The formatter of the sentence, such as `GLL`.
  package var sentence = FieldText()
  /// The rate on DDC (I²C): every Nth fix, or 0 for never.
  @SparseInteger<Int16> package var ddcRate: Int?
  @SparseInteger<Int16> package var serial1Rate: Int?
  @SparseInteger<Int16> package var serial2Rate: Int?
  @SparseInteger<Int16> package var usbRate: Int?
  @SparseInteger<Int16> package var spiRate: Int?
  @SparseInteger<Int16> package var reserved: Int?

  package mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.text(&sentence, text)
    fields.integer(&_ddcRate, text)
    fields.integer(&_serial1Rate, text)
    fields.integer(&_serial2Rate, text)
    fields.integer(&_usbRate, text)
    fields.integer(&_spiRate, text)
    fields.integer(&_reserved, text)
  }
}

/// u-blox: sets the protocols and speed of a port.
///
/// ```
///       1  2 3    4    5   6
///       |  | |    |    |   |
/// $PUBX,41,x,hhhh,hhhh,x…x,x*hh
/// $PUBX,41,1,0007,0003,9600,0*10
/// ```
///
/// Described in u-blox's receiver descriptions, "UBX,41 Set Protocols and Baud Rate".
package struct PUBX41: VendorContent {
  package static var form: SentenceForm { SentenceForm("PUBX,41", fewestFields: 4) }
  package init() {}

  /// The port: 0 DDC (I²C), 1 and 2 serial, 3 USB, 4 SPI.
  @SparseInteger<Int16> package var port: Int?
  /// The protocols that the port accepts, in hexadecimal as sent.
  var inputText = FieldText()
  /// The protocols that the port sends, in hexadecimal as sent.
  var outputText = FieldText()
  /// The speed in bits per second.
  @SparseInteger<Int32> package var baudRate: Int?
  /// Whether the receiver detects the speed automatically: 1 if it does.
  @SparseInteger<Int16> package var autobauding: Int?

  package mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.integer(&_port, text)
    fields.text(&inputText, text)
    fields.text(&outputText, text)
    fields.integer(&_baudRate, text)
    fields.integer(&_autobauding, text)
  }

  package struct Protocols: OptionSet, Sendable, Hashable {
    package var rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }
    package static let ubx = Protocols(rawValue: 1)
    package static let nmea = Protocols(rawValue: 2)
    package static let rtcm2 = Protocols(rawValue: 4)
    package static let rtcm3 = Protocols(rawValue: 0x20)

    /// Parses one to four hexadecimal digits.
    init?(digits: [UInt8]) {
      guard 1...4 ~= digits.count else { return nil }
      self.init(rawValue: 0)
      for digit in digits {
        guard let value = HexDigit.value(digit) else { return nil }
        rawValue = rawValue << 4 | UInt16(value)
      }
    }

    /// The set as four hexadecimal digits.
    var digits: [UInt8] {
      [12, 8, 4, 0].map { HexDigit.capital(UInt8(truncatingIfNeeded: rawValue >> $0) & 15) }
    }
  }

  /// The protocols that the port accepts; nil if the field is not a hexadecimal number.
  package var input: Protocols? {
    get { Protocols(digits: inputText.bytes) }
    set { inputText.bytes = newValue?.digits ?? [] }
  }

  /// The protocols that the port sends; nil if the field is not a hexadecimal number.
  package var output: Protocols? {
    get { Protocols(digits: outputText.bytes) }
    set { outputText.bytes = newValue?.digits ?? [] }
  }
}
