public import GNSS
internal import NMEA
internal import Texts

/// Instants as ISO 8601 writes them, with milliseconds: `2026-11-20T07:08:22.000Z`.
///
/// Neither JavaScript, Python nor `xsd:dateTime` reads a second 60: a leap second is the last millisecond of the second
/// before it. A `fix` record says `leap_second` beside it.
public enum Timestamp {
  /// The instant in UTC, 24 characters.
  public static func text(_ instant: UTC) -> String {
    var instant = instant
    if instant.isLeapSecond {
      instant = UTC(secondsSince1970: instant.secondsSince1970, nanosecond: 999_000_000)
    }
    var milliseconds = (UInt64(instant.nanosecond) + 500_000) / 1_000_000
    if milliseconds == 1000 {
      // A receiver that computes its time says 59.9999997 for a whole second.
      milliseconds = 0
      instant = UTC(secondsSince1970: instant.secondsSince1970 + 1)
    }
    let date = instant.date
    let time = instant.timeOfDay
    var bytes: [UInt8] = []
    bytes.reserveCapacity(24)
    func append(_ value: Int, _ digits: Int, _ end: Unicode.Scalar) {
      FixedDecimal.append(UInt64(max(0, value)), digits: digits, to: &bytes)
      bytes.append(UInt8(ascii: end))
    }
    append(date.year, 4, "-")
    append(date.month, 2, "-")
    append(date.day, 2, "T")
    append(Int(time.hour), 2, ":")
    append(Int(time.minute), 2, ":")
    append(Int(time.second), 2, ".")
    append(Int(milliseconds), 3, "Z")
    return String(decoding: bytes, as: UTF8.self)
  }
}
