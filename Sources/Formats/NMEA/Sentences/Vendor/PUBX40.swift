/// Tells a u-blox receiver how often to send a sentence on each of its ports.
///
/// ```
///       1  2   3 4 5 6 7 8
///       |  |   | | | | | |
/// $PUBX,40,ccc,x,x,x,x,x,xx*hh
/// $PUBX,40,GLL,1,0,0,0,0,0*5D
/// ```
///
/// Described in u-blox's receiver descriptions, "UBX,40 Set NMEA Message Output Rate".
public struct PUBX40: VendorContent {
  /// The tag behind the `$`, with the field that is always the same.
  public static let tag: StaticString = "PUBX,40"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 2

  /// The three letters of the sentence, as `GLL`.
  public var sentence = FieldText()
  /// The number of fixes for one sentence, on DDC (I²C); 0 is never.
  @SparseInteger<Int16> public var ddcRate: Int?
  /// The same on serial port 1.
  @SparseInteger<Int16> public var serial1Rate: Int?
  /// The same on serial port 2.
  @SparseInteger<Int16> public var serial2Rate: Int?
  /// The same on USB.
  @SparseInteger<Int16> public var usbRate: Int?
  /// The same on SPI.
  @SparseInteger<Int16> public var spiRate: Int?
  /// Always zero.
  @SparseInteger<Int16> public var reserved: Int?

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.text(&sentence, text)
    fields.integer(&_ddcRate, text)
    fields.integer(&_serial1Rate, text)
    fields.integer(&_serial2Rate, text)
    fields.integer(&_usbRate, text)
    fields.integer(&_spiRate, text)
    fields.integer(&_reserved, text)
  }
}
