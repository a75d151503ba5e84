import NMEA
import TestSupport
import Testing

/// The body that is written, between `$` and `*`.
func written(_ content: some SentenceContent, as revision: Revision = .v4_11) -> String {
  let bytes = content.encoded(as: revision)
  return String(decoding: bytes.dropFirst().prefix { $0 != UInt8(ascii: "*") }, as: UTF8.self)
}

/// Expects a sentence to be written to the byte as this body, and to be read from it.
func expect<Content: SentenceContent>(
  _ content: Content, isWritten body: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(written(content) == body, sourceLocation: sourceLocation)
  #expect(content.encoded() == wire(body), sourceLocation: sourceLocation)
  let again = try? Sentence(wire(body)).content as? Content
  #expect(again == content, sourceLocation: sourceLocation)
}

/// A latitude that sentences write as 4807.0380000,N.
let north = 48 + 7.038 / 60

/// A longitude that sentences write as 00131.5000000,W.
let west = -(1 + 31.5 / 60)

/// A time that sentences write as 123519.25.
let noon = TimeOfDay(hour: 12, minute: 35, second: 19, nanosecond: 250_000_000)

/// A date that sentences write as 201126.
let november = DayMonthYear(day: 20, month: 11, year: 26)
