/// A text message.
///
/// ```
///        1  2  3  4
///        |  |  |  |
/// $--TXT,xx,xx,xx,c--c*hh
/// $GPTXT,01,01,02,MOD LEA-5H-0*2E
/// ```
///
/// In the standard, a comma in the text is `^2C`; u-blox sends a plain comma, so the text has several fields.
/// Described at <https://www.easymanua.ls/u-blox/zed-f9p/manual?p=32>.
public struct TXT: TalkerContent {
  public static var form: SentenceForm { SentenceForm("TXT", fewestFields: 4) }
  public var talker: Talker
  public init(talker: Talker) { self.talker = talker }

  /// The number of sentences in this message.
  @SparseInteger<Int16> public var total: Int?
  /// The number of this sentence, from 1.
  @SparseInteger<Int16> public var number: Int?
  /// The type of the message; for u-blox: 0 error, 1 warning, 2 notice, 7 user.
  @SparseInteger<Int16> public var identifier: Int?
  /// The text, split at its commas; at least one part.
  var parts = [FieldText()]

  /// The text as sent, including commas and `^hh` escapes.
  ///
  /// Display `text.unescaped`.
  public var text: FieldText {
    get { FieldText(joining: parts) }
    set { parts = newValue.split() }
  }

  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.integer(&_total, width: 2, text)
    fields.integer(&_number, width: 2, text)
    fields.integer(&_identifier, width: 2, text)
    if let remaining = fields.remaining { parts = Array(repeating: FieldText(), count: max(remaining, 1)) }
    for index in parts.indices { fields.text(&parts[index], text) }
  }
}
