public import GNSS
package import NMEA
package import GPSBase

/// Timestamps in ISO 8601 format with milliseconds: `2026-11-20T07:08:22.000Z`.
///
/// A leap second is written as the last millisecond before it; `fix` records then have `leap_second`.
public enum Timestamp {
  /// The instant in UTC, 24 characters.
  public static func text(_ instant: UTC) -> String {
    String(decoding: [UInt8](capacity: 24) { append(instant, to: &$0) }, as: UTF8.self)
  }

  /// A time of day whose date is unknown: `07:08:22.000Z`.
  package static func text(_ time: TimeOfDay) -> String {
    let time = time.second == 60 ? time.withoutSecond60 : time.rounded(decimals: 3)
    return String(decoding: [UInt8](capacity: 13) { append(time, to: &$0) }, as: UTF8.self)
  }

  static func append(_ instant: UTC, to output: inout OutputSpan<UInt8>) {
    let instant = instant.withoutSecond60.rounded(decimals: 3)
    let date = instant.date
    append(date.year, 4, "-", to: &output)
    append(date.month, 2, "-", to: &output)
    append(date.day, 2, "T", to: &output)
    append(instant.timeOfDay, to: &output)
  }

  private static func append(_ time: TimeOfDay, to output: inout OutputSpan<UInt8>) {
    append(Int(time.hour), 2, ":", to: &output)
    append(Int(time.minute), 2, ":", to: &output)
    append(Int(time.second), 2, ".", to: &output)
    append(Int(time.nanosecond / 1_000_000), 3, "Z", to: &output)
  }

  private static func append(
    _ value: Int, _ digits: Int, _ end: Unicode.Scalar, to output: inout OutputSpan<UInt8>
  ) {
    FixedDecimal.append(UInt64(max(0, value)), digits: digits, to: &output)
    output.append(UInt8(ascii: end))
  }
}

extension JSONWriter {
  /// Writes an instant as ``Timestamp/text(_:)``.
  package mutating func member(_ key: String, _ instant: UTC?) {
    guard let instant else { return }
    member(key, capacity: 26) { output in
      output.append(UInt8(ascii: "\""))
      Timestamp.append(instant, to: &output)
      output.append(UInt8(ascii: "\""))
    }
  }
}

package enum TimeText {
  /// A short text: `0.1 s`, `31 s`, `6 min 12 s`, `2 h 5 min`, `3 d 4 h`.
  package static func short(_ time: Duration) -> String {
    let seconds = max(0, time.inSeconds)
    guard seconds.isFinite, seconds < 1e10 else { return "a long time" }
    if seconds < 9.95, seconds != seconds.rounded() { return NumberText.of(seconds, decimals: 1) + " s" }
    let whole = Int(seconds)
    switch whole {
    case ..<120: return "\(whole) s"
    case ..<7200: return two(whole / 60, "min", whole % 60, "s")
    case ..<172_800: return two(whole / 3600, "h", whole % 3600 / 60, "min")
    default: return two(whole / 86_400, "d", whole % 86_400 / 3600, "h")
    }
  }

  private static func two(_ first: Int, _ unit: String, _ second: Int, _ smaller: String) -> String {
    second == 0 ? "\(first) \(unit)" : "\(first) \(unit) \(second) \(smaller)"
  }

  /// An age, with two decimals below one second.
  package static func age(_ time: Duration) -> String {
    let seconds = max(0, time.inSeconds)
    return seconds < 0.995 ? NumberText.of(seconds, decimals: 2) + " s" : short(time)
  }

  /// A time in seconds since 1970 as `07:08:22`, on a clock `ahead` seconds ahead of UTC.
  package static func clock(_ utcSeconds: Double, ahead: Int) -> String {
    let second = ((Int(utcSeconds.rounded(.down)) + ahead) % 86_400 + 86_400) % 86_400
    return "\(NumberText.padded(second / 3600, 2)):\(NumberText.padded(second / 60 % 60, 2))"
      + ":\(NumberText.padded(second % 60, 2))"
  }

  /// `2026-11-20 07:08:22` with up to nine decimals of the second.
  package static func moment(_ instant: UTC, decimals: Int) -> String {
    let instant = instant.rounded(decimals: decimals)
    let date = instant.date
    let time = instant.timeOfDay
    var text =
      "\(NumberText.padded(date.year, 4))-\(NumberText.padded(date.month, 2))-\(NumberText.padded(date.day, 2)) "
    text += "\(NumberText.padded(Int(time.hour), 2)):\(NumberText.padded(Int(time.minute), 2))"
    text += ":\(NumberText.padded(Int(time.second), 2))"
    guard decimals > 0 else { return text }
    let digits = NumberText.padded(Int(instant.nanosecond), 9)
    return text + "." + digits.prefix(decimals)
  }
}

/// Days as used in all command-line options: `2026-11-20`.
package enum DayText {
  /// The accepted form of a day, for messages.
  package static let form = "a day is written YYYY-MM-DD"

  /// Parses a day; returns nil for any other text.
  package static func parse(_ text: some StringProtocol) -> CivilDate? {
    let numbers = numbers(text, "-", digits: [4, 2, 2])
    guard numbers.count == 3 else { return nil }
    return CivilDate(year: numbers[0], month: numbers[1], day: numbers[2])
  }

  /// Whether a text has the form of a day, even if that date does not exist.
  package static func isFormed(_ text: some StringProtocol) -> Bool {
    !numbers(text, "-", digits: [4, 2, 2]).isEmpty
  }

  /// Parses numbers with the given digit counts; returns an empty array for any other form.
  package static func numbers(_ text: some StringProtocol, _ separator: Character, digits: [Int]) -> [Int] {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == digits, parts.allSatisfy({ $0.utf8.allSatisfy { 48...57 ~= $0 } })
    else { return [] }
    return parts.compactMap { Int($0) }
  }
}
