/// The content of one sentence: a plain value that is read from bytes and written to bytes.
///
/// A type names its fields once, in their order, and is read and written by that. Conform to ``TalkerContent`` for a
/// standard sentence and to ``VendorContent`` for one of your own.
public protocol SentenceContent: Sendable, Hashable {
  /// A sentence with fewer fields, the tag not counted, is refused.
  static var fewestFields: Int { get }
  /// The bytes between `$` and the first field: talker and name, or the vendor's tag.
  var tag: [UInt8] { get }
  /// Visits all fields in their order, to read them from the text or to write them; the text itself never changes.
  mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>)
}

/// A standard sentence: two letters of a talker, three of the sentence's name.
public protocol TalkerContent: SentenceContent {
  /// The three letters behind the talker, as `GGA`.
  static var formatter: StaticString { get }
  /// The talker, the two letters in front of the formatter.
  var talker: Talker { get set }
  /// Makes a sentence with all fields empty.
  init(talker: Talker)
}

extension TalkerContent {
  /// Makes a sentence and fills it: `RMC(.gp) { $0.speed = 2.5 }`.
  public init(_ talker: Talker, _ fill: (inout Self) -> Void) {
    self.init(talker: talker)
    fill(&self)
  }

  /// The talker's letters and the sentence's.
  public var tag: [UInt8] { [talker.first, talker.second] + Ascii.bytes(Self.formatter) }
}

/// A vendor's sentence: `P`, then letters of the vendor's choice.
public protocol VendorContent: SentenceContent {
  /// The fixed beginning, with the fields that are always the same: `PUBX,00`.
  static var tag: StaticString { get }
  /// Makes a sentence with all fields empty.
  init()
}

extension VendorContent {
  /// Makes a sentence and fills it.
  public init(_ fill: (inout Self) -> Void) {
    self.init()
    fill(&self)
  }

  /// The vendor's tag.
  public var tag: [UInt8] { Ascii.bytes(Self.tag) }
}

extension SentenceContent {
  /// The whole sentence as it goes over the wire: `$`, body, `*` and checksum, carriage return and line feed.
  ///
  /// Fields that a later edition added are left out for an older one.
  public func encoded(as revision: Revision = .v4_11) -> [UInt8] {
    var writer = FieldWriter(tag: tag, revision: revision)
    var copy = self
    let nothing: [UInt8] = []
    copy.walk(&writer, nothing.span)
    return Framing.wrap(writer.bytes)
  }
}

/// A well-formed sentence that this module has no type for: its fields are there, and nothing is guessed of them.
public struct UnknownSentence: Sendable, Hashable {
  /// The bytes between `$` and `*`.
  public let body: [UInt8]

  /// Whether it begins with `!`: its fields pack something else, such as the messages of ships (AIS).
  public let isEncapsulated: Bool

  /// Takes the bytes between `$` and `*`, or between `!` and `*`.
  public init(body: Span<UInt8>, isEncapsulated: Bool = false) {
    self.body = FieldParsing.bytes(body, 0, body.count)
    self.isEncapsulated = isEncapsulated
  }

  /// The bytes before the first comma: talker and name, or a vendor's tag.
  public var tag: FieldText { self[0] }

  /// How many fields there are, the tag not among them.
  public var count: Int { body.count { $0 == UInt8(ascii: ",") } }

  /// One field, found when it is asked for; 0 is the tag, and a field behind the last is empty.
  public subscript(field: Int) -> FieldText {
    var text = FieldText()
    let parts = body.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    if parts.indices ~= field { text.bytes = [UInt8](parts[field]) }
    return text
  }
}
