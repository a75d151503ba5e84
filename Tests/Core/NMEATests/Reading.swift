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

/// Reads a sentence of which this module knows nothing.
func readUnknown(_ body: String) throws -> UnknownSentence {
  guard case .unknown(let sentence) = try Sentence(wire(body)) else { throw Unexpected() }
  return sentence
}
