/// A message for a person.
///
/// ```
///        1  2  3  4
///        |  |  |  |
/// $--TXT,xx,xx,xx,c--c*hh
/// $GPTXT,01,01,02,MOD LEA-5H-0*2E
/// ```
///
/// The standard writes a comma in the text as `^2C`; u-blox sends it as it is, so that the text has several fields.
/// Described at <https://www.easymanua.ls/u-blox/zed-f9p/manual?p=32>.
public struct TXT: TalkerContent {
  /// The three letters behind the talker.
  public static let formatter: StaticString = "TXT"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 4
  /// The talker, the two letters in front of the formatter.
  public var talker: Talker

  /// Sentences in this message.
  @SparseInteger<Int16> public var total: Int?
  /// The number of this one, from 1.
  @SparseInteger<Int16> public var number: Int?
  /// The kind of message; u-blox: 0 error, 1 warning, 2 notice, 7 user.
  @SparseInteger<Int16> public var identifier: Int?
  /// The text, parted at its commas; at least one part.
  var parts = [FieldText()]

  /// Makes a sentence with all fields empty.
  public init(talker: Talker) { self.talker = talker }

  /// The text as it is sent, commas and `^hh` among it.
  ///
  /// `text.unescaped` is what a person reads.
  public var text: FieldText {
    get { FieldText(joining: parts) }
    set { parts = newValue.split() }
  }

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.integer(&_total, width: 2, text)
    fields.integer(&_number, width: 2, text)
    fields.integer(&_identifier, width: 2, text)
    if let remaining = fields.remaining { parts = Array(repeating: FieldText(), count: max(remaining, 1)) }
    for index in parts.indices { fields.text(&parts[index], text) }
  }
}
