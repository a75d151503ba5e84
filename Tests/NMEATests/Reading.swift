import NMEA

/// Reads a sentence that must be of one type.
func read<Content: SentenceContent>(_ text: some Sequence<UInt8>) throws -> Content {
  guard let content = try Sentence(text).content as? Content else { throw Unexpected() }
  return content
}

/// Reads a sentence that must be of one type.
func read<Content: SentenceContent>(_ text: String) throws -> Content { try read(text.utf8) }

/// What is noted about a body that is read all the same.
func fault(in body: String) throws -> FieldFault? {
  var fault: FieldFault?
  let bytes = [UInt8](body.utf8)
  _ = try Sentence(body: bytes.span, fault: &fault)
  return fault
}

/// One knot in metres per second, as the sentences' reader counts it.
let knot = 1852.0 / 3600

/// One kilometre per hour in metres per second, as the sentences' reader counts it.
let kilometerPerHour = 1 / 3.6
