import NMEA
import TestSupport

/// Reads a sentence that must be of one type.
func read<Content: SentenceContent>(_ text: some Sequence<UInt8>) throws -> Content {
  guard let content = try Sentence(text).content as? Content else { throw Unexpected() }
  return content
}

/// Reads a sentence that must be of one type.
func read<Content: SentenceContent>(_ text: String) throws -> Content { try read(text.utf8) }

/// The fault that is noted about a body that is read all the same.
func fault(in body: String) throws -> FieldFault? {
  var fault: FieldFault?
  let bytes = [UInt8](body.utf8)
  _ = try Sentence(body: bytes.span, fault: &fault)
  return fault
}

/// One knot in meters per second, as the sentences' reader counts it.
let knot = 1852.0 / 3600

/// One kilometer per hour in meters per second, as the sentences' reader counts it.
let kilometerPerHour = 1 / 3.6

/// Whether a sentence is read as it was written.
func survives<Content: SentenceContent>(_ content: Content) throws -> Bool {
  try Sentence(content.encoded()).content as? Content == content
}

/// Reads a sentence of which this module knows nothing.
func readUnknown(_ body: String) throws -> UnknownSentence {
  guard case .unknown(let sentence) = try Sentence(wire(body)) else { throw Unexpected() }
  return sentence
}

/// Another sentence than the one a test asked for.
struct Unexpected: Error {}
