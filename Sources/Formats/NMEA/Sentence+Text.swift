extension Sentence {
  /// Reads one sentence from `$` to checksum; a line end behind it is passed over.
  ///
  /// ```swift
  /// let sentence = try Sentence("$GPGLL,4916.45,N,12311.12,W,225444,A*31".utf8)
  /// ```
  public init(
    _ text: some Sequence<UInt8>, _ strictness: Strictness = .standard
  ) throws(SentenceError) {
    // A line end makes the question decidable for a text that stops at its last digit.
    let bytes = [UInt8](text) + [0x0D]
    let span = bytes.span
    switch SentenceFrame.question(span, strictness) {
    case .sentence(let frame):
      let body = span.extracting(1..<(1 + frame.bodyLength))
      if span[0] == UInt8(ascii: "!") {
        self = .unknown(UnknownSentence(body: body, isEncapsulated: true))
      } else {
        var fault: FieldFault?
        try self.init(body: body, fault: &fault)
      }
    case .broken(_, let error): throw error
    case .needsMore: throw .noChecksum
    case .notMine: throw .noStart(found: bytes.count > 1 ? bytes[0] : nil)
    }
  }

  #if !hasFeature(Embedded)
  /// The whole sentence as it goes over the wire.
  public func encoded(as revision: Revision = .v4_11) -> [UInt8] {
    if case .unknown(let sentence) = self {
      return Framing.wrap(sentence.body, isEncapsulated: sentence.isEncapsulated)
    }
    return content?.encoded(as: revision) ?? []
  }
  #endif
}
