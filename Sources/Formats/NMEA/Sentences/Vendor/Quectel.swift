// Quectel's own sentences, on the chips of any maker.

/// How far off Quectel expects to be.
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
  /// The tag behind the `$`.
  public static let tag: StaticString = "PQTMEPE"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 6

  /// The form of this sentence; only 2 is known.
  @SparseInteger<Int16> public var version: Int?
  /// Error to the north, meters.
  @SparseDecimal public var northError: Double?
  /// Error to the east, meters.
  @SparseDecimal public var eastError: Double?
  /// Error downwards, meters.
  @SparseDecimal public var downError: Double?
  /// Horizontal error, meters.
  @SparseDecimal public var horizontalError: Double?
  /// Error of the position in space, meters.
  @SparseDecimal public var positionError: Double?

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.integer(&_version, text)
    fields.decimal(&_northError, places: 4, text)
    fields.decimal(&_eastError, places: 4, text)
    fields.decimal(&_downError, places: 4, text)
    fields.decimal(&_horizontalError, places: 4, text)
    fields.decimal(&_positionError, places: 4, text)
  }
}

/// A Quectel receiver names its firmware; without fields it is the question.
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
public struct PQTMVERNO: VendorContent {
  /// The tag behind the `$`.
  public static let tag: StaticString = "PQTMVERNO"
  /// It needs no fields.
  public static let fewestFields = 0

  /// The firmware, or `ERROR` with the error's number behind it.
  public var version = FieldText()
  /// The day it was built, as `2022/07/17`; some receivers don't say.
  public var buildDate = FieldText()
  /// The time it was built, as `20:59:18`; some receivers don't say.
  public var buildTime = FieldText()

  /// Whether this asks, instead of answering.
  public var isQuestion: Bool { version.isEmpty && buildDate.isEmpty && buildTime.isEmpty }

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    // Three empty fields would be no question: a receiver answers them with an error.
    guard fields.remaining ?? (isQuestion ? 0 : 3) > 0 else { return }
    fields.text(&version, text)
    fields.text(&buildDate, text)
    fields.text(&buildTime, text)
  }
}
