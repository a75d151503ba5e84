// Quectel's sentences, independent of the maker of the chip.

/// Quectel: the estimated errors of a fix.
///
/// ```
///          1 2     3     4     5     6
///          | |     |     |     |     |
/// $PQTMEPE,x,x.xxx,x.xxx,x.xxx,x.xxx,x.xxx*hh
/// $PQTMEPE,2,3.393,3.476,12.713,4.857,13.609*5D
/// ```
///
/// Described in Quectel's "LC29H&LC79H GNSS Protocol Specification", "PQTMEPE".
public struct PQTMEPE: VendorContent {
  public static var form: SentenceForm { SentenceForm("PQTMEPE", fewestFields: 6) }
  public init() {}

  /// The version of this sentence; only 2 is known.
  @SparseInteger<Int16> public var version: Int?
  /// The error to the north in meters.
  @SparseDecimal public var northError: Double?
  /// The error to the east in meters.
  @SparseDecimal public var eastError: Double?
  /// The downward error in meters.
  @SparseDecimal public var downError: Double?
  /// The horizontal error in meters.
  @SparseDecimal public var horizontalError: Double?
  /// The three-dimensional position error in meters.
  @SparseDecimal public var positionError: Double?

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.integer(&_version, text)
    fields.decimal(&_northError, places: 4, text)
    fields.decimal(&_eastError, places: 4, text)
    fields.decimal(&_downError, places: 4, text)
    fields.decimal(&_horizontalError, places: 4, text)
    fields.decimal(&_positionError, places: 4, text)
  }
}

/// Quectel: the firmware of a receiver; without fields, a query for it.
///
/// ```
///            1   2          3
///            |   |          |
/// $PQTMVERNO,c…c,yyyy/mm/dd,hh:mm:ss*hh
/// $PQTMVERNO,LC29HBANR01A02S_CSA4,2022/07/17,20:59:18*08
/// $PQTMVERNO*58
/// ```
///
/// Described in Quectel's "LC29H&LC79H GNSS Protocol Specification", "PQTMVERNO".
package struct PQTMVERNO: VendorContent {
  /// The name; all fields are optional.
  package static var form: SentenceForm { SentenceForm("PQTMVERNO", fewestFields: 0) }
  package init() {}

  /// The firmware version, or `ERROR` followed by an error number.
  package var version = FieldText()
  /// The build date, such as `2022/07/17`; some receivers do not send it.
  package var buildDate = FieldText()
  /// The build time, such as `20:59:18`; some receivers do not send it.
  package var buildTime = FieldText()

  /// Whether this is a query instead of an answer.
  package var isQuestion: Bool { version.isEmpty && buildDate.isEmpty && buildTime.isEmpty }

  package mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    // A query must not have three empty fields: receivers answer them with an error.
    guard fields.remaining ?? (isQuestion ? 0 : 3) > 0 else { return }
    fields.text(&version, text)
    fields.text(&buildDate, text)
    fields.text(&buildTime, text)
  }
}
