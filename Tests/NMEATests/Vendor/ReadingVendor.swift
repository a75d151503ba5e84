import NMEA
import TestSupport

/// Whether a sentence is read as it was written.
func survives<Content: SentenceContent>(_ content: Content) throws -> Bool {
  try Sentence(content.encoded()).content as? Content == content
}

/// Reads a sentence of which this module knows nothing.
func readUnknown(_ body: String) throws -> UnknownSentence {
  guard case .unknown(let sentence) = try Sentence(wire(body)) else { throw Unexpected() }
  return sentence
}
