/// The content of a sentence, a value that is read from bytes and written to bytes.
///
/// A type lists its fields once, in order, for both reading and writing. Conform to ``TalkerContent`` for a
/// standard sentence, and to ``VendorContent`` for a proprietary one. A sentence documents only members that
/// differ from these protocols.
public protocol SentenceContent: Sendable, Hashable, CustomStringConvertible {
  /// The constant part of the tag, and the fewest fields of a valid sentence.
  static var form: SentenceForm { get }
  /// The bytes between `$` and the first field: talker and formatter, or the vendor's tag.
  var tag: [UInt8] { get }
  /// Visits all fields in order, to read or write them; `text` is never changed.
  mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>)
}

/// The properties that distinguish the sentences of a type.
public struct SentenceForm: Sendable {
  /// The formatter of a standard sentence, such as `GGA`, or a vendor's tag.
  public let name: StaticString
  /// The fewest fields of a valid sentence, without the tag.
  public let fewestFields: Int

  /// Makes a form.
  @inline(__always) public init(_ name: StaticString, fewestFields: Int) {
    (self.name, self.fewestFields) = (name, fewestFields)
  }
}

/// A standard sentence: two letters for the talker, and three for the formatter.
public protocol TalkerContent: SentenceContent {
  /// The talker, the two letters before the formatter.
  var talker: Talker { get set }
  /// Makes a sentence with all fields empty.
  init(talker: Talker)
}

extension TalkerContent {
  /// Makes a sentence and sets its fields: `RMC(.gp) { $0.speed = 2.5 }`.
  public init(_ talker: Talker, _ fill: (inout Self) -> Void) {
    self.init(talker: talker)
    fill(&self)
  }

  /// The three letters after the talker, such as `GGA`.
  public static var formatter: StaticString { form.name }

  /// The letters of talker and formatter.
  public var tag: [UInt8] { [talker.first, talker.second] + Ascii.bytes(Self.formatter) }
}

/// A proprietary sentence: `P`, then letters chosen by the vendor.
public protocol VendorContent: SentenceContent {
  /// Makes a sentence with all fields empty.
  init()
}

extension VendorContent {
  /// Makes a sentence and sets its fields.
  public init(_ fill: (inout Self) -> Void) {
    self.init()
    fill(&self)
  }

  /// The constant beginning, including constant fields: `PUBX,00`.
  public static var tag: StaticString { form.name }

  /// The vendor's tag.
  public var tag: [UInt8] { Ascii.bytes(Self.tag) }
}

extension SentenceContent {
  /// Returns the complete sentence: `$`, body, `*`, checksum, carriage return and line feed.
  ///
  /// Fields that are newer than the revision are left out.
  public func encoded(as revision: Revision = .v4_11) -> [UInt8] {
    var writer = FieldWriter(exact: revision)
    let start = writer.begin()
    writer.append(contentsOf: tag)
    var copy = self
    let nothing: [UInt8] = []
    copy.walk(&writer, nothing.span)
    writer.end(start)
    return writer.bytes
  }
}

/// A valid sentence without a type in this module, with uninterpreted fields.
public struct UnknownSentence: Sendable, Hashable {
  /// The bytes between `$` and `*`.
  public let body: [UInt8]

  /// Whether the sentence begins with `!` and encapsulates other data, such as AIS messages.
  public let isEncapsulated: Bool

  /// Makes a sentence from the bytes between `$` and `*`, or between `!` and `*`.
  public init(body: Span<UInt8>, isEncapsulated: Bool = false) {
    self.body = FieldParsing.bytes(body, 0, body.count)
    self.isEncapsulated = isEncapsulated
  }

  /// The bytes before the first comma: talker and formatter, or a vendor's tag.
  public var tag: FieldText { self[0] }

  /// The number of fields, without the tag.
  public var count: Int { body.count { $0 == UInt8(ascii: ",") } }

  /// Returns a field, searching for it on each access; 0 is the tag, and a field past the end is empty.
  public subscript(field: Int) -> FieldText {
    var text = FieldText()
    let parts = body.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    if parts.indices ~= field { text.bytes = [UInt8](parts[field]) }
    return text
  }
}
