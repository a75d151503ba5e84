import NMEA
import TestSupport

/// The body that is written, between `$` and `*`.
func written(_ content: some SentenceContent, as revision: Revision = .v4_11) -> String {
  let bytes = content.encoded(as: revision)
  return String(decoding: bytes.dropFirst().prefix { $0 != UInt8(ascii: "*") }, as: UTF8.self)
}

/// A latitude that sentences write as 4807.0380000,N.
let north = 48 + 7.038 / 60

/// A longitude that sentences write as 00131.5000000,W.
let west = -(1 + 31.5 / 60)

/// A time that sentences write as 123519.25.
let noon = TimeOfDay(hour: 12, minute: 35, second: 19, nanosecond: 250_000_000)
