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
