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
