public import GNSS
internal import NMEA

extension UTC: CustomStringConvertible, Codable {
  /// The instant as ISO 8601, `2026-11-20T12:00:00Z`, with as many decimals as it has.
  ///
  /// As in the records, a leap second is mapped to the last milliseconds of the second before it, from
  /// `2016-12-31T23:59:59.990Z` on: programs in other languages reject a second 60.
  public var iso8601: String {
    let instant = withoutSecond60
    guard instant.nanosecond != 0 else { return instant.wholeText + "Z" }
    let digits = String(instant.nanosecond)
    var decimals = String(repeating: "0", count: 9 - digits.count) + digits
    while decimals.hasSuffix("0") { decimals.removeLast() }
    return instant.wholeText + "." + decimals + "Z"
  }

  /// Parses ISO 8601 in UTC, with up to nine decimals, including a second 60; nil for anything else.
  ///
  /// ```swift
  /// UTC(iso8601: "2026-11-20T12:00:00.25Z")          // right
  /// UTC(iso8601: "2026-11-20T13:00:00+01:00")        // nil: NOT in UTC
  /// ```
  public init?(iso8601 text: String) { self.init(text: text) }

  /// The instant as ISO 8601.
  public var description: String { iso8601 }

  /// Decodes ISO 8601; anything else is an error.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let moment = UTC(iso8601: text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) is not a time in UTC")
    }
    self = moment
  }

  /// Encodes ISO 8601, which loses ``isLeapSecond``; ``FixInfo/timeCorrections`` preserves it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(iso8601)
  }
}

extension UTC {
  /// ISO 8601 with milliseconds: `2026-11-20T12:00:00.000Z`.
  var text: String {
    let rounded = withoutSecond60.rounded(decimals: 3)
    return rounded.wholeText + "." + Self.padded(Int(rounded.nanosecond / 1_000_000), to: 3) + "Z"
  }

  /// ISO 8601 with whole seconds: `2026-11-20T12:00:00Z`.
  var secondText: String { rounded(decimals: 0).wholeText + "Z" }

  private var wholeText: String {
    let (date, time) = (date, timeOfDay)
    let day = [Self.padded(date.year, to: 4), Self.padded(date.month, to: 2), Self.padded(date.day, to: 2)]
    let clock = [time.hour, time.minute, time.second].map { Self.padded(Int($0), to: 2) }
    return day.joined(separator: "-") + "T" + clock.joined(separator: ":")
  }

  private static func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// Parses ISO 8601 in UTC, with up to nine decimals; nil for anything else.
  init?(text: String) {
    let bytes = Array(text.utf8)
    let form = Array("0000-00-00T00:00:00".utf8)
    guard bytes.count > form.count, bytes.last == UInt8(ascii: "Z") else { return nil }
    for (byte, expected) in zip(bytes, form) {
      let isDigit = 48...57 ~= byte
      guard expected == UInt8(ascii: "0") ? isDigit : byte == expected else { return nil }
    }
    func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 * 10 + Int($1) - 48 } }
    var nanosecond = 0
    let decimals = bytes[form.count..<(bytes.count - 1)]
    if let point = decimals.first {
      let digits = decimals.dropFirst()
      guard point == UInt8(ascii: "."), 1...9 ~= digits.count, digits.allSatisfy({ 48...57 ~= $0 }) else {
        return nil
      }
      nanosecond = digits.reduce(0) { $0 * 10 + Int($1) - 48 }
      for _ in digits.count..<9 { nanosecond *= 10 }
    }
    guard let date = CivilDate(year: number(0..<4), month: number(5..<7), day: number(8..<10)),
      let time = TimeOfDay(
        hour: number(11..<13), minute: number(14..<16), second: number(17..<19), nanosecond: nanosecond)
    else { return nil }
    self.init(date, time)
  }
}
