public import GNSS
internal import GPSBase
internal import NMEA

extension UTC: CustomStringConvertible, Codable {
  /// The instant as ISO 8601, `2026-11-20T12:00:00Z`, with as many decimals as it has.
  ///
  /// As in the records, a leap second is mapped to the last milliseconds of the second before it, from
  /// `2016-12-31T23:59:59.990Z` on: programs in other languages reject a second 60.
  public var iso8601: String {
    let instant = withoutSecond60
    guard instant.nanosecond != 0 else { return instant.wholeText + "Z" }
    var decimals = NumberText.padded(Int(instant.nanosecond), 9)
    while decimals.hasSuffix("0") { decimals.removeLast() }
    return instant.wholeText + "." + decimals + "Z"
  }

  /// Parses ISO 8601, with any decimals, of which nine count, and including a second 60; nil for anything else.
  ///
  /// ```swift
  /// UTC(iso8601: "2026-11-20T12:00:00.25Z")                       // right
  /// UTC(iso8601: "2026-11-20T13:00:00+01:00")                     // nil: NOT in UTC
  /// UTC(iso8601: "2026-11-20T13:00:00+01:00", offsets: true)      // 12:00 in UTC
  /// ```
  ///
  /// With `offsets`, it also accepts times that people and other programs write: with an offset of at most 14
  /// hours, such as `+01:00`, `+0100` or `+01`, without seconds, or without a zone, which means UTC.
  public init?(iso8601 text: some StringProtocol, offsets: Bool = false) {
    var rest = Array(text.utf8)[...]
    func takes(_ mark: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: mark) else { return false }
      rest = rest.dropFirst()
      return true
    }
    func number(_ digits: Int) -> Int? {
      let found = rest.prefix(digits)
      guard found.count == digits, found.allSatisfy({ 48...57 ~= $0 }) else { return nil }
      rest = rest.dropFirst(digits)
      return found.reduce(0) { $0 * 10 + Int($1) - 48 }
    }
    guard let year = number(4), takes("-"), let month = number(2), takes("-"), let day = number(2),
      takes("T"),
      let date = CivilDate(year: year, month: month, day: day), let hour = number(2), hour < 24, takes(":"),
      let minute = number(2), minute < 60
    else { return nil }
    var (second, nanosecond, offset) = (0, 0, 0)
    if takes(":") {
      guard let whole = number(2) else { return nil }
      second = whole
      if takes(".") {
        guard let first = number(1) else { return nil }
        nanosecond = first
        for _ in 1..<9 { nanosecond = nanosecond * 10 + (number(1) ?? 0) }
        rest = rest.drop { 48...57 ~= $0 }
      }
    } else if !offsets {
      return nil
    }
    if offsets, let sign = rest.first, takes("+") || takes("-") {
      guard let hours = number(2), hours <= 14 else { return nil }
      let hasColon = takes(":")
      guard let minutes = rest.isEmpty && !hasColon ? 0 : number(2), minutes < 60 else { return nil }
      offset = (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -1 : 1)
    } else if !takes("Z"), !offsets || !rest.isEmpty && !takes("z") {
      return nil
    }
    // A leap second is the last one of a day in UTC, wherever it was written.
    let minutes = (date.daysSince1970 * 24 + hour) * 60 + minute - offset
    let ofDay = (minutes % 1440 + 1440) % 1440
    guard rest.isEmpty,
      let time = TimeOfDay(hour: ofDay / 60, minute: ofDay % 60, second: second, nanosecond: nanosecond)
    else { return nil }
    self.init(CivilDate(daysSince1970: (minutes - ofDay) / 1440), time)
  }

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

  /// ISO 8601 with milliseconds: `2026-11-20T12:00:00.000Z`.
  var text: String {
    let rounded = withoutSecond60.rounded(decimals: 3)
    return rounded.wholeText + "." + NumberText.padded(Int(rounded.nanosecond / 1_000_000), 3) + "Z"
  }

  /// ISO 8601 with whole seconds: `2026-11-20T12:00:00Z`.
  var secondText: String { rounded(decimals: 0).wholeText + "Z" }

  private var wholeText: String {
    let (date, time) = (date, timeOfDay)
    let day = [
      NumberText.padded(date.year, 4), NumberText.padded(date.month, 2), NumberText.padded(date.day, 2),
    ]
    let clock = [time.hour, time.minute, time.second].map { NumberText.padded(Int($0), 2) }
    return day.joined(separator: "-") + "T" + clock.joined(separator: ":")
  }
}
