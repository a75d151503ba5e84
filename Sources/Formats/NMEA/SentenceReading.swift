/// Reads a body into its type, with the careful reader.
enum SentenceReading {
  /// A standard sentence of a known type.
  static func standard<Content: TalkerContent>(
    _ body: Span<UInt8>, _ fault: inout FieldFault?
  ) throws(SentenceError) -> Content {
    try fill(Content(talker: Talker(body[0], body[1])), body, tagFields: 1, &fault)
  }

  /// A vendor's sentence of a known type.
  static func vendor<Content: VendorContent>(
    _ body: Span<UInt8>, _ fault: inout FieldFault?
  ) throws(SentenceError) -> Content {
    try fill(Content(), body, tagFields: Ascii.fields(of: Content.tag), &fault)
  }

  private static func fill<Content: SentenceContent>(
    _ empty: Content, _ body: Span<UInt8>, tagFields: Int, _ fault: inout FieldFault?
  ) throws(SentenceError) -> Content {
    var content = empty
    var reader = CarefulReader(body, tagFields: tagFields)
    let found = reader.remaining ?? 0
    guard found >= Content.fewestFields else {
      throw .tooFewFields(found: max(0, found), expected: Content.fewestFields)
    }
    content.walk(&reader, body)
    if reader.isFatal, let fault = reader.fault { throw .field(fault) }
    fault = reader.fault
    return content
  }
}
