internal import GNSS

extension TimeWindow.Bound {
  /// The ways a time may be written, for messages.
  package static let forms = "a time is written 2026-11-20, 2026-11-20T10:30:00Z or 10:30, all in UTC"

  /// Reads a day, an instant, or a time of day; nil for anything else.
  ///
  /// A day as the end of a window means the end of that day.
  public init?(_ text: String, isEnd: Bool) {
    let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 1, text.utf8.contains(UInt8(ascii: ":")) {
      guard let second = Self.secondOfDay(parts[0]) else { return nil }
      self = .timeOfDay(second)
      return
    }
    guard let day = DayText.parse(parts[0]) else { return nil }
    let midnight = Int64(day.daysSince1970) * 86_400
    guard parts.count == 2 else {
      self =
        isEnd
        ? .instant(UTC(secondsSince1970: midnight + 86_399, nanosecond: 999_999_999, isLeapSecond: true))
        : .instant(UTC(secondsSince1970: midnight))
      return
    }
    guard let second = Self.secondOfDay(parts[1]) else { return nil }
    self = .instant(UTC(secondsSince1970: midnight + Int64(second)))
  }

  /// `10:30` or `10:30:15`, with or without a Z behind it.
  private static func secondOfDay(_ text: some StringProtocol) -> Int? {
    let text = text.last == "Z" ? text.dropLast() : text[...]
    var numbers = DayText.numbers(text, ":", digits: [2, 2])
    if numbers.isEmpty { numbers = DayText.numbers(text, ":", digits: [2, 2, 2]) }
    guard numbers.count >= 2, numbers[0] < 24, numbers[1] < 60, numbers.count < 3 || numbers[2] < 60 else {
      return nil
    }
    return numbers[0] * 3600 + numbers[1] * 60 + (numbers.count > 2 ? numbers[2] : 0)
  }
}
